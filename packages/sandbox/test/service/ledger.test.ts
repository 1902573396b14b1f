import { ALL } from "@countersign/core"
import { type Entry, journal } from "@countersign/core/internal"
import { bankOf, payee, quoteOf, transferOf } from "@countersign/harness/payments"
import { testDatabase } from "@countersign/harness/postgres"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import initSqlJs from "sql.js"
import { describe, expect, it } from "vitest"
import { sqliteStore } from "../../../../examples/sqlite-store/src/sqliteStore.ts"

const server = testDatabase()

type World = ReturnType<typeof makeWorld>
const stores: ReadonlyArray<
  readonly [string, number, () => Promise<{ readonly world: World; readonly store: Store["Service"] }>]
> = [
  [
    "memory",
    60,
    async () => {
      const store = await Effect.runPromise(makeMemoryStore)
      return { store, world: makeWorld({ store: Layer.succeed(Store, store) }) }
    }
  ],
  [
    "SQLite",
    6,
    async () => {
      const { Database } = await initSqlJs()
      const layer = sqliteStore(new Database())
      const store = await Effect.runPromise(Effect.provide(Store, layer))
      return { store, world: makeWorld({ store: Layer.succeed(Store, store) }) }
    }
  ],
  [
    "PostgreSQL",
    6,
    async () => {
      const pool = server.pool()
      const layer = postgres({ pool, timeout: 300_000 })
      const store = await Effect.runPromise(Effect.provide(Store, layer))
      return { store, world: makeWorld({ clock: "real", store: layer }) }
    }
  ]
]

const call = (world: World, method: string, path: string, body?: unknown): Promise<Answer> =>
  world.call(callers.a, method, path, body === undefined ? {} : { body })

/** Two customers, each with an account in dollars, and external accounts for each magic ending. */
const setting = async (world: World) => {
  const people = await Promise.all([world.customer(callers.a), world.customer(callers.a)])
  const accounts = await Promise.all(people.map(({ customerId }) => bankOf(world, customerId)))
  const [{ customerId }] = people
  const far = await Promise.all(
    ["999", "002", "003", "004", "005", "006", "007"].map((suffix) => payee(world, customerId, suffix))
  )
  return { accounts, far }
}

/** Every entry of the ledger, over all pages. */
const entriesOf = async (store: Store["Service"]): Promise<ReadonlyArray<Entry>> => {
  const entries: Array<Entry> = []
  let after: { readonly createdAt: number; readonly id: string } | undefined
  for (;;) {
    const page = { collection: journal, environment: "sandbox/alpha", index: ALL, limit: 100 } as const
    const rows = await Effect.runPromise(store.find(after === undefined ? page : { ...page, after }))
    entries.push(...rows.map(({ body }) => journal.decode(body)))
    after = rows.at(-1)
    if (rows.length < 100) return entries
  }
}

const sums = (entries: ReadonlyArray<Entry>, key: (posting: Entry["postings"][number]) => string) => {
  const totals = new Map<string, number>()
  for (const posting of entries.flatMap(({ postings }) => postings)) {
    totals.set(key(posting), (totals.get(key(posting)) ?? 0) + posting.amount)
  }
  return totals
}

const requireBalanced = async (world: World, store: Store["Service"], accounts: ReadonlyArray<string>) => {
  const entries = await entriesOf(store)
  for (const { postings } of entries) {
    for (const [, total] of sums([{ entryId: "", at: 0, postings }], ({ currency }) => currency)) expect(total).toBe(0)
  }
  const booked = sums(entries, ({ account }) => account)
  for (const id of accounts) {
    const { amount } = (await call(world, "GET", `/internal-accounts/${id}`)).body.balance
    expect(amount).toBeGreaterThanOrEqual(0)
    expect([id, amount]).toEqual([id, booked.get(id) ?? 0])
  }
}

const operation = fc.oneof(
  fc.record({ do: fc.constant("fund" as const), who: fc.nat(1), amount: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({
    do: fc.constantFrom("in" as const, "out" as const, "quote" as const),
    who: fc.constant(0),
    far: fc.nat(6),
    amount: fc.integer({ min: 1, max: 5000 })
  }),
  fc.record({ do: fc.constant("between" as const), who: fc.nat(1), amount: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ do: fc.constant("advance" as const), seconds: fc.constantFrom(1, 30, 300, 360) })
)
type Operation = typeof operation extends fc.Arbitrary<infer A> ? A : never

const perform = async (world: World, { accounts, far }: Awaited<ReturnType<typeof setting>>, step: Operation) => {
  if (step.do === "advance") return call(world, "POST", "/sandbox/clock/advance", { seconds: step.seconds })
  const accountId = accounts[step.who] ?? ""
  const { amount } = step
  if (step.do === "fund") return call(world, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
  if (step.do === "between") {
    const to = accounts[1 - step.who] ?? ""
    return call(world, "POST", "/quotes", { ...quoteOf(accountId, to, amount), immediatelyExecute: true })
  }
  const external = far[step.far] ?? ""
  if (step.do === "in") {
    return call(world, "POST", "/transfer-in", transferOf(external, accountId, amount))
  }
  if (step.do === "out") {
    return call(world, "POST", "/transfer-out", transferOf(accountId, external, amount))
  }
  const requested = { ...quoteOf(accountId, external, amount), lockedCurrencySide: "RECEIVING" }
  const quote = await call(world, "POST", "/quotes", requested)
  return call(world, "POST", `/quotes/${quote.body.id}/execute`)
}

describe.each(stores)("I13: the ledger of the sandbox, on %s", (_, runs, open) => {
  it("sums to zero, with no negative balance, for any sequence of operations", async () => {
    const { store, world } = await open()
    const here = await setting(world)
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          const { body, status } = await perform(world, here, step)
          seen.add(`${step.do} ${status} ${body.code ?? body.status ?? ""}`)
          expect([step, status < 500]).toEqual([step, true])
        }
        await requireBalanced(world, store, here.accounts)
      }),
      // Starts with an empty account, because random lists rarely try to overdraw one.
      { numRuns: runs, examples: [[[{ do: "between", who: 0, amount: 1 }]]] }
    )
    // Some transfers succeeded, and transfers without cover did not.
    expect([...seen]).toContain("fund 200 ACTIVE")
    expect([...seen].filter((each) => each.endsWith("INSUFFICIENT_BALANCE"))).not.toEqual([])
    await world.countersign.close()
  })

  it("B8: counts every one of 64 concurrent fundings of one account, repeatedly", async () => {
    const { store, world } = await open()
    const { accounts } = await setting(world)
    const [accountId = ""] = accounts
    const rounds = runs > 20 ? 100 : 3
    const each = async () => {
      for (let round = 0; round < rounds; round++) {
        const answer = await call(world, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 })
        expect(answer.status).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: 64 }, each))
    expect((await call(world, "GET", `/internal-accounts/${accountId}`)).body.balance.amount).toBe(64 * rounds)
    await requireBalanced(world, store, accounts)
    await world.countersign.close()
  })

  it("lets 64 concurrent transfers from one account move its balance, and no more", async () => {
    const { store, world } = await open()
    const { accounts, far } = await setting(world)
    const [accountId = ""] = accounts
    await call(world, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1000 })
    const body = { source: { accountId }, destination: { accountId: far[0] }, amount: 100 }
    const answers = await Promise.all(Array.from({ length: 64 }, () => call(world, "POST", "/transfer-out", body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter((answer) => answer.body.code === "INSUFFICIENT_BALANCE")).toHaveLength(54)
    await requireBalanced(world, store, accounts)
    await world.countersign.close()
  })
})
