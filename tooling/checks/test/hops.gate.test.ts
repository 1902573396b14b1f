import { expect, it } from "vitest"
import { above, hopsOn } from "./hopsOn.ts"

/** As measured, with the tick of deadlines, which a call of 20 ms meets. The goals are 55 and 220, and 60 and 270. */
const MOST = [
  { leg: 1, files: 56, functions: 247 },
  { leg: 2, files: 70, functions: 347 }
]

it("limits the files and functions that run in each leg of a signed call on PostgreSQL, from the socket to the response", () => {
  expect(above(hopsOn("postgres"), MOST)).toEqual([])
})
