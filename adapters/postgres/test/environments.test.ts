import { hash } from "node:crypto"
import type { Change, EnvironmentKey } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Pool } from "../src/Pool.ts"
import { prepared, type RunStatement } from "../src/Statement.ts"
import { environmentOf, rangeOf } from "../src/table.ts"
import { sending } from "./sending.ts"
import { insert, opened, things, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
let pool: pg.Pool
beforeAll(() => {
  pool = server.pool()
})
beforeEach(() => pool.query("truncate countersign.things, countersign.environments"))

const names = Array.from({ length: 200 }, (_, nth) => `${nth}`)
const of = (mode: "production" | "sandbox") => names.map((name) => environmentOf(`${mode}/${name}`))
const into = (environment: EnvironmentKey, id: string, dueAt = 0): Change => ({ ...insert(id, { dueAt }), environment })

describe("the number of an environment", () => {
  it("is the same on every node, in every version and in every restored database", () => {
    // 127 bits of the SHA-256 of the name, behind the bit of the mode.
    const known: Readonly<Record<EnvironmentKey, string>> = {
      "sandbox/acme": "21151afc-9fce-b9b9-715c-d98a983cfd74",
      "production/acme": "8c0ba9e6-f8ce-1244-8b2d-b8561524a8e7"
    }
    expect(known).toEqual({
      "sandbox/acme": environmentOf("sandbox/acme"),
      "production/acme": environmentOf("production/acme")
    })
  })

  it("is its mode and 127 bits of the digest of its name, also when it is computed anew", () => {
    // More than are remembered.
    for (let nth = 0; nth < 5000; nth += 1) {
      const name: EnvironmentKey = `${nth % 2 === 0 ? "sandbox" : "production"}/a${nth}`
      const digest = BigInt(`0x${hash("sha256", name)}`) >> 128n
      const bit = 1n << 127n
      const number = (digest & (bit - 1n)) | (nth % 2 === 0 ? 0n : bit)
      expect(environmentOf(name).replaceAll("-", "")).toBe(number.toString(16).padStart(32, "0"))
      expect(environmentOf(name)).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u)
    }
  })

  it("is another for each environment, and that of its mode: a mode is a range", async () => {
    const all = [...of("sandbox"), ...of("production")]
    expect(new Set(all).size).toBe(2 * names.length)
    const count = async (mode: "production" | "sandbox" | undefined, some: ReadonlyArray<string>) => {
      const { rows } = await pool.query(
        "select count(*)::int as n from unnest($1::uuid[]) as e where e between $2 and $3",
        [some, ...rangeOf(mode)]
      )
      return rows[0].n
    }
    expect(await count("sandbox", of("sandbox"))).toBe(names.length)
    expect(await count("sandbox", of("production"))).toBe(0)
    expect(await count("production", of("production"))).toBe(names.length)
    expect(await count("production", of("sandbox"))).toBe(0)
    expect(await count(undefined, all)).toBe(2 * names.length)
    // The ranges leave no number out.
    const [sandbox, production] = [rangeOf("sandbox"), rangeOf("production")]
    const next = await pool.query(
      "select ('x' || left($1, 8))::bit(32)::int8 + 1 = ('x' || left($2, 8))::bit(32)::int8 as is",
      [sandbox[1], production[0]]
    )
    expect([next.rows, [sandbox[0], production[1]]]).toEqual([[{ is: true }], rangeOf(undefined)])
  })
})

/** The statements of a pool that store names. */
const naming = (inner: pg.Pool) => {
  const sent: Array<unknown> = []
  const connect: Pool["connect"] = async () => {
    const client = await inner.connect()
    return {
      query: (asked) => {
        if (typeof asked !== "string" && asked.text.includes("environments (id, name)")) sent.push(asked.values[1])
        return client.query(asked)
      },
      release: (error) => client.release(error),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener)
    }
  }
  return { pool: { connect }, sent }
}

describe("the names of environments", () => {
  const stored = async () => (await pool.query("select id, name from countersign.environments order by name")).rows

  it("are stored once, whichever nodes write at the same time", async () => {
    const nodes = await Promise.all(Array.from({ length: 4 }, () => opened({ pool })))
    const environments: ReadonlyArray<EnvironmentKey> = ["production/acme", "sandbox/acme", "sandbox/b"]
    const outcomes = await Promise.all(
      nodes.flatMap(({ outcome }, node) =>
        [...environments, ...environments].map((environment, nth) => outcome([into(environment, `${node}-${nth}`)]))
      )
    )
    expect(new Set(outcomes)).toEqual(new Set(["written"]))
    expect(await stored()).toEqual(environments.map((name) => ({ id: environmentOf(name), name })))
  })

  it("cost a node one statement for each environment that it writes to, and none for what it reads or guards", async () => {
    const { pool: counted, sent } = naming(pool)
    const { outcome, rows, store } = await opened({ pool: counted })
    await rows("a")
    await outcome([], [{ collection: things, environment: "sandbox/a", guard: "version", id: "a", version: 1 }])
    await Effect.runPromise(store.claimDue(things, 0, 1, 1))
    expect(sent).toEqual([])
    for (const id of ["a", "b"]) await outcome([into("sandbox/a", id), into("sandbox/b", id)])
    await outcome([into("sandbox/b", "c"), into("sandbox/c", "c")])
    expect(sent).toEqual([["sandbox/a", "sandbox/b"], ["sandbox/c"]])
  })

  it("are stored before the record, also if the first attempt was rolled back", async () => {
    const ask = prepared(pool)
    const codes = ["40P01", "40001"]
    const run: RunStatement = (statement, ...rest) => {
      const code = statement.text.includes("environments (id, name)") ? codes.shift() : undefined
      if (code !== undefined) return Promise.reject(Object.assign(new Error("rolled back"), { code }))
      return ask(statement, ...rest)
    }
    const { send } = sending(pool, { run })
    expect(await send([into("sandbox/a", "a")])).toBe("written")
    expect([codes, await stored()]).toEqual([[], [{ id: environmentOf("sandbox/a"), name: "sandbox/a" }]])
  })

  it("GS8: are stored in one order, so that nodes that begin at the same time do not deadlock", async () => {
    const codes: Array<unknown> = []
    const node = () => {
      const ask = prepared(pool)
      const run: RunStatement = (...asked) =>
        ask(...asked).catch((error) => {
          codes.push(error.code)
          throw error
        })
      return sending(pool, { run })
    }
    // Holds the name in the middle until both have stored what they can: without an order, one has a, the other z.
    const holder = await server.pool({ max: 1 }).connect()
    await holder.query("begin")
    const middle = "sandbox/m"
    await holder.query("insert into countersign.environments values ($1, $2)", [environmentOf(middle), middle])
    const order: ReadonlyArray<EnvironmentKey> = ["sandbox/a", middle, "sandbox/z"]
    const pending = [order, order.toReversed()].map((all, nth) =>
      node().send(all.map((environment) => into(environment, `node-${nth}`)))
    )
    const waiting = async () => {
      const { rows } = await pool.query(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(2)
    await holder.query("rollback")
    holder.release()
    expect([await Promise.all(pending), codes]).toEqual([["written", "written"], []])
    expect((await stored()).map(({ name }) => name)).toEqual(order)
  })

  it("name the environment of a claimed record", async () => {
    const { outcome, store } = await opened({ pool })
    await outcome([into("sandbox/a", "a"), into("production/b", "b", 1)])
    const claimed = await Effect.runPromise(store.claimDue(things, 9, 9, 9))
    expect(claimed.map(({ environment, id }) => `${environment} ${id}`)).toEqual(["sandbox/a a", "production/b b"])
  })

  it.each(["staging/acme", "a sandbox/", ""])(
    "a claim of a record with the name %j of another origin fails",
    async (name) => {
      const { outcome, store } = await opened({ pool })
      await outcome([into("sandbox/a", "a")])
      await pool.query("update countersign.environments set name = $1", [name])
      const claim = Effect.runPromise(store.claimDue(things, 9, 9, 9))
      await expect(claim).rejects.toThrow("postgres: a record has an invalid environment")
    }
  )

  it("GO9: are stored again after the server has another history, which may lack them", async () => {
    let history = "00000001/7"
    const { pool: counted, sent } = naming(pool)
    const connect: Pool["connect"] = async () => {
      const client = await counted.connect()
      const state = { rows: [{ history, timeline: history.slice(0, 8), now: "5", unwritable: "false" }] }
      return {
        ...client,
        query: (asked) =>
          typeof asked !== "string" && asked.text.includes("pg_control_system")
            ? Promise.resolve(state)
            : client.query(asked)
      }
    }
    const { outcome, store } = await opened({ pool: { connect } })
    const state = store.state ?? Effect.die("the store has no state")
    for (const id of ["a", "b"]) {
      await Effect.runPromise(state)
      expect(await outcome([into("sandbox/a", id)])).toBe("written")
    }
    expect(sent).toEqual([["sandbox/a"]])
    // A backup of the time before the first commit was restored.
    await pool.query("truncate countersign.things, countersign.environments")
    history = "00000001/8"
    await Effect.runPromise(state)
    expect(await outcome([into("sandbox/a", "a")])).toBe("written")
    expect(await stored()).toEqual([{ id: environmentOf("sandbox/a"), name: "sandbox/a" }])
  })
})
