import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { batched } from "../src/batchQueue.ts"
import type { Pool, PoolQuery } from "../src/Pool.ts"
import { prepared, resending } from "../src/Statement.ts"

const sqlState = (code: string): Error => Object.assign(new Error(code), { code })

/** Sends 1 to 3, each failing as given. */
const requested = async (failure: (all: ReadonlyArray<number>, nth: number) => Error | undefined) => {
  const sent: Array<ReadonlyArray<number>> = []
  const run = resending(async ({ values }) => {
    const all = values.map(Number)
    const error = failure(all, sent.push(all))
    if (error !== undefined) throw error
    return { rows: [] }
  })
  const outcomes = await batched(async (all: ReadonlyArray<number>, wait) => {
    await run({ text: "", values: [...all] }, wait)
    return all
  })([1, 2, 3], { until: Number.POSITIVE_INFINITY })
  return { sent, outcomes: outcomes.map((one) => (Result.isSuccess(one) ? one.success : String(one.failure))) }
}

describe("a batch", () => {
  it("is sent one by one when the database rejects it because of one call", async () => {
    const { outcomes, sent } = await requested((all) => (all.includes(2) ? sqlState("22P02") : undefined))
    expect(outcomes).toEqual([1, "Error: 22P02", 3])
    expect(sent).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it.each([
    ["a serialization failure", "40001"],
    ["a deadlock", "40P01"]
  ])("D3: is sent again together when it was rolled back because of %s", async (_, code) => {
    const { outcomes, sent } = await requested((_, nth) => (nth < 3 ? sqlState(code) : undefined))
    expect(outcomes).toEqual([1, 2, 3])
    expect(sent).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3]
    ])
  })

  it("D3: is sent six times in all, and then fails", async () => {
    const { outcomes, sent } = await requested((_, nth) => (nth < 100 ? sqlState("40P01") : undefined))
    expect(sent.filter((all) => all.length === 3)).toHaveLength(6)
    for (const one of [1, 2, 3])
      expect(sent.filter(([first, ...others]) => first === one && others.length === 0)).toHaveLength(6)
    expect(outcomes).toEqual(["Error: 40P01", "Error: 40P01", "Error: 40P01"])
  })

  it("D4: is never sent again when the connection was lost: all outcomes are unknown", async () => {
    const { outcomes, sent } = await requested(() => new Error("lost"))
    expect(outcomes).toEqual(["Error: lost", "Error: lost", "Error: lost"])
    expect(sent).toEqual([[1, 2, 3]])
  })
})

describe("prepared statements", () => {
  /** A pool behind a proxy that does not support prepared statements. */
  const forgetful = (code: string) => {
    const names: Array<string | undefined> = []
    const unnamed: Array<string | PoolQuery> = []
    const query = async (requested: string | PoolQuery) => {
      const name = typeof requested === "string" ? undefined : requested.name
      names.push(name)
      if (name === undefined) unnamed.push(requested)
      if (name !== undefined) throw sqlState(code)
      return { rows: [] }
    }
    const client = { query, release: () => {}, on: () => {}, removeListener: () => {} }
    const pool: Pool = { connect: async () => client }
    return { names, pool, unnamed }
  }
  const later = () => ({ until: performance.now() + 60_000 })
  const statement = { name: "some", text: "select $1", values: [1] }

  it.each(["26000", "42P05"])(
    "are disabled at the first %s, and the failed statement is sent again without a name",
    async (code) => {
      const { names, pool, unnamed } = forgetful(code)
      const ask = prepared(pool)
      expect(await ask(statement, later())).toEqual({ rows: [] })
      expect(await ask(statement, later())).toEqual({ rows: [] })
      expect(names).toEqual(["some", undefined, undefined])
      for (const requested of unnamed) expect(requested).toEqual({ text: "select $1", values: [1] })
    }
  )

  it("stay enabled after any other failure, which is reported", async () => {
    const { names, pool } = forgetful("22P02")
    const ask = prepared(pool)
    for (const _ of [1, 2]) await expect(ask(statement, later())).rejects.toThrow("22P02")
    expect(names).toEqual(["some", "some"])
  })
})
