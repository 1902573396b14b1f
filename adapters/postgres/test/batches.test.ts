import type { Change, Guard } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import fc from "fast-check"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { commitBatch } from "../src/batchQueue.ts"
import type { Pool } from "../src/Pool.ts"
import { prepared } from "../src/Statement.ts"
import { noPool, sending } from "./sending.ts"
import { atVersion, here, insert, opened, remove, replace, things, withTables } from "./things.ts"

const server = testDatabase()
const SCHEMAS = ["at_once", "in_turn"] as const

let admin: pg.Pool
beforeAll(async () => {
  admin = server.pool({ max: 1 })
  for (const schema of SCHEMAS) await withTables(admin, schema)
})

// Each test starts with empty tables, and so can be repeated.
beforeEach(() => admin.query("truncate at_once.things"))

interface Drawn {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
}

describe("the commits of a batch", () => {
  const { planned } = sending(noPool)
  /** Which of the commits share the statement of the first, in the order of the calls. */
  const admitted = (...commits: ReadonlyArray<readonly [ReadonlyArray<Change>, ReadonlyArray<Guard>]>) =>
    commits.map(([changes, guards]) => planned(changes, guards)).map(commitBatch())

  it("a commit that waits blocks later commits that share a record with it, which preserves their order", () => {
    const [one, waits, shares, other] = [[insert("a")], [replace("b", 1)], [insert("b")], [insert("c")]]
    expect(admitted([one, []], [waits, []], [shares, []], [other, []])).toEqual([true, false, false, true])
    const guards = [replace("d", 1)]
    expect(admitted([[replace("a", 1)], []], [[insert("x")], [atVersion("d", 1)]], [guards, []])).toEqual([
      true,
      false,
      false
    ])
  })

  it("GS8: commits that write what another of the batch writes or guards wait for the next one; guards alone share it", () => {
    // All have one shape: a guard, and then a replace.
    const guarding = [[replace("n", 1)], [atVersion("m", 1)]] as const
    const alsoGuarding = [[replace("o", 1)], [atVersion("m", 1)]] as const
    const writing = [[replace("m", 1)], [atVersion("a", 1)]] as const
    const apart = [[replace("y", 1)], [atVersion("x", 1)]] as const
    expect(admitted(guarding, writing)).toEqual([true, false])
    expect(admitted(writing, guarding)).toEqual([true, false])
    expect(admitted(writing, writing)).toEqual([true, false])
    expect(admitted(guarding, alsoGuarding)).toEqual([true, true])
    expect(admitted(guarding, apart)).toEqual([true, true])
  })

  it("share no statement if one may free a key with one record and claim one with another", () => {
    const [passing, claiming] = [
      (a: string, b: string) => [remove(a, 1), insert(b)],
      (a: string, b: string) => [insert(a), insert(b)]
    ]
    expect(admitted([passing("a", "b"), []], [passing("c", "d"), []])).toEqual([true, false])
    expect(admitted([claiming("a", "b"), []], [claiming("c", "d"), []])).toEqual([true, true])
  })

  it("have one shape: the same operations on the same tables in the same order, with a deadline or without", () => {
    const before: Guard = { guard: "before", at: 8e15 }
    expect(admitted([[insert("a")], []], [[insert("b"), insert("c")], []], [[insert("d")], []])).toEqual([
      true,
      false,
      true
    ])
    expect(admitted([[insert("a")], []], [[insert("b")], [before]])).toEqual([true, false])
    expect(admitted([[insert("a")], [before]], [[insert("b")], [{ ...before, at: 1 }]])).toEqual([true, true])
    expect(admitted([[remove("a", 1)], []], [[replace("b", 1)], []])).toEqual([true, false])
  })
})

/** The initial records: most of the generated commits match them, and some conflict. */
const prelude = ["a", "b", "c", "d"].map((id) => insert(id, { name: id, owner: "x" }))

const name = fc.constantFrom("a", "b", "c", "d", "p", "q", "r", "s")
const version = fc.constantFrom(1, 1, 1, 1, 1, 2)
const body = fc.record(
  { name, owner: fc.constantFrom("x", "y"), dueAt: fc.nat(3), expiresAt: fc.nat(3) },
  { requiredKeys: [] }
)
const [known, fresh] = [fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("a", "e", "f", "g", "h")]
/** Two commits of a batch have the same operations, so the operations of all are drawn once. */
const ops = fc.array(fc.constantFrom("insert", "replace", "remove", "guard"), { minLength: 1, maxLength: 2 })
const partOf = (op: "guard" | Change["op"]): fc.Arbitrary<Change | Guard> => {
  switch (op) {
    case "insert":
      return fc.tuple(fresh, body).map(([id, body]) => insert(id, body, 7))
    case "replace":
      return fc.tuple(known, version, body).map(([id, version, body]) => replace(id, version, body))
    case "remove":
      return fc.tuple(known, version).map(([id, version]) => remove(id, version))
    case "guard":
      return fc.tuple(known, version).map(([id, version]) => atVersion(id, version))
  }
}
const drawn: fc.Arbitrary<ReadonlyArray<Drawn>> = fc
  .record({ ops, isTimed: fc.boolean() })
  .chain(({ isTimed, ops }) => {
    const deadline = fc.constantFrom(0, 8e15, 8e15, 8e15).map((at): Guard => ({ guard: "before", at }))
    const parts = fc
      .tuple(...ops.map(partOf))
      .filter((some) => new Set(some.map((one) => ("id" in one ? one.id : ""))).size === some.length)
    const commit = fc.tuple(parts, isTimed ? fc.tuple(deadline) : fc.constant([])).map(([some, guards]) => ({
      changes: some.flatMap((one) => ("op" in one ? [one] : [])),
      guards: [...some.flatMap((one) => ("guard" in one ? [one] : [])), ...guards]
    }))
    return fc.array(commit, { minLength: 2, maxLength: 8 })
  })

describe("commits in one statement", () => {
  it("I1, I6: have the outcomes and rows of the same commits one after the other, in one of their orders", async () => {
    const pool = server.pool({ max: 2 })
    const [together, apart] = SCHEMAS.map((schema) => sending(pool, { schema }))
    const rowsIn = async (schema: string) => (await pool.query(`select * from ${schema}.things order by id`)).rows
    const started = async (schema: string, { send }: ReturnType<typeof sending>) => {
      await pool.query(`truncate ${schema}.things`)
      expect(await send(prelude)).toBe("written")
    }
    if (together === undefined || apart === undefined) throw new Error("a schema is missing")
    let most = 0
    const seen = new Set<string>()
    const property = fc.asyncProperty(drawn, async (some) => {
      const batches = commitBatch()
      const batch = some.filter(({ changes, guards }) => batches(together.planned(changes, guards))).slice(0, 4)
      most = Math.max(most, batch.length)
      await started("at_once", together)
      const outcomes = await together.sendAll(batch.map(({ changes, guards }) => together.planned(changes, guards)))
      const rows = await rowsIn("at_once")
      for (const outcome of outcomes) seen.add(outcome)
      const others: Array<unknown> = []
      for (const order of ordersOf([...batch.keys()])) {
        await started("in_turn", apart)
        const ends = new Map<number, string>()
        for (const nth of order) {
          const { changes, guards } = batch[nth] ?? { changes: [], guards: [] }
          ends.set(nth, await apart.send(changes, guards))
        }
        const found = { outcomes: [...batch.keys()].map((nth) => ends.get(nth)), rows: await rowsIn("in_turn") }
        if (JSON.stringify(found) === JSON.stringify({ outcomes, rows })) return
        others.push(found)
      }
      expect(others).toContainEqual({ outcomes, rows })
    })
    // A sample, unless the slow tests are enabled. The time limit does not depend on the load of the machine.
    const numRuns = process.env.FAULTS === "all" ? 1000 : 150
    await fc.assert(property, { numRuns, interruptAfterTimeLimit: 90_000 })
    // The generated commits cover batches of several commits and every outcome.
    expect([most > 2, [...seen].sort()]).toEqual([true, ["late", "taken", "version", "written"]])
  })

  it("GS8: two that give each other the keys that they need are not both written", async () => {
    // Each takes the key that the other frees, so neither could be written first.
    const started = [insert("a", { name: "p" }), insert("b", { name: "q" }), insert("c"), insert("d")]
    const one = [replace("a", 1), replace("d", 1, { name: "q" })]
    const other = [replace("b", 1), replace("c", 1, { name: "p" })]
    const { outcome, rows } = await opened({ pool: server.pool(), schema: "at_once", concurrency: 1 })
    expect(await outcome(started)).toBe("written")
    expect(await Promise.all([outcome(one), outcome(other)])).toEqual(["taken", "taken"])
    expect((await rows("a"))[0]?.body).toEqual({ name: "p" })
  })
})

/** All orders of a list. */
const ordersOf = (all: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  all.length < 2
    ? [all]
    : all.flatMap((one) => ordersOf(all.filter((each) => each !== one)).map((rest) => [one, ...rest]))

describe("a refused batch", () => {
  it("is settled one by one: it writes its valid commits, and nothing of the others", async () => {
    const { planned, send, sendAll } = sending(server.pool({ max: 2 }), { schema: "at_once" })
    expect(await send([insert("held"), insert("moved", { name: "moved" }), insert("kept")])).toBe("written")
    const replaced = (id: string, version: number, beside: string) =>
      planned([replace(id, version, { name: beside }), insert(beside)])
    const batch = [
      replaced("held", 1, "beside-held"),
      replaced("missing", 1, "beside-missing"),
      replaced("kept", 2, "beside-kept"),
      planned([replace("moved", 1, { name: "beside-held" }), insert("beside-moved")])
    ]
    expect(await sendAll(batch)).toEqual(["written", "version", "version", "taken"])
    const { rows } = await admin.query("select id, version from at_once.things order by id")
    expect(rows).toEqual([
      { id: "beside-held", version: "1" },
      { id: "held", version: "2" },
      { id: "kept", version: "1" },
      { id: "moved", version: "1" }
    ])
  })

  it("costs one statement for all, and one or two for each commit", async () => {
    const texts: Array<string> = []
    const pool = server.pool({ max: 1 })
    const ask = prepared(pool)
    const { planned, send, sendAll } = sending(noPool, {
      schema: "at_once",
      run: (statement, ...rest) => {
        texts.push(statement.text)
        return ask(statement, ...rest)
      }
    })
    await send([insert("there")])
    texts.length = 0
    const outcomes = await sendAll(["one", "there", "two"].map((id) => planned([insert(id)])))
    expect(outcomes).toEqual(["written", "taken", "written"])
    // The batch, the first, the second and its explanation, the third.
    expect(texts).toHaveLength(5)
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
    const { outcome, store } = await opened({ pool, schema: "at_once" })
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
    const { outcome, rows } = await opened({ pool: server.pool(), schema: "at_once" })
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
