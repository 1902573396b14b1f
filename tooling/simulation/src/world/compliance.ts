import { usd } from "@countersign/harness/externalAccounts"
import { businessInfo } from "@countersign/harness/fixtures"
import type { Random } from "../scheduler/Random.ts"
import { ADDRESS, OWNER } from "./business.ts"
import type { Backend } from "./Caller.ts"
import type { Party, Simulation } from "./Simulation.ts"

/** The people who decide on customers and on the accounts that they pay, by the methods of the library in a node. */
export const compliance = (backend: Backend, { hosted }: Simulation): Party["acts"] => {
  const { call, home, payee, sure, wallet } = backend
  const several = async (random: Random, steps: ReadonlyArray<() => Promise<unknown>>): Promise<void> => {
    for (let nth = 0; nth < 12; nth += 1) await random.pick(steps)()
  }
  return {
    "decides on a customer": async (random) => {
      // In the sandbox the end of the number decides.
      const registrationNumber = `1234${random.pick(["", "001", "002"])}`
      const info = { ...businessInfo, registrationNumber }
      const body = { customerType: "BUSINESS", businessInfo: info, address: ADDRESS }
      const customerId = String((await sure("POST", "/customers", body)).id)
      await sure("POST", "/beneficial-owners", {
        customerId,
        roles: ["UBO"],
        ownershipPercentage: 50,
        personalInfo: OWNER
      })
      await several(random, [
        () => call("POST", "/verifications", { customerId }),
        ...(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"] as const).map(
          (standing) => () => hosted(random, home, (own) => own.customers.reportVerification(customerId, standing))
        )
      ])
      await call("DELETE", `/customers/${customerId}`)
    },
    "erases a suspended customer": async (random) => {
      const { accountId, customerId } = await wallet()
      await call("POST", `/operator/accounts/${accountId}/suspend`, { actor: "compliance", reason: "By law" })
      await hosted(random, home, (own) => own.customers.erase(customerId, { reason: "By law" }))
    },
    "decides on an external account": async (random) => {
      const customerId = String((await sure("POST", "/customers", { customerType: "INDIVIDUAL" })).id)
      const id = await payee(customerId, random.pick(["", "777", "888", "005"]))
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
