import type { Change, Guard } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { commitPlan } from "../src/commitPlan.ts"
import { prepared } from "../src/Statement.ts"
import { isShaped, shaped } from "../src/shape.ts"
import { atVersion, free, here, insert, replace } from "./things.ts"

const server = testDatabase()
const ROUNDS = rounds(200, 15)
const RACERS = Array.from({ length: 64 }, (_, racer) => racer)
const later = (): number => performance.now() + 20_000

let pool: pg.Pool
beforeAll(() => {
  pool = server.pool({ max: 64 })
})

beforeEach(async () => {
  await pool.query("truncate countersign.records, countersign.keys, countersign.entries")
})

/** Commits without a batch queue: each call uses its own statement and connection. */
const writing = () => {
  const write = shaped('"countersign"', prepared(pool))
  return async (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard> = []): Promise<boolean> =>
    (await write([commitPlan(changes, guards)], later()))[0] === true
}
/** Runs the statements of one connection, as part of its transaction. */
const on = (client: pg.PoolClient) =>
  Object.assign(
    async ({ text, values }: { readonly text: string; readonly values: ReadonlyArray<unknown> }) =>
      client.query(text, [...values]),
    { remembers: () => true }
  )
const count = async (ids: string): Promise<number> =>
  (await pool.query("select 1 from countersign.records where id like $1", [ids])).rows.length

describe("a commit with a shaped statement", () => {
  it("D1, I1, F6: of 64 concurrent commits with two guards and an insert, one is written in each round", async () => {
    const write = writing()
    await write([insert("first", { owner: "0" }), insert("second", { owner: "0" })])
    for (let round = 1; round <= ROUNDS; round++) {
      const owner = String(round)
      const written = await Promise.all(
        RACERS.map((racer) =>
          write(
            [replace("first", round, { owner, racer }), insert(`race-${round}-${racer}`, { owner })],
            [atVersion("second", round)]
          )
        )
      )
      expect(written.filter((one) => one)).toHaveLength(1)
      expect(await count(`race-${round}-%`)).toBe(1)
      expect(await write([replace("second", round, { owner })])).toBe(true)
    }
  })

  it("I6: of 64 concurrent inserts of one record or one unique key, one is written in each round", async () => {
    const write = writing()
    for (let round = 1; round <= ROUNDS; round++) {
      const [ids, keys] = await Promise.all([
        Promise.all(RACERS.map((racer) => write([insert(`same-${round}`, { racer })]))),
        Promise.all(RACERS.map((racer) => write([insert(`key-${round}-${racer}`, { name: `only-${round}` })])))
      ])
      for (const written of [ids, keys]) expect(written.filter((one) => one)).toHaveLength(1)
      expect([await count(`same-${round}`), await count(`key-${round}-%`)]).toEqual([1, 1])
    }
  })

  it("D2: of two commits that each replace a record the other guards, at most one is written", async () => {
    const write = writing()
    for (let round = 0; round < ROUNDS; round++) {
      await write([insert(`left-${round}`), insert(`right-${round}`)])
      const written = await Promise.all([
        write([replace(`left-${round}`, 1)], [atVersion(`right-${round}`, 1)]),
        write([replace(`right-${round}`, 1)], [atVersion(`left-${round}`, 1)])
      ])
      expect(written.sort()).toEqual([false, true])
    }
  })

  it("writes the valid commits of a batch, and nothing of the others", async () => {
    const write = shaped('"countersign"', prepared(pool))
    await write([commitPlan([insert("held"), insert("moved", { name: "moved" })], [])], later())
    const batch = [
      commitPlan([replace("held", 1), insert("beside-held")], []),
      commitPlan([insert("beside-missing")], [atVersion("missing", 1)]),
      commitPlan([replace("moved", 1, { name: "elsewhere" }), insert("beside-moved")], []),
      commitPlan([insert("alone")], [])
    ]
    expect(await write(batch, later())).toEqual([true, false, false, true])
    const ids = ["beside-held", "beside-missing", "beside-moved", "alone"]
    expect(await Promise.all(ids.map(count))).toEqual([1, 0, 0, 1])
  })

  it("R7: writes nothing of a batch in which a deadline has passed", async () => {
    const write = shaped('"countersign"', prepared(pool))
    const until = (id: string, at: number) => commitPlan([insert(id)], [{ guard: "before", at }])
    const batch = [commitPlan([insert("early")], []), until("late", 0), until("open", 8e15)]
    expect(await write(batch, later())).toEqual([false, false, false])
    expect(await Promise.all(["early", "late", "open"].map(count))).toEqual([0, 0, 0])
  })

  it("R7: writes nothing if its deadline passes while it waits for a lock", async () => {
    const write = shaped('"countersign"', prepared(pool))
    await write([commitPlan([insert("locked")], [])], later())
    const holder = await pool.connect()
    for (const change of [replace("locked", 1), insert("taken")]) {
      await holder.query("begin")
      await holder.query("select 1 from countersign.records where id = 'locked' for update")
      await shaped('"countersign"', on(holder))([commitPlan([insert("taken")], [])], later())
      const at = Date.now() + 300
      const written = write([commitPlan([change], [{ guard: "before", at }])], later())
      await expect.poll(() => Date.now()).toBeGreaterThan(at)
      await holder.query("rollback")
      expect(await written).toEqual([false])
    }
    holder.release()
    expect([await count("taken"), await writing()([replace("locked", 1)])]).toEqual([0, true])
  })

  it("I11, F8: waits for the disk, also when the role's default does not", async () => {
    const lazy = server.pool({ options: "-c synchronous_commit=off", max: 1 })
    const client = await lazy.connect()
    await client.query("begin")
    await shaped('"countersign"', on(client))([commitPlan([insert("durable")], [])], later())
    expect((await client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }])
    await client.query("rollback")
    client.release()
  })

  it("is planned once per connection with a generic plan, and its cost estimate is too low for JIT", async () => {
    const one = server.pool({ max: 1 })
    const write = shaped('"countersign"', prepared(one))
    for (let round = 0; round < 12; round++) {
      const ids = Array.from({ length: 1 + (round % 3) }, (_, nth) => `plan-${round}-${nth}`)
      await write(
        ids.map((id) => commitPlan([insert(id, { name: id, owner: id })], [{ guard: "before", at: 8e15 }])),
        later()
      )
      await write(
        ids.map((id) => commitPlan([replace(id, 1, { name: id })], [])),
        later()
      )
    }
    const { rows } = await one.query(
      "select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name like 'countersign_%'"
    )
    expect(rows).toEqual([
      { custom: 5, generic: 7 },
      { custom: 5, generic: 7 }
    ])
    const { rows: statements } = await one.query(
      "select name from pg_prepared_statements where name like 'countersign_%'"
    )
    for (const { name } of statements) {
      const values = await one.query(
        "select cardinality(parameter_types) as n from pg_prepared_statements where name = $1",
        [name]
      )
      const { rows: plans } = await one.query(
        `explain (format json) execute ${name}(${["'[]'", "0"].slice(0, values.rows[0].n).join(", ")})`
      )
      expect(plans[0]["QUERY PLAN"][0].Plan["Total Cost"]).toBeLessThan(100_000)
    }
  })
})

it("the SQL function runs removals, guards of free keys and duplicate claims", () => {
  const commits = [
    commitPlan([insert("a")], [atVersion("b", 1), { guard: "before", at: 1 }]),
    commitPlan([replace("a", 1)], []),
    commitPlan([{ ...here, op: "remove", id: "a", version: 1 }], []),
    commitPlan([], [free("a")]),
    commitPlan([insert("a", { name: "x" }), insert("b", { name: "x" })], [])
  ]
  expect(commits.map(isShaped)).toEqual([true, true, false, false, false])
})
