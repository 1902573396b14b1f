import { expect, it } from "vitest"

const found = { code: "000000", inner: { at: 4 }, list: ["a"], pattern: /a/u }

it.each([
  ["a text", { code: /^[2-9A-HJ-NP-Z]{13}$/u }],
  ["a text that it matches", { code: /^0{6}$/u }],
  ["a number", { inner: { at: /4/u } }],
  ["an element", { list: [/a/u] }]
])("toMatchObject refuses a regular expression in place of %s (GS13)", (_, expected) => {
  expect(() => expect(found).toMatchObject(expected)).toThrow("to match object")
})

it("compares texts with their pattern, and patterns with patterns", () => {
  const [same, other] = [/a/u, /b/u]
  expect(found).toMatchObject({ code: expect.stringMatching(/^0{6}$/u), pattern: same })
  expect(() => expect(found).toMatchObject({ pattern: other })).toThrow("to match object")
})
