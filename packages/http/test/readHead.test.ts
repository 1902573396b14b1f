import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readHead, readQuery } from "../src/message/Call.ts"

/** Reads a head as an endpoint whose parameter `list` takes a list. */
const read = (target: string, headers: Readonly<Record<string, string>> = {}) => {
  const head = readHead({ target, headers })
  if ("tag" in head) return head
  const query = readQuery(head.search, new Set(["list"]))
  return "tag" in query ? query : { ...head, ...query }
}
const tagOf = (target: string, headers: Readonly<Record<string, string>> = {}) => {
  const head = read(target, headers)
  return "tag" in head ? head.tag : undefined
}

describe("the head of a call (I20, GA1)", () => {
  it("accepts any parameter name", () => {
    expect(read("/?__proto__=1&constructor=2&a")).toEqual({
      pathname: "/",
      search: "?__proto__=1&constructor=2&a",
      query: Object.assign(Object.create(null), { ["__proto__"]: "1", constructor: "2", a: "" })
    })
  })

  it("has the query that URLSearchParams reads, or repeats a parameter", () => {
    const letter = fc.constantFrom(..."ab?=&%+2e0._~-")
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 20 }), (rest) => {
        const web = new URLSearchParams(`?${rest}`)
        const head = read(`/?${rest}`)
        if (new Set(web.keys()).size < web.size) expect(head).toMatchObject({ tag: "QueryKeyRepeated" })
        else expect("tag" in head ? head.tag : new Map(Object.entries(head.query))).toEqual(new Map(web))
      }),
      { numRuns: 2000 }
    )
  })

  it("has the values of a parameter that takes a list in order, one of them too", () => {
    for (const [search, query] of [
      ["list=1", { list: "1" }],
      ["list=1&a=2&list=%33&list=", { list: ["1", "3", ""], a: "2" }]
    ] as const) {
      expect(read(`/a?${search}`)).toEqual({ pathname: "/a", search: `?${search}`, query })
    }
    expect(tagOf(`/a?${"list=1&".repeat(32)}`)).toBeUndefined()
    expect(tagOf(`/a?${"list=1&".repeat(33)}`)).toBe("TargetTooLong")
  })

  it("is rejected at the second occurrence of a parameter, which it names only if it is an identifier (GA1)", () => {
    const message = "The parameter is sent more than once. Send it once."
    for (const [search, field] of [
      ["limit=1&limit=1", "limit"],
      ["limit=1&%6cimit=2", "limit"],
      ["4111111111111111=1&4111111111111111", "query"]
    ]) {
      expect(read(`/a?${search}`)).toEqual({ tag: "QueryKeyRepeated", details: { errors: [{ field, message }] } })
    }
    // The first fault decides, so a second occurrence is found before the 33rd parameter.
    const many = Array.from({ length: 1000 }, (_, nth) => `k${nth}`).join("&")
    expect(tagOf(`/a?a&a&${many}`.slice(0, 4096))).toBe("QueryKeyRepeated")
  })

  it("is rejected with more than 4 KiB of target, or more than 32 parameters (GA1)", () => {
    expect(tagOf(`/${"a".repeat(4095)}`)).toBeUndefined()
    expect(tagOf(`/${"a".repeat(4096)}`)).toBe("TargetTooLong")
    expect(tagOf(`/a?${"&".repeat(4097)}`)).toBe("TargetTooLong")
    const pairs = (count: number) => Array.from({ length: count }, (_, nth) => `k${nth}=%20`).join("&")
    expect(tagOf(`/a?${pairs(32)}`)).toBeUndefined()
    expect(tagOf(`/a?${pairs(33)}`)).toBe("TargetTooLong")
    expect(tagOf(`/a?${pairs(33).replaceAll("%20", "")}`)).toBe("TargetTooLong")
  })

  it("is rejected with more than 100 headers, or more than 16 KiB of them (GA1)", () => {
    const headers = (count: number, value = "") =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`h${nth}`, value]))
    expect(tagOf("/", headers(100))).toBeUndefined()
    expect(tagOf("/", headers(101))).toBe("HeadersTooLarge")
    expect(tagOf("/", { cookie: "a".repeat(16_378) })).toBeUndefined()
    expect(tagOf("/", { cookie: "a".repeat(16_379) })).toBe("HeadersTooLarge")
    expect(tagOf("/", headers(90, "a".repeat(180)))).toBe("HeadersTooLarge")
  })
})
