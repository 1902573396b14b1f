import { operations, templateOf } from "@countersign/harness/listed"
import { catalogue } from "@countersign/http"
import { expect, it } from "vitest"
import { coverageOf } from "../src/coverage.ts"
import { recordings } from "./recorded.ts"

const operationOf = (method: string, target: string) => {
  const template = templateOf(target.replace(/^\/2025-10-13/u, ""))
  return template === undefined ? undefined : `${method} ${template}`
}
const covered = coverageOf(recordings, operationOf)

const GUARD = "a guard returns it, at an endpoint of the host"

/** Errors that no recorded call receives, with the reason. */
const UNREACHED: ReadonlyMap<string, string> = new Map([
  ["SessionEnded", GUARD],
  ["SessionProofMalformed", GUARD],
  ["SessionProofMissing", GUARD],
  ["SessionProofRefused", GUARD],
  ["SessionProofStale", GUARD],
  ["SessionProofUsed", GUARD],
  ["BodyUnexpected", GUARD],
  ["PayloadDiffers", GUARD],
  ["PayloadTooLarge", GUARD],
  ["TargetNotNormal", "the recorded clients send each path in its normal form; examples/hosts covers the others"],
  ["RevisionSuperseded", "only the promise API settles an account"]
])

it("every operation of the contract succeeds in a recorded call", () => {
  expect(operations.filter((operation) => !covered.succeeded.has(operation))).toEqual([])
})

it("recorded calls receive every error of the catalogue without a documented exception, at least 90 %", () => {
  const tags = Object.entries(catalogue)
  const missing = tags.flatMap(([tag, { message }]) => (covered.refused.has(message) ? [] : [tag]))
  console.info(
    `${operations.length} operations, ${tags.length - missing.length} of ${tags.length} refusals; not ${missing}`
  )
  expect(missing.filter((tag) => !UNREACHED.has(tag))).toEqual([])
  expect(missing.length).toBeLessThan(tags.length / 10)
})
