import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { together } from "../src/batch.ts"
import type { Pool, PoolQuery } from "../src/Pool.ts"
import { prepared } from "../src/prepared.ts"

const sqlState = (code: string): Error => Object.assign(new Error(code), { code })

/** Asks for 1 to 3, where what is asked fails as told. */
const asked = async (failure: (all: ReadonlyArray<number>, nth: number) => Error | undefined) => {
  const sent: Array<ReadonlyArray<number>> = []
  const outcomes = await together(async (all: ReadonlyArray<number>) => {
    const error = failure(all, sent.push(all))
    if (error !== undefined) throw error
    return all
  })([1, 2, 3], Number.POSITIVE_INFINITY)
  return { sent, outcomes: outcomes.map((one) => (Result.isSuccess(one) ? one.success : String(one.failure))) }
}

describe("what is asked together", () => {
  it("is asked one by one where the database refuses it for the sake of one", async () => {
    const { outcomes, sent } = await asked((all) => (all.includes(2) ? sqlState("22P02") : undefined))
    expect(outcomes).toEqual([1, "Error: 22P02", 3])
    expect(sent).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it("D3: is asked together again where it was rolled back for the sake of another", async () => {
    const { outcomes, sent } = await asked((_, nth) => (nth < 3 ? sqlState("40P01") : undefined))
    expect(outcomes).toEqual([1, 2, 3])
    expect(sent).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3]
    ])
  })

  it("D3: is asked six times in all, and then told", async () => {
    const { outcomes, sent } = await asked((_, nth) => (nth < 100 ? sqlState("40P01") : undefined))
    expect(sent.filter((all) => all.length === 3)).toHaveLength(6)
    for (const one of [1, 2, 3])
      expect(sent.filter(([first, ...others]) => first === one && others.length === 0)).toHaveLength(6)
    expect(outcomes).toEqual(["Error: 40P01", "Error: 40P01", "Error: 40P01"])
  })

  it("D4: is never asked again where the connection was lost: all have no known outcome", async () => {
    const { outcomes, sent } = await asked(() => new Error("lost"))
    expect(outcomes).toEqual(["Error: lost", "Error: lost", "Error: lost"])
    expect(sent).toEqual([[1, 2, 3]])
  })
})

describe("prepared statements", () => {
  /** A pool behind something that carries none of them along. */
  const forgetful = (code: string) => {
    const names: Array<string | undefined> = []
    const unnamed: Array<string | PoolQuery> = []
    const query = async (asked: string | PoolQuery) => {
      const name = typeof asked === "string" ? undefined : asked.name
      names.push(name)
      if (name === undefined) unnamed.push(asked)
      if (name !== undefined) throw sqlState(code)
      return { rows: [] }
    }
    const client = { query, release: () => {}, on: () => {}, removeListener: () => {} }
    const pool: Pool = { connect: async () => client }
    return { names, pool, unnamed }
  }
  const statement = { name: "some", text: "select $1", values: [1] }

  it.each(["26000", "42P05"])(
    "are given up at the first %s, and what it met is asked again without a name",
    async (code) => {
      const { names, pool, unnamed } = forgetful(code)
      const ask = prepared(pool)
      expect(await ask(statement, performance.now() + 1000)).toEqual({ rows: [] })
      expect(await ask(statement, performance.now() + 1000)).toEqual({ rows: [] })
      expect(names).toEqual(["some", undefined, undefined])
      for (const asked of unnamed) expect(asked).toEqual({ text: "select $1", values: [1] })
    }
  )

  it("are kept after any other failure, which is told as it is", async () => {
    const { names, pool } = forgetful("22P02")
    const ask = prepared(pool)
    for (const _ of [1, 2]) await expect(ask(statement, performance.now() + 1000)).rejects.toThrow("22P02")
    expect(names).toEqual(["some", "some"])
  })
})
