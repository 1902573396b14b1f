import { usd } from "@countersign/harness/externalAccounts"
import { businessInfo } from "@countersign/harness/fixtures"
import type { Random } from "../scheduler/Random.ts"
import type { Backend } from "./Caller.ts"
import type { Party, Simulation } from "./Simulation.ts"

/** The people who decide on customers and on the accounts that they pay, by the methods of the library in a node. */
export const compliance = (backend: Backend, { hosted }: Simulation): Party["acts"] => {
  const { call, home, payee, sure } = backend
  const several = async (random: Random, steps: ReadonlyArray<() => Promise<unknown>>): Promise<void> => {
    for (let nth = 0; nth < 12; nth += 1) await random.pick(steps)()
  }
  return {
    "decides on a customer": async (random) => {
      const body = random.oneIn(2) ? { customerType: "INDIVIDUAL" } : { customerType: "BUSINESS", businessInfo }
      const customerId = String((await sure("POST", "/customers", body)).id)
      await several(random, [
        () => call("POST", "/verifications", { customerId }),
        ...(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"] as const).map(
          (standing) => () => hosted(random, home, (own) => own.customers.reportVerification(customerId, standing))
        )
      ])
      await call("DELETE", `/customers/${customerId}`)
    },
    "decides on an external account": async (random) => {
      const customerId = String((await sure("POST", "/customers", { customerType: "INDIVIDUAL" })).id)
      const id = await payee(customerId, random.pick(["", "888", "005"]))
      const path = `/customers/external-accounts/${id}`
      await several(random, [
        ...(["CONFIRMED", "DOUBTED", "REJECTED", "UNDECIDED"] as const).map(
          (standing) => () => hosted(random, home, (own) => own.externalAccounts.reportVerification(id, { standing }))
        ),
        () =>
          call("PATCH", path, { accountInfo: usd({ accountNumber: `98765432${random.between(10, 99)}` }).accountInfo }),
        ...(["ACTIVE", "INACTIVE"] as const).map((status) => () => call("PATCH", path, { status }))
      ])
    }
  }
}
