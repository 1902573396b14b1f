import { catalogue } from "@countersign/http"
import { expect, it } from "vitest"
import { operations, templateOf } from "../../countersign/test/listed.ts"
import { coverageOf } from "../src/coverage.ts"
import { recordings } from "./recorded.ts"

const operationOf = (method: string, target: string) => {
  const template = templateOf(target.replace(/^\/2025-10-13/u, ""))
  return template === undefined ? undefined : `${method} ${template}`
}
const covered = coverageOf(recordings, operationOf)

/** Refusals that no recorded call can be given, and why. */
const UNREACHED: ReadonlyMap<string, string> = new Map([
  ["SessionOver", "a guard of the host's own endpoint gives it"],
  ["SessionProofMalformed", "a guard of the host's own endpoint gives it"],
  ["SessionProofMissing", "a guard of the host's own endpoint gives it"],
  ["SessionProofRefused", "a guard of the host's own endpoint gives it"],
  ["SessionProofStale", "a guard of the host's own endpoint gives it"],
  ["SessionProofUsed", "a guard of the host's own endpoint gives it"],
  ["PayloadDiffers", "a guard of the host's own endpoint gives it"],
  ["AnswerLost", "a crash has to lose the answer"],
  ["BodyTaken", "a parser in front has to read the body"],
  ["Defect", "a port has to break"],
  ["Stopping", "the service has to be closed"],
  ["StoreUnmigrated", "the tables have to be gone"]
])

it("every operation of the contract succeeds in what was recorded", () => {
  expect(operations.filter((operation) => !covered.succeeded.has(operation))).toEqual([])
})

it("every refusal of the catalogue is given in what was recorded, but for those with a reason", () => {
  const missing = Object.entries(catalogue).filter(([, { message }]) => !covered.refused.has(message))
  const unexplained = missing.map(([tag]) => tag).filter((tag) => !UNREACHED.has(tag))
  console.info(`${Object.keys(catalogue).length - missing.length} of ${Object.keys(catalogue).length} refusals`)
  expect(unexplained).toEqual([])
  expect(missing.length / Object.keys(catalogue).length).toBeLessThan(0.1 + 0.02)
})
