import { expect, it } from "vitest"
import { above, hopsOn } from "./hopsOn.ts"

/** Measured, and a little room for what a warm-up leaves to chance. The goals are 55 and 220, and 60 and 270. */
const MOST = [
  { leg: 1, files: 57, functions: 253 },
  { leg: 2, files: 70, functions: 347 }
]

it("limits the files and functions that run in each leg of a signed call on PostgreSQL, from the socket to the response", () => {
  expect(above(hopsOn("postgres"), MOST)).toEqual([])
})
