import { readFileSync } from "node:fs"
import { signed } from "@countersign/harness/fixtures"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { afterAll, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())
const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8")
const page = read("reference/differences.md")

it("GC8: the page of differences has each status of a deletion with a reason, as the service answers it", async () => {
  const { accountId, credentialId, customerId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, credentialId)
  const path = `/customers/${customerId}`
  const remove = () => signed(world, callers.a, keys, { method: "DELETE", path })
  const first = await world.call(callers.a, "DELETE", path)
  await world.call(callers.a, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 1 } })
  const funded = await remove()
  const { accountId: _, ...empty } = await world.customer(callers.a)
  const other = await session(world, callers.a, empty.credentialId)
  const gone = { method: "DELETE", path: `/customers/${empty.customerId}` }
  expect((await signed(world, callers.a, other.keys, gone)).status).toBe(200)
  const again = await world.call(callers.a, "DELETE", gone.path)
  const rows = [
    [first.status, ""],
    [funded.status, funded.body.reason],
    [again.status, again.body.code]
  ]
  expect(rows).toEqual([
    [202, ""],
    [409, "Customer has funds"],
    [410, "CUSTOMER_DELETED"]
  ])
  for (const [status, word] of rows) {
    const row = page.split("\n").find((line) => line.startsWith(`| ${status}`))
    expect([status, row?.includes(String(word)), row?.split(" | ").length]).toEqual([status, true, 3])
  }
})

it("GC8: the page is linked from the index, and names the settings that are stricter than the interface", () => {
  expect(read("README.md")).toContain("(reference/differences.md)")
  for (const setting of ['`policy.emailChange: "proven"`', "`sandbox.passkeys.requireUserVerification: true`"])
    expect(page).toContain(setting)
})
