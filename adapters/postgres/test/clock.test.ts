import * as fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { PoolClient } from "../src/Pool.ts"
import { prepared } from "../src/Statement.ts"
import { databaseClock } from "../src/server.ts"

describe("GO7: the clock of the database, as a node knows it", () => {
  it("is unknown before a response, and then between the sending of the statement and its response", () => {
    let at = 100
    const clock = databaseClock(() => at)
    expect(clock.now()).toBeUndefined()
    // Sent at 100, received at 140: the database read 5,000 in between.
    at = 140
    clock.measured(5000, 100)
    expect(clock.now()).toBe(5020)
    at = 1140
    expect(clock.now()).toBe(6020)
  })

  it("is never further from the database's than the round trip of the last response, however slow others were", () => {
    const trip = fc.record({ before: fc.nat(500), there: fc.nat(3000), back: fc.nat(3000) })
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.array(trip, { minLength: 1 }), (offset, trips) => {
        let at = 0
        const clock = databaseClock(() => at)
        for (const { back, before, there } of trips) {
          at += before
          const sent = at
          at += there
          const read = at + offset
          at += back
          clock.measured(read, sent)
        }
        const last = trips.at(-1)
        const error = Math.abs((clock.now() ?? Number.NaN) - (at + offset))
        expect(error).toBeLessThanOrEqual((last?.there ?? 0) + (last?.back ?? 0) + 1)
      })
    )
  })

  it("does not measure the time that a statement waits for a connection", async () => {
    let at = 0
    const offset = 1_000_000
    const now = vi.spyOn(performance, "now").mockImplementation(() => at)
    const clock = databaseClock()
    const client: PoolClient = {
      query: async () => {
        at += 3
        const read = String(at + offset)
        at += 3
        return { rows: [{ now: read }] }
      },
      release: () => {},
      on: () => {},
      removeListener: () => {}
    }
    const connect = async () => {
      at += 4000
      return client
    }
    try {
      await prepared({ connect }, clock.measured)({ text: "select 1", values: [] }, { until: 10_000 })
      expect(Math.abs((clock.now() ?? 0) - (at + offset))).toBeLessThanOrEqual(3)
    } finally {
      now.mockRestore()
    }
  })

  it("follows a database whose clock jumps, as after a failover", () => {
    let at = 0
    const clock = databaseClock(() => at)
    clock.measured(1_000_000, 0)
    at = 10
    clock.measured(400_000, 8)
    expect(clock.now()).toBeGreaterThanOrEqual(400_000)
    expect(clock.now()).toBeLessThanOrEqual(400_003)
  })
})
