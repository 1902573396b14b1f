import { outcomeOrders, Transactions } from "@countersign/core/internal"
import { bankOf, payee, transferOf } from "@countersign/harness/payments"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { ALL, type Change, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, expect, it } from "vitest"

const { transactions } = Transactions
const inner = Effect.runSync(makeMemoryStore)
const commits: Array<ReadonlyArray<Change>> = []
/** A store with ineffective leases: it gives each due record to two workers. */
const store = Store.of({
  ...inner,
  commit: (changes, guards) => {
    commits.push(changes)
    return inner.commit(changes, guards)
  },
  claimDue: (...requested) => Effect.map(inner.claimDue(...requested), (rows) => [...rows, ...rows])
})
const world = makeWorld({ store: Layer.succeed(Store, store) })
afterAll(() => world.countersign.close())

it("B7: a step claimed by two workers is applied once, and not retried (FS23)", async () => {
  const call = (method: string, path: string, body?: unknown) =>
    world.call(callers.a, method, path, body === undefined ? {} : { body })
  const { customerId } = await world.customer(callers.a)
  const accountId = await bankOf(world, customerId, 10_000)
  const bank = await payee(world, customerId, "005")
  const sent = await call("POST", "/transfer-out", transferOf(accountId, bank, 4_000))
  expect((await call("GET", `/internal-accounts/${accountId}`)).body.balance.amount).toBe(6_000)

  commits.length = 0
  await call("POST", "/sandbox/clock/advance", { seconds: 30 })
  expect((await call("GET", `/transactions/${sent.body.id}`)).body.status).toBe("FAILED")
  expect((await call("GET", `/internal-accounts/${accountId}`)).body.balance.amount).toBe(10_000)
  const opsOf = (changes: ReadonlyArray<Change>, name: string) =>
    changes.flatMap(({ collection, op }) => (collection.name === name ? [op] : []))
  // One commit contains the last step and the end of the order, so a crash after it leaves no work.
  const settled = commits.filter((changes) => opsOf(changes, transactions.name).includes("replace"))
  expect(settled.map((changes) => opsOf(changes, outcomeOrders.name))).toEqual([["remove"]])
  // The second worker finds no order. It must neither fail nor postpone the order.
  const after = commits.slice(commits.indexOf(settled[0] ?? []) + 1)
  expect(after.flatMap((changes) => opsOf(changes, outcomeOrders.name))).not.toContain("replace")
  const left = { collection: outcomeOrders, environment: "sandbox/alpha", index: ALL, limit: 10 } as const
  expect(await Effect.runPromise(store.find(left))).toEqual([])
})
