import type { Guard } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { noPool, onClient, sending } from "./sending.ts"
import { atVersion, insert, replace, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
const ROUNDS = rounds(200, 15)
const RACERS = Array.from({ length: 64 }, (_, racer) => racer)

let pool: pg.Pool
beforeAll(() => {
  pool = server.pool({ max: 64 })
})

beforeEach(async () => {
  await pool.query("truncate countersign.things")
})

const count = async (ids: string): Promise<number> =>
  (await pool.query("select 1 from countersign.things where id like $1", [ids])).rows.length
const written = (outcomes: ReadonlyArray<string>): number => outcomes.filter((one) => one === "written").length
const before = (at: number): Guard => ({ guard: "before", at })

describe("a commit with a shaped statement", () => {
  it("D1, I1, F6: of 64 concurrent commits with two guards and an insert, one is written in each round", async () => {
    const { send } = sending(pool)
    await send([insert("first", { owner: "0" }), insert("second", { owner: "0" })])
    for (let round = 1; round <= ROUNDS; round++) {
      const owner = String(round)
      const outcomes = await Promise.all(
        RACERS.map((racer) =>
          send(
            [replace("first", round, { owner, racer }), insert(`race-${round}-${racer}`, { owner })],
            [atVersion("second", round)]
          )
        )
      )
      expect(written(outcomes)).toBe(1)
      expect(await count(`race-${round}-%`)).toBe(1)
      expect(await send([replace("second", round, { owner })])).toBe("written")
    }
  })

  it("I6: of 64 concurrent inserts of one record or one unique key, one is written in each round", async () => {
    const { send } = sending(pool)
    for (let round = 1; round <= ROUNDS; round++) {
      const [ids, keys] = await Promise.all([
        Promise.all(RACERS.map((racer) => send([insert(`same-${round}`, { racer })]))),
        Promise.all(RACERS.map((racer) => send([insert(`key-${round}-${racer}`, { name: `only-${round}` })])))
      ])
      for (const outcomes of [ids, keys]) {
        expect(outcomes.toSorted()).toEqual([...RACERS.slice(1).map(() => "taken"), "written"])
      }
      expect([await count(`same-${round}`), await count(`key-${round}-%`)]).toEqual([1, 1])
    }
  })

  it("D2: of two commits that each replace a record the other guards, at most one is written", async () => {
    const { send } = sending(pool)
    for (let round = 0; round < ROUNDS; round++) {
      await send([insert(`left-${round}`), insert(`right-${round}`)])
      const outcomes = await Promise.all([
        send([replace(`left-${round}`, 1)], [atVersion(`right-${round}`, 1)]),
        send([replace(`right-${round}`, 1)], [atVersion(`left-${round}`, 1)])
      ])
      expect(outcomes.toSorted()).toEqual(["version", "written"])
    }
  })

  it("R7: writes nothing of what shares a statement with a commit whose deadline has passed, and then all that is in time", async () => {
    const { planned, sendAll } = sending(pool)
    const until = (id: string, at: number) => planned([insert(id)], [before(at)])
    expect(await sendAll([until("early", 8e15), until("late", 0), until("open", 8e15)])).toEqual([
      "written",
      "late",
      "written"
    ])
    expect(await Promise.all(["early", "late", "open"].map(count))).toEqual([1, 0, 1])
  })

  it("R7: writes nothing if its deadline passes while it waits for a lock", async () => {
    const { send } = sending(pool)
    await send([insert("locked")])
    const holder = await pool.connect()
    for (const change of [replace("locked", 1), insert("taken")]) {
      await holder.query("begin")
      await holder.query("select 1 from countersign.things where id = 'locked' for update")
      await sending(noPool, { run: onClient(holder) }).send([insert("taken")])
      const at = Date.now() + 300
      const outcome = send([change], [before(at)])
      await expect.poll(() => Date.now()).toBeGreaterThan(at)
      await holder.query("rollback")
      expect(await outcome).toBe("late")
    }
    holder.release()
    expect([await count("taken"), await send([replace("locked", 1)])]).toEqual([0, "written"])
  })

  it("I11, F8: waits for the disk, also when the role's default does not", async () => {
    const lazy = server.pool({ options: "-c synchronous_commit=off", max: 1 })
    const client = await lazy.connect()
    await client.query("begin")
    await sending(noPool, { run: onClient(client) }).send([insert("durable")])
    expect((await client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }])
    await client.query("rollback")
    expect((await client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "off" }])
    client.release()
  })

  it("is planned once per connection with a generic plan, and its cost estimate is too low for JIT", async () => {
    const one = server.pool({ max: 1 })
    const { planned, sendAll } = sending(one)
    // Many, so that a plan costs the same before and after the records of this test.
    await one.query(`insert into countersign.things (environment, id, version, created_at, updated_at, name, owner, body)
      select gen_random_uuid(), n, 1, 0, 0, n, n, '' from generate_series(1, 50000) as n`)
    await one.query("analyze countersign.things")
    const shapes = [1, 2, 3, 100]
    for (let round = 0; round < 12; round++) {
      for (const length of shapes) {
        const ids = Array.from({ length }, (_, nth) => `plan-${length}-${round}-${nth}`)
        const inserts = ids.map((id) => planned([insert(id, { name: id, owner: id })], [before(8e15)]))
        const replaces = ids.map((id) => planned([replace(id, 1, { name: id })]))
        for (const commits of [inserts, replaces]) expect(new Set(await sendAll(commits))).toEqual(new Set(["written"]))
      }
    }
    const { rows: statements } = await one.query(
      `select name, custom_plans::int as custom, generic_plans::int as generic, cardinality(parameter_types) as parameters
        from pg_prepared_statements where name like 'countersign_%' and statement like '%synchronous_commit%'
        order by generic`
    )
    // Two of one record, two of two, and two of lists, which serve every greater number of records.
    expect(statements.map(({ custom, generic }) => [custom, generic])).toEqual([
      ...Array.from({ length: 4 }, () => [5, 7]),
      ...Array.from({ length: 2 }, () => [5, 19])
    ])
    for (const { name, parameters } of statements) {
      const values = Array.from({ length: parameters }, () => "null").join(", ")
      const { rows: plans } = await one.query(`explain (format json) execute ${name}(${values})`)
      expect(plans[0]["QUERY PLAN"][0].Plan["Total Cost"]).toBeLessThan(100_000)
    }
  })
})
