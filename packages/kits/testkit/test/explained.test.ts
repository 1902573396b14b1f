import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Call, isExplained, MOST_CALLS, type Sequential } from "../src/histories/histories.ts"

/** A memory cell: "put" writes a value and returns the previous one, "read" returns the current one. */
type Ask = { readonly put: number } | "read"
interface Cell {
  readonly holds: number
}
const cell: Sequential<Cell, Ask, number> = {
  initial: { holds: 0 },
  after: ({ holds }, ask, answer) => {
    if (answer !== undefined && answer !== holds) return undefined
    return ask === "read" ? { holds } : { holds: ask.put }
  }
}

const call = (invoked: number, at: number, ask: Ask, answer: number): Call<Ask, number> => ({
  ask,
  invoked,
  returned: { answer, at }
})
const put = (value: number): Ask => ({ put: value })
const lost = (invoked: number, ask: Ask): Call<Ask, number> => ({ ask, invoked })

describe("a history is linearizable", () => {
  it.each<readonly [string, ReadonlyArray<Call<Ask, number>>]>([
    ["without calls", []],
    ["of sequential calls", [call(1, 2, put(7), 0), call(3, 4, "read", 7), call(5, 6, put(8), 7)]],
    ["where a read during a write returns the value before it", [call(1, 4, put(7), 0), call(2, 3, "read", 0)]],
    ["where a read during a write returns the written value", [call(1, 4, put(7), 0), call(2, 3, "read", 7)]],
    [
      "where the later of two concurrent writes takes effect first",
      [call(1, 4, put(7), 8), call(2, 3, put(8), 0), call(5, 6, "read", 7)]
    ],
    [
      "where reads observe two writes in sequence that both started earlier",
      [call(1, 9, put(7), 0), call(2, 10, put(8), 7), call(3, 4, "read", 7), call(5, 6, "read", 8)]
    ],
    ["where a call without a response took effect", [lost(1, put(7)), call(2, 3, "read", 7)]],
    ["where a call without a response never took effect", [lost(1, put(7)), call(2, 3, "read", 0)]],
    [
      "where a call without a response took effect late",
      [lost(1, put(7)), call(2, 3, "read", 0), call(4, 5, "read", 7), call(6, 7, "read", 7)]
    ]
  ])("%s", (_, calls) => {
    expect(isExplained(calls, cell)).toBe(true)
    expect(isExplained(calls.toReversed(), cell)).toBe(true)
  })
})

describe("a history is not linearizable", () => {
  it.each<readonly [string, ReadonlyArray<Call<Ask, number>>]>([
    ["where a read after a write returns the value before it", [call(1, 2, put(7), 0), call(3, 4, "read", 0)]],
    ["where a read returns a value that was never written", [call(1, 4, put(7), 0), call(2, 3, "read", 9)]],
    ["where a read returns a value before its write was called", [call(1, 2, "read", 7), call(3, 4, put(7), 0)]],
    [
      "where a read returns an older value than an earlier read",
      [call(1, 9, put(7), 0), call(2, 3, "read", 7), call(4, 5, "read", 0)]
    ],
    [
      "where two readers observe two writes in opposite orders",
      [
        call(1, 20, put(7), 0),
        call(2, 20, put(8), 7),
        call(3, 4, "read", 8),
        call(5, 6, "read", 7),
        call(7, 8, "read", 8)
      ]
    ],
    ["where both of two concurrent writes were first", [call(1, 4, put(7), 0), call(2, 3, put(8), 0)]],
    [
      "where a call without a response took effect twice",
      [lost(1, put(7)), call(2, 3, "read", 7), call(4, 5, put(8), 7), call(6, 7, "read", 7)]
    ],
    ["where a call without a response took effect before it was made", [call(1, 2, "read", 7), lost(3, put(7))]]
  ])("%s", (_, calls) => {
    expect(isExplained(calls, cell)).toBe(false)
    expect(isExplained(calls.toReversed(), cell)).toBe(false)
  })
})

/** Calls that each took effect at one moment, with a start before it and an end after it. */
const done = fc
  .array(
    fc.record({ ask: fc.oneof(fc.constant<Ask>("read"), fc.nat(3).map(put)), before: fc.nat(8), after: fc.nat(8) }),
    {
      maxLength: MOST_CALLS,
      size: "max"
    }
  )
  .map((asks) => {
    let holds = 0
    return asks.map(({ after, ask, before }, moment) => {
      const answer = holds
      if (ask !== "read") holds = ask.put
      return call(moment - before - 0.25, moment + after + 0.25, ask, answer)
    })
  })

it("accepts any history of calls with one moment each, in whatever order they are listed", () => {
  fc.assert(
    fc.property(
      done.chain((calls) => fc.shuffledSubarray(calls, { minLength: calls.length })),
      (calls) => isExplained(calls, cell)
    )
  )
})

it("agrees with a search through all orders", () => {
  const small = fc.array(
    fc.record({
      ask: fc.oneof(fc.constant<Ask>("read"), fc.nat(2).map(put)),
      from: fc.nat(9),
      lasts: fc.nat(6),
      answer: fc.nat(2)
    }),
    { maxLength: 5 }
  )
  const counts = { explained: 0, not: 0 }
  fc.assert(
    fc.property(small, (drawn) => {
      const calls = drawn.map(({ answer, ask, from, lasts }) => call(from, from + lasts + 0.5, ask, answer))
      const found = isExplained(calls, cell)
      counts[found ? "explained" : "not"] += 1
      return found === orders(calls).some(isLegal)
    }),
    { numRuns: 500 }
  )
  expect(Math.min(counts.explained, counts.not)).toBeGreaterThan(20)
})

const orders = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) => orders(items.filter((one) => one !== first)).map((rest) => [first, ...rest]))

const isLegal = (order: ReadonlyArray<Call<Ask, number>>): boolean => {
  let state: Cell | undefined = cell.initial
  for (const [place, { ask, returned }] of order.entries()) {
    const laterReturnedFirst = order
      .slice(place)
      .some((later) => (later.returned?.at ?? 0) < (order[place]?.invoked ?? 0))
    if (laterReturnedFirst) return false
    state = state && cell.after(state, ask, returned?.answer)
  }
  return state !== undefined
}

it("rejects a history with more calls than it can search", () => {
  const calls = Array.from({ length: MOST_CALLS + 1 }, (_, n) => call(n * 2, n * 2 + 1, "read", 0))
  expect(isExplained(calls.slice(1), cell)).toBe(true)
  expect(() => isExplained(calls, cell)).toThrow("at most 12")
})
