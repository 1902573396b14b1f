import fc from "fast-check"
import { expect, it } from "vitest"
import { isoText } from "../src/resources/fields.ts"

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

it.each([0, 1, 999, 86_399_999, 86_400_000, Date.UTC(2024, 1, 29), LAST, LAST + 1, -1, 8.64e15, -8.64e15])(
  "writes %i as Date does",
  (millis) => {
    expect(isoText(millis)).toBe(new Date(millis).toISOString())
  }
)

it("writes any instant as Date does, after any other day", () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.integer({ min: 0, max: LAST }), (any, usual) => {
      expect([isoText(any), isoText(usual)]).toEqual([new Date(any).toISOString(), new Date(usual).toISOString()])
    })
  )
})

it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])("throws for %d, which is not an instant", (millis) => {
  expect(() => isoText(millis)).toThrow(RangeError)
})
