import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { recent } from "../src/index.ts"

const SIZE = 8

describe("recent", () => {
  it("answers what was set, under its own text alone", () => {
    const memory = recent<number>(SIZE)
    memory.set("a", 1)
    expect([memory.get("a"), memory.get("b")]).toEqual([1, undefined])
  })

  it("holds no more than twice its size, and of the texts used last none is lost", () => {
    const text = fc.integer({ min: 0, max: 40 }).map(String)
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), (used) => {
        const memory = recent<string>(SIZE)
        const latest: Array<string> = []
        for (const each of used) {
          if (memory.get(each) === undefined) memory.set(each, each)
          latest.push(each)
        }
        const last = new Set(latest.slice(-SIZE))
        expect([...last].filter((each) => memory.get(each) !== each)).toEqual([])
      })
    )
  })

  it("forgets whole generations: of ten thousand texts, the last sixteen at most are there", () => {
    const memory = recent<number>(SIZE)
    const texts = Array.from({ length: 10_000 }, (_, at) => String(at))
    for (const [at, text] of texts.entries()) memory.set(text, at)
    // From the last to the first, since asking for one of the old generation makes room for it.
    const held = texts.toReversed().filter((text) => memory.get(text) !== undefined)
    expect(held.length).toBeGreaterThanOrEqual(SIZE)
    expect(held.length).toBeLessThanOrEqual(2 * SIZE)
  })

  it("keeps a text that is asked for between many others", () => {
    const memory = recent<number>(SIZE)
    memory.set("kept", 1)
    for (let at = 0; at < 1_000; at += 1) {
      memory.set(String(at), at)
      expect(memory.get("kept")).toBe(1)
    }
  })
})
