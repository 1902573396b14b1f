import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { recent } from "../src/index.ts"

const SIZE = 8

describe("recent", () => {
  it("returns the stored value, under its own text only", () => {
    const memory = recent<number>(SIZE)
    memory.set("a", 1)
    expect([memory.get("a"), memory.get("b")]).toEqual([1, undefined])
  })

  it("retains the most recently used texts", () => {
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

  it("stores as many as its size, and these are the most recently read or written", () => {
    const text = fc.integer({ min: 0, max: 20 }).map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 200 }), (used) => {
        const memory = recent<string>(SIZE)
        let model: ReadonlyArray<string> = []
        for (const [isSet, each] of used) {
          const isHeld = model.includes(each)
          if (isSet) memory.set(each, each)
          else expect(memory.get(each)).toBe(isHeld ? each : undefined)
          if (isSet || isHeld) model = [...model.filter((other) => other !== each), each].slice(-SIZE)
        }
        const all = Array.from({ length: 21 }, (_, at) => String(at))
        // From oldest to newest, so that reading does not evict: reading an absent text changes nothing.
        expect(all.filter((each) => memory.get(each) !== undefined)).toEqual(all.filter((each) => model.includes(each)))
      })
    )
  })

  it.each([
    [0, "abcd"],
    [1, "bcde"],
    [2, "bcef"],
    [3, "cefg"],
    [4, "efgh"]
  ])("evicts the least recently used: after %d more it has %s", (more, left) => {
    const memory = recent<number>(4)
    for (const [value, text] of [..."abcd"].entries()) memory.set(text, value)
    memory.get("b")
    memory.set("c", 9)
    memory.get("c")
    for (const text of [..."efgh"].slice(0, more)) memory.set(text, 0)
    expect([..."abcdefgh"].filter((text) => memory.get(text) !== undefined).join("")).toBe(left)
  })

  it("returns the newest value of a text", () => {
    const memory = recent<number>(SIZE)
    for (const value of [1, 2, 3]) memory.set("a", value)
    expect(memory.get("a")).toBe(3)
  })

  it("stores one text even when its size is zero", () => {
    const memory = recent<number>(0)
    expect(() => memory.set("a", 1)).not.toThrow()
  })

  it("returns the last eight of ten thousand texts", () => {
    const memory = recent<number>(SIZE)
    const texts = Array.from({ length: 10_000 }, (_, at) => String(at))
    for (const [at, text] of texts.entries()) memory.set(text, at)
    expect(texts.filter((text) => memory.get(text) !== undefined)).toEqual(texts.slice(-SIZE))
  })

  it("retains a text that is read between many others", () => {
    const memory = recent<number>(SIZE)
    memory.set("kept", 1)
    for (let at = 0; at < 1_000; at += 1) {
      memory.set(String(at), at)
      expect(memory.get("kept")).toBe(1)
    }
  })

  it("makes the value of a text that it does not have, once", () => {
    const memory = recent<number>(SIZE)
    let made = 0
    const make = () => {
      made += 1
      return made
    }
    expect(["a", "a", "b", "a"].map((text) => memory.getOrMake(text, make))).toEqual([1, 1, 2, 1])
    expect(memory.get("b")).toBe(2)
  })
})
