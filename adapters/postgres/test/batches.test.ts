import type { Change, Guard } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect, Result } from "effect"
import fc from "fast-check"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { commitBatch } from "../src/batchQueue.ts"
import { committing, type Outcome } from "../src/commit.ts"
import { commitPlan } from "../src/commitPlan.ts"
import { migrate } from "../src/index.ts"
import type { Pool } from "../src/Pool.ts"
import { prepared } from "../src/Statement.ts"
import { atVersion, free, here, insert, opened, replace, things } from "./things.ts"

const server = testDatabase()
const SCHEMAS = ["at_once", "called", "in_turn"] as const
const TABLES = ["records", "keys", "entries"]

let admin: pg.Pool
beforeAll(async () => {
  admin = server.pool({ max: 1 })
  for (const schema of SCHEMAS) await migrate(admin, { schema })
})

const raise = (error: unknown): never => {
  throw error
}

/** Returns the commit function of a schema: with shaped statements, or with the SQL function only. */
const committingIn = (schema: string, pool: Pool, onError = raise) => {
  const ask = prepared(pool)
  const call = (...requested: Parameters<typeof ask>) => ask(...requested).catch(onError)
  const remembers = schema === "at_once" ? ask.remembers : () => false
  return committing(`"${schema}"`, Object.assign(call, { remembers }))
}

// Each test starts with empty tables, and so can be repeated.
beforeEach(() => admin.query(`truncate ${TABLES.map((table) => `at_once.${table}`).join(", ")}`))

it("a commit too large for a batch blocks later commits that share a record with it", () => {
  const many = (mark: string, count: number) => Array.from({ length: count }, (_, n) => insert(`${mark}${n}`, {}))
  const commits = [many("a", 200), many("b", 100), [replace("b0", 1, {})], [insert("c", {})]]
  const batches = commitBatch()
  expect(commits.map((changes) => batches(commitPlan(changes, [])))).toEqual([true, false, false, true])
})

it("GS8: commits that write what another of the batch writes or guards wait for the next one; guards alone share it", () => {
  const admitted = (...commits: ReadonlyArray<readonly [ReadonlyArray<Change>, ReadonlyArray<Guard>]>) =>
    commits.map(([changes, guards]) => commitPlan(changes, guards)).map(commitBatch())
  const guarding = [[insert("x", {})], [atVersion("a", 1)]] as const
  const alsoGuarding = [[insert("y", {})], [atVersion("a", 1)]] as const
  const writing = [[replace("a", 1, {})], []] as const
  expect(admitted(guarding, writing)).toEqual([true, false])
  expect(admitted(writing, guarding)).toEqual([true, false])
  expect(admitted(writing, writing)).toEqual([true, false])
  expect(admitted(guarding, alsoGuarding)).toEqual([true, true])
})

describe("GS8: two nodes that write the same records in opposite orders", () => {
  const order = ["a", "m", "z"]
  const planOf = (ids: ReadonlyArray<string>, change: (id: string) => Change) => [commitPlan(ids.map(change), [])]

  it.each(["at_once", "called"])("wait for each other, and the database finds no deadlock: %s", async (schema) => {
    const [pool, locking] = [server.pool({ max: 4 }), server.pool({ max: 1 })]
    await pool.query(`truncate ${TABLES.map((table) => `${schema}.${table}`).join(", ")}`)
    const until = performance.now() + 60_000
    await committingIn(schema, pool)(
      planOf(order, (id) => insert(id, {})),
      until
    )
    const failures: Array<unknown> = []
    const noted = (error: unknown) => {
      failures.push(error)
      return raise(error)
    }
    // Holds the record in the middle until both have locked what they can: without an order, one has a, the other z.
    await locking.query("begin")
    await locking.query(`select 1 from ${schema}.records where id = 'm' for update`)
    const commits = [order, order.toReversed()].map((ids) =>
      committingIn(
        schema,
        pool,
        noted
      )(
        planOf(ids, (id) => replace(id, 1, {})),
        until
      )
    )
    const waiting = async () => {
      const { rowCount } = await admin.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(2)
    await locking.query("rollback")
    const outcomes = (await Promise.all(commits)).flat().map(worded)
    expect([outcomes.toSorted(), failures]).toEqual([["version", "written"], []])
  })
})

interface Drawn {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
}

/** The initial records: most of the generated commits match them, and some conflict. */
const prelude: Drawn = { changes: ["a", "b", "c", "d"].map((id) => insert(id, { name: id, owner: "x" })), guards: [] }

const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")
const name = fc.constantFrom("a", "b", "c", "d", "p", "q", "r", "s")
const version = fc.constantFrom(1, 1, 1, 1, 1, 2)
const body = fc.record(
  { name, owner: fc.constantFrom("x", "y"), dueAt: fc.nat(3), expiresAt: fc.nat(3) },
  { requiredKeys: [] }
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(id, body).map(([id, body]) => insert(id, body, 7)),
  fc.tuple(id, version, body).map(([id, version, body]) => replace(id, version, body)),
  fc.tuple(id, version).map(([id, version]): Change => ({ ...here, op: "remove", id, version }))
)
const guard: fc.Arbitrary<Guard> = fc.oneof(
  fc.tuple(id, version).map(([id, version]) => atVersion(id, version)),
  name.map(free),
  fc.constantFrom(0, 8e15, 8e15).map((at): Guard => ({ guard: "before", at }))
)
const drawn: fc.Arbitrary<Drawn> = fc.record({
  changes: fc.uniqueArray(change, { maxLength: 2, selector: ({ id }) => id }),
  guards: fc.array(guard, { maxLength: 1 })
})

describe("commits in one statement", () => {
  it("I1, I6: each has the same outcome and rows as a separate call of the SQL function", async () => {
    const pool = server.pool({ max: 2 })
    const tables = async (schema: string) => {
      const all = []
      for (const table of TABLES) {
        all.push((await pool.query(`select * from ${schema}.${table} as t order by t::text`)).rows)
      }
      return all
    }
    let most = 0
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(drawn, { minLength: 2, maxLength: 8 }), async (some) => {
      const batches = commitBatch()
      const batch = some.map(({ changes, guards }) => commitPlan(changes, guards)).filter(batches)
      most = Math.max(most, batch.length)
      const ends = []
      for (const schema of SCHEMAS) {
        await pool.query(`truncate ${schema}.records, ${schema}.keys, ${schema}.entries`)
        const commit = committingIn(schema, pool)
        const until = performance.now() + 20_000
        await commit([commitPlan(prelude.changes, prelude.guards)], until)
        const groups = schema === "in_turn" ? batch.map((one) => [one]) : [batch]
        const outcomes = []
        for (const group of groups) outcomes.push(...(await commit(group, until)))
        ends.push({ outcomes: outcomes.map(worded), tables: await tables(schema) })
      }
      for (const outcome of ends[0]?.outcomes ?? []) seen.add(outcome)
      expect(ends[0]).toEqual(ends[2])
      expect(ends[1]).toEqual(ends[2])
    })
    // Fewer runs in mutation testing.
    const { numRuns = process.env.FAULTS === "all" ? 500 : 60 } = fc.readConfigureGlobal()
    await fc.assert(property, { numRuns, interruptAfterTimeLimit: 90_000 })
    // The generated commits cover batches of several commits and every outcome.
    expect([most > 2, [...seen].sort()]).toEqual([true, ["late", "taken", "version", "written"]])
  })
})

describe("a key that one commit of a batch releases and another claims", () => {
  const giving: Drawn = { changes: [{ ...here, op: "remove", id: "a", version: 1 }], guards: [] }
  const wanting: Drawn = { changes: [insert("e", { name: "a" })], guards: [] }
  const forbidding: Drawn = { changes: [insert("f")], guards: [free("a")] }

  it.each([
    ["the release is first", [giving, wanting], ["written", "written"]],
    ["the claim is first", [wanting, giving], ["taken", "written"]],
    ["the guard that it is free is first", [forbidding, giving], ["taken", "written"]],
    ["the guard that it is free is last", [giving, forbidding], ["written", "written"]]
  ])("is decided in the order of the commits: %s", async (_, some, expected) => {
    const pool = server.pool({ max: 2 })
    const commit = committingIn("at_once", pool)
    const until = performance.now() + 20_000
    await commit([commitPlan(prelude.changes, prelude.guards)], until)
    const batch = some.map(({ changes, guards }) => commitPlan(changes, guards))
    expect((await commit(batch, until)).map(worded)).toEqual(expected)
  })
})

describe("a store with many concurrent callers", () => {
  /** A pool that counts its statements. */
  const counted = (pool: Pool) => {
    let statements = 0
    const connect = async () => {
      const client = await pool.connect()
      const query = (...requested: Parameters<typeof client.query>) => {
        statements += 1
        return client.query(...requested)
      }
      const { on, release, removeListener } = client
      return { query, on: on.bind(client), release: release.bind(client), removeListener: removeListener.bind(client) }
    }
    return { pool: { connect }, statements: () => statements }
  }
  const callers = Array.from({ length: 64 }, (_, nth) => `caller-${nth}`)

  it("writes and reads for 64 callers in at most 8 statements, and returns to each its own rows", async () => {
    const { pool, statements } = counted(server.pool())
    const { outcome, store } = await opened({ pool, schema: "at_once", timeout: 300_000 })
    const before = statements()
    expect(await Promise.all(callers.map((id) => outcome([insert(id, { name: id, owner: id })])))).toEqual(
      callers.map(() => "written")
    )
    const found = await Promise.all(
      callers.map((id) => {
        const owner = { collection: things, id, field: "owner" }
        const refs = [
          { ...here, by: "id", id: "caller-0" },
          { ...here, by: "unique", key: "name", values: [id] },
          { ...here, by: "index", index: "owner", values: [owner], limit: 9 },
          { ...here, by: "index", index: "owner", values: ["nobody"], limit: 9 }
        ] as const
        return Effect.runPromise(store.load(refs))
      })
    )
    expect(found.map((lists) => lists.map((rows) => rows.map(({ id }) => id)))).toEqual(
      callers.map((id) => [["caller-0"], [id], [id], []])
    )
    expect(statements() - before).toBeLessThanOrEqual(8)
  })

  it("a commit that the database rejects does not fail the others in its batch", async () => {
    const { outcome, rows } = await opened({ pool: server.pool(), schema: "at_once", timeout: 300_000 })
    const reported = await Promise.allSettled([
      outcome([insert("before")]),
      outcome([insert("poison", {}, 0.5)]),
      outcome([insert("behind")])
    ])
    expect(reported.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(await Promise.all(["before", "poison", "behind"].map(async (id) => (await rows(id)).length))).toEqual([
      1, 0, 1
    ])
  })
})

const worded = (outcome: Outcome): string =>
  Result.isSuccess(outcome) ? (outcome.success?.because ?? "written") : String(outcome.failure)
