import fc from "fast-check"
import { expect, it } from "vitest"
import { queryOf } from "../src/server/program.ts"

it("returns a text for one parameter, and a list in order for a repeated one", () => {
  expect(queryOf("?a=1&b=2&a=3&a=")).toEqual({ a: ["1", "3", ""], b: "2" })
})

it("accepts any parameter name", () => {
  expect(Object.entries(queryOf("?__proto__=1&constructor=2"))).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"]
  ])
})

it("parses any query as URLSearchParams does", () => {
  const letter = fc.constantFrom(..."ab?=&%+2e0._~-")
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 20 }), (rest) => {
      const web = new URLSearchParams(`?${rest}`)
      const read = Object.entries(queryOf(`?${rest}`)).map(([name, values]) => [name, [values].flat()] as const)
      expect(new Map(read)).toEqual(new Map([...web.keys()].map((name) => [name, web.getAll(name)])))
    }),
    { numRuns: 2000 }
  )
})
