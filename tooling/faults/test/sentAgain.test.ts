import { expect, it } from "vitest"
import { sentAgain } from "./sentAgain.ts"

const opening = { began: 100, ended: 110 }

it.each([
  ["arrives once", [50], "once"],
  ["arrives before the opening and after it", [50, 130], "explained"],
  ["arrives during the opening and after it", [109, 130], "explained"],
  ["arrives twice before the opening", [50, 99], "unexplained"],
  ["arrives twice after the opening", [110, 130], "unexplained"],
  ["arrives a third time", [50, 130, 140], "unexplained"]
])("what %s is repeated by a move or not", (_, times, expected) => {
  const arrivals = [{ id: "another", at: 120 }, ...times.map((at) => ({ id: "this", at }))]
  const { again, unexplained } = sentAgain(arrivals, opening)
  const found = again.length === 0 ? "once" : unexplained.length === 0 ? "explained" : "unexplained"
  expect(found).toBe(expected)
})
