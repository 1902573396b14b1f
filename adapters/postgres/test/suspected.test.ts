import { describe, expect, it } from "vitest"
import type { Answer, Notice, Pool, PoolClient } from "../src/Pool.ts"
import { resending, runStatement, suspect } from "../src/Statement.ts"

const query = { text: "select 1", values: [] }
const found: Answer = { rows: [{ one: "1" }] }
/** Read in each test: a process may have run for a minute before. */
const wait = () => ({ until: performance.now() + 60_000 })
const sqlState = (code: string): Error => Object.assign(new Error(code), { code })

type State = "fit" | "a standby" | "read-only" | "lost"

/** A pool whose connections are to servers in these states, and a log of what each of them was for. */
const pooled = (
  states: ReadonlyArray<State>,
  { idleCount = states.length, notice }: { idleCount?: number; notice?: Notice } = {}
) => {
  const log: Array<string> = []
  const idle = states.map((state, nth): PoolClient => {
    const listeners = new Map<string, (notice: Notice) => void>()
    const client: PoolClient = {
      query: async (requested) => {
        const isCheck = typeof requested === "object" && requested.text.includes("pg_is_in_recovery")
        log.push(`${nth} ${isCheck ? "checked" : "used"}`)
        if (state === "lost") throw new Error("gone")
        if (!isCheck && notice !== undefined) listeners.get("notice")?.(notice)
        return isCheck ? { rows: [{ refuses: state === "fit" ? null : state }] } : found
      },
      release: (error) => {
        if (error === undefined) idle.push(client)
        log.push(error === undefined ? `${nth} returned` : `${nth} closed: ${error.message}`)
      },
      on: (event, listener) => listeners.set(event, listener),
      removeListener: (event) => listeners.delete(event)
    }
    return client
  })
  const pool: Pool = {
    connect: async () => {
      const client = idle.shift()
      if (client === undefined) throw new Error("no connection is left")
      return client
    },
    idleCount
  }
  return { log, pool, run: () => runStatement(pool, wait(), query) }
}

describe("GH3: after a loss, a connection", () => {
  it("is checked once before its next use, and not before a loss", async () => {
    const { log, pool, run } = pooled(["fit"])
    await run()
    suspect(pool)
    await run()
    await run()
    suspect(pool)
    await run()
    const used = ["0 used", "0 returned"]
    expect(log).toEqual([...used, "0 checked", ...used, ...used, "0 checked", ...used])
  })

  it("to a standby is closed, and the next one used", async () => {
    const { log, pool, run } = pooled(["a standby", "fit"])
    suspect(pool)
    expect(await run()).toBe(found)
    expect(log).toEqual([
      ...["0 checked", "0 closed: postgres: the server is a standby"],
      ...["1 checked", "1 used", "1 returned"]
    ])
  })

  it("that does not answer the check is closed as well", async () => {
    const { log, pool, run } = pooled(["lost", "fit"])
    suspect(pool)
    await run()
    expect(log.slice(0, 2)).toEqual(["0 checked", "0 closed: gone"])
  })

  it("to a read-only server is used only once no idle one is left to try", async () => {
    const { log, pool, run } = pooled(["read-only", "read-only", "read-only"], { idleCount: 1 })
    suspect(pool)
    expect(await run()).toBe(found)
    expect(log.slice(-3)).toEqual(["2 checked", "2 used", "2 returned"])
    expect(log.filter((line) => line.endsWith("closed: postgres: the server is read-only"))).toHaveLength(2)
  })

  it("to a standby is never used: the call fails with the reason when none is left to try", async () => {
    const { log, pool, run } = pooled(["a standby", "a standby", "a standby"], { idleCount: 1 })
    suspect(pool)
    await expect(run()).rejects.toThrow("postgres: the server is a standby")
    expect(log.filter((line) => line.endsWith("used"))).toEqual([])
    expect(log.filter((line) => line.includes("closed"))).toHaveLength(3)
  })

  it("is checked again by the statement after the one that lost another", async () => {
    const { log, run } = pooled(["lost", "fit"])
    await expect(run()).rejects.toThrow("gone")
    await run()
    expect(log).toEqual(["0 used", "0 closed: gone", "1 checked", "1 used", "1 returned"])
  })
})

it("GO8: a commit that the server no longer replicates fails, and other notices change nothing", async () => {
  const { run } = pooled(["fit"], { notice: { routine: "SyncRepWaitForLSN" } })
  await expect(run()).rejects.toThrow("postgres: the server stopped waiting for the standby, which may lack the commit")
  expect(await pooled(["fit"], { notice: { routine: "exec_stmt_raise" } }).run()).toBe(found)
})

describe("a statement that did not run", () => {
  /** The number of times that a statement is sent which fails `times` times. */
  const sends = async (error: Error, { isRead = false, isWanted = true, until = wait().until, times = 99 } = {}) => {
    let count = 0
    const run = resending(async () => {
      count += 1
      if (count > times) return found
      throw error
    }, isRead)
    const end = await run(query, { until, isWanted: () => isWanted }).then(
      () => "done",
      ({ message }) => message
    )
    return [count, end]
  }
  const lost = new Error("gone")

  it("is sent up to six times after a serialization failure or a deadlock", async () => {
    for (const code of ["40001", "40P01"]) {
      expect(await sends(sqlState(code))).toEqual([6, code])
      expect(await sends(sqlState(code), { times: 5 })).toEqual([6, "done"])
    }
  })

  it("is sent once more on another connection if the first could not run it", async () => {
    expect([await sends(sqlState("25006")), await sends(sqlState("25006"), { times: 1 })]).toEqual([
      [2, "25006"],
      [2, "done"]
    ])
  })

  it("GO13: is sent once more if it reads and its connection was lost, while the caller waits", async () => {
    expect(await sends(lost, { isRead: true, times: 1 })).toEqual([2, "done"])
    expect(await sends(lost, { isRead: true })).toEqual([2, "gone"])
    for (const settings of [{}, { isRead: true, isWanted: false }, { isRead: true, until: performance.now() }]) {
      expect(await sends(lost, settings)).toEqual([1, "gone"])
    }
  })

  it("is not sent again if the database refused it", async () => {
    expect(await sends(sqlState("23505"), { isRead: true })).toEqual([1, "23505"])
  })
})
