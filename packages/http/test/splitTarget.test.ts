import fc from "fast-check"
import { expect, it } from "vitest"
import { splitTarget } from "../src/web/splitTarget.ts"

const asUrl = (target: string) => {
  const { pathname, search } = new URL(`http://localhost${target}`)
  return { pathname, search }
}

it.each([
  "/",
  "//",
  "//host/path",
  "/:80/path",
  "/a?",
  "/a??b",
  "/a?b=c&d=%20+%2e",
  "/a/./b",
  "/a/../b",
  "/a/%2e%2e/b",
  "/a/%2E/b",
  "/a\\b",
  "/a\tb",
  "/a b",
  "/a#b",
  "/a?b#c",
  "/a?b='c'",
  '/a?b="c"',
  "/é?é",
  "/a?b=\u0000",
  "/a\n"
])("%j is what a URL makes of it", (target) => {
  expect(splitTarget(target)).toEqual(asUrl(target))
})

it("any target is what a URL makes of it", () => {
  const letter = fc.constantFrom(..."ab09_~:/-.?=&%+2eE#\\ '\"<>|^`{}é\t\n")
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 20 }), (rest) => {
      expect(splitTarget(`/${rest}`)).toEqual(asUrl(`/${rest}`))
    }),
    { numRuns: 2000 }
  )
})
