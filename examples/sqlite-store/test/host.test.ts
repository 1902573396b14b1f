import { createCountersign } from "countersign"
import initSqlJs from "sql.js"
import { expect, it } from "vitest"
import { sqliteStore } from "../src/sqliteStore.ts"

it("a host registers customers on it, and another instance on the same database finds them", async () => {
  const { Database } = await initSqlJs()
  const database = new Database()
  const countersign = createCountersign({ store: sqliteStore(database) })
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  await countersign.close()

  const other = createCountersign({ store: sqliteStore(database) })
  const { data } = await other.api.in({ platformId: "sandbox", mode: "sandbox" }).internalAccounts.list({
    customerId: customer.id,
    type: "EMBEDDED_WALLET"
  })
  expect(data).toHaveLength(1)
  await other.close()
  database.close()
})
