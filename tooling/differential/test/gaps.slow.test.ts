import { CUSTOMERS, created, gbp } from "@countersign/harness/externalAccounts"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const NOBODY = "019ca945-0a00-7e7e-9254-70baa2fd4251"

/** Calls that the suites make through the promise API or not at all, recorded so that every operation occurs. */
it("calls that no other suite makes over HTTP return the responses of the contract", async () => {
  const { customerId } = await world.customer(callers.a)
  const account = await created(world, { ...gbp(), customerId }, callers.a, CUSTOMERS)
  const statuses: Array<number> = []
  const ask = async (method: string, path: string, body?: object) => {
    const { status } = await world.call(callers.a, method, path, body === undefined ? {} : { body })
    statuses.push(status)
  }
  await ask("DELETE", `${CUSTOMERS}/${account.id}`)
  await ask("GET", `/quotes/Quote:${NOBODY}`)
  await ask("GET", `/transactions/Transaction:${NOBODY}`)
  const { body } = await world.call(callers.a, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const payee = await created(world, { ...gbp("87654321"), customerId }, callers.a, CUSTOMERS)
  await ask("POST", "/quotes", {
    source: { sourceType: "ACCOUNT", accountId: body.data[0].id },
    destination: { destinationType: "ACCOUNT", accountId: payee.id },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1
  })
  const firm = await world.call(callers.a, "POST", "/customers", {
    body: { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } }
  })
  const pounds = await created(world, { ...gbp(), customerId: firm.body.id }, callers.a, CUSTOMERS)
  const [bank] = (await world.call(callers.a, "GET", `/internal-accounts?customerId=${firm.body.id}`)).body.data
  await ask("POST", "/transfer-out", {
    source: { accountId: bank.id },
    destination: { accountId: pounds.id },
    amount: 5
  })
  expect(statuses).toEqual([204, 404, 404, 400, 400])
})
