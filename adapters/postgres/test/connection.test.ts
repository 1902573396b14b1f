import { describe, expect, it, onTestFinished, vi } from "vitest"
import { shortcomings } from "../src/inspect.ts"
import { onClient } from "../src/migrations/explained.ts"
import type { Answer, Pool, PoolClient } from "../src/Pool.ts"
import { runStatement } from "../src/Statement.ts"

const query = { text: "select 1", values: [] }
const found: Answer = { rows: [{ one: "1" }] }
const sqlState = (code: string): Error => Object.assign(new Error(code), { code })
const soon = () => ({ until: performance.now() + 30 })

/** A pool of one connection, and a log of its events. */
const pooled = (answer: () => Promise<Answer>, connect: () => Promise<void> = async () => {}) => {
  const reported: Array<string> = []
  const client: PoolClient = {
    query: (requested) => {
      reported.push(`asked ${typeof requested === "string" ? requested : requested.text}`)
      return answer()
    },
    release: (error) => reported.push(error === undefined ? "kept" : `closed for ${error.message}`),
    on: (event) => reported.push(`hears ${event}`),
    removeListener: (event) => reported.push(`leaves ${event}`)
  }
  const pool: Pool = { connect: () => connect().then(() => client) }
  return { pool, reported }
}
const stored = ["hears error", "hears notice", "asked select 1", "leaves notice", "kept", "leaves error"]
const closed = (why: string) => ["hears error", "hears notice", "asked select 1", "leaves notice", `closed for ${why}`]
const lentTo = (why: string) => ["hears error", "asked select 1", `closed for ${why}`]
/** A result that arrives when the test releases it. */
const held = () => {
  let open = () => {}
  const come = new Promise<void>((resolve) => {
    open = resolve
  })
  return { come, let: () => open() }
}
const never = () => new Promise<never>(() => {})

describe("a statement on a connection of the pool", () => {
  it("returns its result, and releases the connection unchanged", async () => {
    const { pool, reported } = pooled(async () => found)
    expect(await runStatement(pool, soon(), query)).toBe(found)
    expect(reported).toEqual(stored)
  })

  it("reports the time of the database where a result has it", async () => {
    const times: Array<number> = []
    for (const rows of [[], [{ one: "1" }], [{ now: "5" }]]) {
      await runStatement(pooled(async () => ({ rows })).pool, soon(), query, (now) => times.push(now))
    }
    expect(times).toEqual([5])
  })

  it("releases the connection unchanged when the database rejects it", async () => {
    const { pool, reported } = pooled(async () => Promise.reject(sqlState("22P02")))
    await expect(runStatement(pool, soon(), query)).rejects.toThrow("22P02")
    expect(reported).toEqual(stored)
  })

  it.each([
    ["without an error", new Error("lost")],
    ["by the server", sqlState("57P01")],
    ["with what is no error", "lost"]
  ])("D4: closes a connection that is lost %s, and handles its later errors", async (_, failure) => {
    const { pool, reported } = pooled(async () => Promise.reject(failure))
    await expect(runStatement(pool, soon(), query)).rejects.toBe(failure)
    expect(reported).toEqual(closed(failure instanceof Error ? failure.message : failure))
  })

  it("D6: fails at its timeout, and a later result changes nothing", async () => {
    const answer = held()
    const { pool, reported } = pooled(() => answer.come.then(() => found))
    await expect(runStatement(pool, soon(), query)).rejects.toThrow(
      "postgres: the database did not respond within the timeout"
    )
    answer.let()
    await new Promise((resolve) => setImmediate(resolve))
    expect(reported).toEqual(closed("postgres: the database did not respond within the timeout"))
  })

  it("GT12: fails at its timeout also after a statement under the fake timers of a test", {
    timeout: 20_000
  }, async () => {
    vi.resetModules()
    const { runStatement: run } = await import("../src/Statement.ts")
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    onTestFinished(() => void vi.useRealTimers())
    await run(pooled(async () => found).pool, soon(), query)
    vi.useRealTimers()
    await expect(run(pooled(never).pool, soon(), query)).rejects.toThrow("did not respond within the timeout")
  })

  it("D6: fails at its timeout without a connection, and a later one is released unused", async () => {
    const connection = held()
    const { pool, reported } = pooled(never, () => connection.come)
    await expect(runStatement(pool, soon(), query)).rejects.toThrow("did not respond within the timeout")
    expect(reported).toEqual([])
    connection.let()
    await new Promise((resolve) => setImmediate(resolve))
    expect(reported).toEqual(["kept"])
  })

  it("fails with the pool's error when it gets no connection", async () => {
    const { pool, reported } = pooled(never, () => Promise.reject(new Error("refused")))
    await expect(runStatement(pool, soon(), query)).rejects.toThrow("refused")
    expect(reported).toEqual([])
  })
})

describe("a connection that is lent to a migration", () => {
  it("is released after it", async () => {
    const { pool, reported } = pooled(async () => found)
    expect(await onClient(pool, (client) => client.query("select 1"))).toBe(found)
    expect(reported).toEqual(["hears error", "asked select 1", "leaves error", "kept"])
  })

  it.each([
    ["with what the server said", sqlState("28P01"), "28P01", "28P01. Correct the user or the password"],
    ["with what is no error", "lost", "postgres: the migrations failed", "lost"]
  ])("is closed after a failure %s, with an error that says what to do", async (_, failure, why, says) => {
    const { pool, reported } = pooled(async () => Promise.reject(failure))
    await expect(onClient(pool, (client) => client.query("select 1"))).rejects.toThrow(says)
    expect(reported).toEqual(lentTo(why))
  })

  it("cannot be opened, and the error says what to do", async () => {
    const { pool } = pooled(never, () => Promise.reject(sqlState("ECONNREFUSED")))
    await expect(onClient(pool, async () => {})).rejects.toThrow("ECONNREFUSED. No server listens at this address")
  })
})

describe("missing tables and unsafe settings", () => {
  const reported = (columns: Answer["rows"][number], options = {}) =>
    shortcomings(pooled(async () => ({ rows: [columns] })).pool, options)
  const well = {
    ...{ is_migrated: "t", synchronous_commit: "on", fsync: "on", full_page_writes: "on", array_nulls: "on" },
    ...{ idle_session_timeout: "0", read_only: "off", execute: "true", row_security: "false" }
  }

  it("are reported, and nothing else is", async () => {
    expect(await reported(well)).toEqual([])
    const found = await reported({ is_migrated: "f", synchronous_commit: "off", fsync: "off", full_page_writes: "off" })
    expect(found.map(({ what }) => what)).toEqual(["tables", "synchronous_commit", "fsync", "full_page_writes"])
    const [{ message } = { message: "" }] = await reported({ ...well, fsync: "off" })
    expect(message).toMatch(/^postgres: fsync is off, so a crash/u)
  })

  it("are searched in the given schema, or the default one", async () => {
    const [usual] = await reported({ ...well, is_migrated: "f" })
    const [named] = await reported({ ...well, is_migrated: "f" }, { schema: "mine" })
    expect([usual?.message, named?.message]).toEqual([
      expect.stringContaining("missing from schema countersign;"),
      expect.stringContaining("missing from schema mine;")
    ])
  })
})
