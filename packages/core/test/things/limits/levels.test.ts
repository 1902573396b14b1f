import { describe, expect, it } from "vitest"
import { type Bucket, Level } from "../../../src/internal.ts"

const eight: Bucket = { environment: "sandbox/acme", key: "k", capacity: 8, refillEvery: 700, consistency: "strong" }
const after = (tokens: number, millis: number) => Level.refilled(eight, { tokens, at: 0 }, millis)

describe("O9: the level of a bucket", () => {
  it.each([
    [3, 699, { tokens: 3, at: 0 }],
    [3, 700, { tokens: 4, at: 700 }],
    [3, 1399, { tokens: 4, at: 700 }],
    [7, 1000, { tokens: 8, at: 1000 }],
    [3, 1_000_000, { tokens: 8, at: 1_000_000 }],
    [-3, 1400, { tokens: -1, at: 1400 }],
    [-99, 0, { tokens: -8, at: 0 }]
  ])("refills %d after %d ms to %j: at most to its capacity, and by whole tokens", (tokens, millis, level) => {
    expect(after(tokens, millis)).toEqual(level)
  })

  it("is used if it lies in the future by at most a full refill, and ignored beyond that", () => {
    expect(Level.refilled(eight, { tokens: 0, at: 5600 }, 0)).toEqual({ tokens: 0, at: 5600 })
    expect(Level.refilled(eight, { tokens: 0, at: 5601 }, 0)).toEqual({ tokens: 8, at: 0 })
  })

  it("never owes more than its capacity", () => {
    expect([Level.take(eight, after(3, 0), 2).tokens, Level.take(eight, after(3, 0), 99).tokens]).toEqual([1, -8])
  })
})
