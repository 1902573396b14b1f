import { ALL, type Change, type Declaration, type Guard, type Ref, Store } from "@countersign/core"
import { migrationSql, type Pool, type PoolQuery, postgres } from "@countersign/postgres"
import { Effect } from "effect"

/** A collection that uses every feature of a declaration, and another. */
const things: Declaration = {
  name: "things",
  unique: { name: ["name"] },
  indexes: { all: [], owner: ["owner"] },
  expiry: "expiresAt",
  due: "dueAt"
}
const others: Declaration = { ...things, name: "others" }
const here = { collection: things, environment: "sandbox/acme" } as const

/** A pool without a server, which records what the store sends. */
const recordingPool = (sent: Set<string>): Pool => ({
  connect: async () => ({
    query: async (query: string | PoolQuery) => {
      const text = typeof query === "string" ? query : query.text
      sent.add(text)
      if (/\bas history\b/u.test(text))
        return { rows: [{ history: "1/1", timeline: "1", now: "1", unwritable: "false" }] }
      return { rows: /\bremoved\b/u.test(text) ? [{ removed: "0" }] : [] }
    },
    release: () => {},
    on: () => {},
    removeListener: () => {}
  })
})

const record = { ...here, body: { name: "a", owner: "o", dueAt: 1, expiresAt: 1 }, at: 1 }
const insert = (id: string): Change => ({ ...record, op: "insert", id })
const replacement: Change = { ...record, op: "replace", id: "old", version: 1 }
const removal: Change = { ...here, op: "remove", id: "gone", version: 1 }
const many = [1, 2, 3, 4, 5, 6, 7, 8].map((nth): Change => ({ ...insert(`many${nth}`), collection: others }))
const guard: Guard = { ...here, collection: others, guard: "version", id: "a", version: 1 }
const refs: ReadonlyArray<Ref> = [
  { ...here, by: "id", id: "a" },
  { ...here, by: "unique", key: "name", values: ["a"] },
  { ...here, by: "index", index: "owner", values: ["o"], limit: 3 },
  { ...here, by: "index", index: "owner", values: [{ collection: others, id: "a", field: "name" }], limit: 3 },
  { ...here, by: "index", index: "owner", values: [{ collection: others, id: "a", field: "else" }], limit: 3 }
]

/** The statements of the migrations, and those that each method of the store sends, alone and for several callers. */
export const sentStatements = async (): Promise<ReadonlySet<string>> => {
  const sent = new Set<string>(["select pg_advisory_xact_lock(hashtextextended($1::text, 0))", await migrationSql({})])
  const program = Effect.gen(function* () {
    const store = yield* Store
    yield* store.state ?? Effect.void
    yield* store.depths?.([things], 1) ?? Effect.void
    const several = <A, E>(call: () => Effect.Effect<A, E>) =>
      Effect.all([call(), call(), call()], { concurrency: "unbounded" })
    yield* several(() => store.load(refs))
    for (const order of [{}, { order: "oldest" }] as const) {
      yield* store.find({ ...here, index: ALL, limit: 1, ...order })
      const owned = { ...here, index: { name: "owner", values: ["o"] }, after: { createdAt: 1, id: "a" } }
      yield* store.find({ ...owned, limit: 1, ...order })
    }
    yield* store.commit([insert("new"), replacement, removal], [guard, { guard: "before", at: 8e15 }])
    yield* store.commit(many, [])
    yield* store.claimDue(things, 1, 1, 1)
    yield* store.claimDue(things, 1, 1, 1, { environment: here.environment, ids: ["a"], dueBy: 1 })
    yield* store.sweep([things, others], 1, 1)
  })
  await Effect.runPromise(Effect.provide(program, postgres({ pool: recordingPool(sent), concurrency: 1 })))
  return sent
}
