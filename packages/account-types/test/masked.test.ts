import { expect, it } from "vitest"
import { maskedText } from "../src/index.ts"

it.each([
  ["", "****"],
  ["1", "****"],
  ["1234", "****"],
  ["12345", "****"],
  ["1234567", "****"],
  ["12345678", "****5678"],
  ["DE89370400440532013000", "****3000"]
])("masks %j as %j, so that at least as many characters are hidden as are shown (X6, FS19)", (number, shown) => {
  expect(maskedText(number)).toBe(shown)
})

it("counts characters and not code units (X6, FS19)", () => {
  expect(maskedText("\u{1f600}".repeat(7))).toBe("****")
})
