import { testDatabase } from "@countersign/harness/postgres"
import type pg from "pg"
import { describe, expect, it } from "vitest"
import type { Pool, PoolQuery } from "../src/Pool.ts"
import { insert, opened, replace, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))

/** A pool whose statements get a comment each, as sqlcommenter and other tracing tools add one. */
const commenting = (pool: pg.Pool) => {
  const named: Array<string> = []
  let closed = 0
  let count = 0
  const commented = (query: PoolQuery): PoolQuery => {
    if (query.name !== undefined) named.push(query.name)
    count += 1
    return { ...query, text: `${query.text} /*traceparent='00-${count}-01'*/` }
  }
  const commentingPool: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (query, values) => client.query(typeof query === "string" ? query : commented(query), values),
        release: (error) => {
          if (error !== undefined) closed += 1
          client.release(error)
        },
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return { pool: commentingPool, named, closed: () => closed }
}

/** Mutation runs a test several times in one process. */
let run = 0

describe("GH9: a tool that adds its own comment to each statement", () => {
  it.each([1, 5])("makes no call fail, on %i connections", async (max) => {
    const { closed, named, pool } = commenting(server.pool({ max }))
    const { outcome, rows } = await opened({ pool })
    run += 1
    const ids = Array.from({ length: 40 }, (_, nth) => `commented ${run} ${nth}`)
    for (const id of ids) expect(await outcome([insert(id)])).toBe("written")
    const prepared = named.length
    const all = ids.map((id) => outcome([replace(id, 1, { n: 1 })]))
    expect(new Set(await Promise.all(all))).toEqual(new Set(["written"]))
    for (const id of ids) expect((await rows(id))[0]?.body).toEqual({ n: 1 })
    // Statements without a name need no preparation, and no connection was in doubt.
    expect([named.length, closed()]).toEqual([prepared, 0])
  })

  it("refuses as before what conflicts", async () => {
    const { pool } = commenting(server.pool({ max: 2 }))
    const { outcome } = await opened({ pool })
    run += 1
    expect(await outcome([insert(`twice ${run}`)])).toBe("written")
    expect(await outcome([insert(`twice ${run}`)])).toBe("taken")
    expect(await outcome([replace(`twice ${run}`, 7)])).toBe("version")
  })
})
