import { describe, expect, it } from "vitest"
import { ask } from "../src/ask.ts"
import { shortcomings } from "../src/inspect.ts"
import { onClient } from "../src/migrations/migrate.ts"
import type { Answer, Pool, PoolClient } from "../src/Pool.ts"

const query = { text: "select 1", values: [] }
const found: Answer = { rows: [{ one: "1" }] }
const sqlState = (code: string): Error => Object.assign(new Error(code), { code })
const soon = (): number => performance.now() + 30

/** A pool of one connection, and what became of it. */
const pooled = (answer: () => Promise<Answer>, connect: () => Promise<void> = async () => {}) => {
  const told: Array<string> = []
  const client: PoolClient = {
    query: (asked) => {
      told.push(`asked ${typeof asked === "string" ? asked : asked.text}`)
      return answer()
    },
    release: (error) => told.push(error === undefined ? "kept" : `closed for ${error.message}`),
    on: (event) => told.push(`hears ${event}`),
    removeListener: (event) => told.push(`leaves ${event}`)
  }
  const pool: Pool = { connect: () => connect().then(() => client) }
  return { pool, told }
}
const kept = ["hears error", "asked select 1", "kept", "leaves error"]
const closed = (why: string) => ["hears error", "asked select 1", `closed for ${why}`]
/** What comes when it is let. */
const held = () => {
  let open = () => {}
  const come = new Promise<void>((resolve) => {
    open = resolve
  })
  return { come, let: () => open() }
}
const never = () => new Promise<never>(() => {})

describe("a statement on a connection of the pool", () => {
  it("is answered, and gives the connection back as it was", async () => {
    const { pool, told } = pooled(async () => found)
    expect(await ask(pool, soon(), query)).toBe(found)
    expect(told).toEqual(kept)
  })

  it("that the database refuses gives the connection back as it was", async () => {
    const { pool, told } = pooled(async () => Promise.reject(sqlState("22P02")))
    await expect(ask(pool, soon(), query)).rejects.toThrow("22P02")
    expect(told).toEqual(kept)
  })

  it.each([
    ["without a word", new Error("lost")],
    ["by the server's own end", sqlState("57P01")],
    ["with what is no error", "lost"]
  ])("D4: that loses its connection %s has it closed, and goes on to hear of it", async (_, failure) => {
    const { pool, told } = pooled(async () => Promise.reject(failure))
    await expect(ask(pool, soon(), query)).rejects.toBe(failure)
    expect(told).toEqual(closed(failure instanceof Error ? failure.message : failure))
  })

  it("D6: that is not answered in time fails then, and what comes later changes nothing", async () => {
    const answer = held()
    const { pool, told } = pooled(() => answer.come.then(() => found))
    await expect(ask(pool, soon(), query)).rejects.toThrow("postgres: no answer in time")
    answer.let()
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual(closed("postgres: no answer in time"))
  })

  it("D6: that gets no connection in time fails then, and one that comes later goes back unused", async () => {
    const connection = held()
    const { pool, told } = pooled(never, () => connection.come)
    await expect(ask(pool, soon(), query)).rejects.toThrow("no answer in time")
    expect(told).toEqual([])
    connection.let()
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual(["kept"])
  })

  it("that gets no connection fails as the pool does", async () => {
    const { pool, told } = pooled(never, () => Promise.reject(new Error("refused")))
    await expect(ask(pool, soon(), query)).rejects.toThrow("refused")
    expect(told).toEqual([])
  })
})

describe("a connection that is lent to a migration", () => {
  it("is given back after it", async () => {
    const { pool, told } = pooled(async () => found)
    expect(await onClient(pool, (client) => client.query("select 1"))).toBe(found)
    expect(told).toEqual(["hears error", "asked select 1", "leaves error", "kept"])
  })

  it.each([
    ["with what the server said", sqlState("28P01"), "28P01", "28P01. Correct the user or the password"],
    ["with what is no error", "lost", "postgres: the migrations failed", "lost"]
  ])("is closed after a failure %s, and says what to do", async (_, failure, why, says) => {
    const { pool, told } = pooled(async () => Promise.reject(failure))
    await expect(onClient(pool, (client) => client.query("select 1"))).rejects.toThrow(says)
    expect(told).toEqual(closed(why))
  })

  it("that there is none of says what to do", async () => {
    const { pool } = pooled(never, () => Promise.reject(sqlState("ECONNREFUSED")))
    await expect(onClient(pool, async () => {})).rejects.toThrow("ECONNREFUSED. Nothing listens there")
  })
})

describe("what a store should not stand on", () => {
  const told = (columns: Answer["rows"][number], options = {}) =>
    shortcomings(pooled(async () => ({ rows: [columns] })).pool, options)
  const well = { is_migrated: "t", synchronous_commit: "on", fsync: "on", full_page_writes: "on" }

  it("is told of tables that are missing and settings that are off, and of nothing else", async () => {
    expect(await told(well)).toEqual([])
    const found = await told({ is_migrated: "f", synchronous_commit: "off", fsync: "off", full_page_writes: "off" })
    expect(found.map(({ what }) => what)).toEqual(["tables", "synchronous_commit", "fsync", "full_page_writes"])
    const [{ message } = { message: "" }] = await told({ ...well, fsync: "off" })
    expect(message).toMatch(/^postgres: fsync is off, so a crash/u)
  })

  it("is looked for in the schema of that name, which is the usual one where none is named", async () => {
    const [usual] = await told({ ...well, is_migrated: "f" })
    const [named] = await told({ ...well, is_migrated: "f" }, { schema: "mine" })
    expect([usual?.message, named?.message]).toEqual([
      expect.stringContaining("missing from schema countersign;"),
      expect.stringContaining("missing from schema mine;")
    ])
  })
})
