import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { splitTarget } from "../src/message/Call.ts"

describe("FA6 FA7: a target in normal form", () => {
  it.each([
    ["/", "/", ""],
    ["/a", "/a", ""],
    ["/a/", "/a/", ""],
    ["/a?", "/a", ""],
    ["/?a=1", "/", "?a=1"],
    ["/a??b", "/a", "??b"],
    ["/:80/path", "/:80/path", ""],
    ["/a?b=c&d=%20+%2e", "/a", "?b=c&d=%20+%2e"],
    ["/a?b=/../c", "/a", "?b=/../c"],
    ["/a?x[y]=1", "/a", "?x[y]=1"],
    ["/a?b='c'", "/a", "?b='c'"],
    ["/.a/b./...", "/.a/b./...", ""],
    ["/Customer%3A1", "/Customer%3A1", ""],
    ["/a%20b%25c", "/a%20b%25c", ""],
    ["/%C3%A9/%f0%9f%98%80", "/%C3%A9/%f0%9f%98%80", ""],
    ["/a;b=1,c@d!$&()*~+'", "/a;b=1,c@d!$&()*~+'", ""]
  ])("splits %j unchanged", (target, pathname, search) => {
    expect(splitTarget(target)).toEqual({ pathname, search })
  })

  it.each([
    "",
    "x",
    "*",
    "?a=1",
    "//",
    "//host/path",
    "/a//b",
    "/a//",
    "/.",
    "/..",
    "/a/./b",
    "/a/../b",
    "/a/..?b",
    "/a/%2e%2e/b",
    "/a/.%2E/b",
    "/a%2fb",
    "/a%2Fb",
    "/a\\b",
    "/a%5Cb",
    "/a%00b",
    "/a%0a",
    "/a%7F",
    "/%61",
    "/a%2D%5f%7e",
    "/a\tb",
    "/a b",
    "/a\n",
    '/"a"',
    "/<a>",
    "/a|b",
    "/a^b",
    "/{a}",
    "/[a]",
    "/`a",
    "/é",
    "/%",
    "/%2",
    "/%zz",
    "/%ff",
    "/%c0%af",
    "/a#b",
    "/a?b#c"
  ])("rejects %j", (target) => {
    expect(splitTarget(target)).toBeUndefined()
  })

  const letter = fc.oneof(
    fc.constantFrom(..."ab09_~:/-.?=&%+2eE#\\ '\"<>|^`{}é\t\n"),
    fc.constantFrom("%2e", "%2F", "%41", "%3A", "%C3%A9", "%00", "..", "//")
  )

  it("has the path that a URL parser reads, and the segments that a router decodes", () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 20 }), (rest) => {
        const target = splitTarget(`/${rest}`)
        if (target === undefined) return
        const url = new URL(`http://localhost/${rest}`)
        expect(target.pathname).toBe(url.pathname)
        const decoded = decodeURIComponent(target.pathname)
        expect(decoded.split("/")).toHaveLength(target.pathname.split("/").length)
        expect(decoded.split("/")).not.toContain("..")
      }),
      { numRuns: 2000 }
    )
  })

  it("accepts every target of slashes, letters, digits and ids, as clients send them", () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_~:-]{1,12}$/u)
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.boolean(), (segments, hasQuery) => {
        const pathname = `/${segments.join("/")}`
        const search = hasQuery ? "?limit=1" : ""
        expect(splitTarget(pathname + search)).toEqual({ pathname, search })
      })
    )
  })
})
