import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import { describe, expect, it } from "vitest"
import { accountTypes, check, type Kind, type Mode, type Sent } from "../src/index.ts"

const modes: ReadonlyArray<Mode> = ["sandbox", "production"]

const infoOf = (kind: Kind, fields: Sent): Sent => ({
  accountType: kind.accountType,
  ...(kind.selfCustody === true ? {} : { beneficiary }),
  ...fields
})

it("every kind has a file of vectors, and every file a kind", () => {
  expect([...vectors.keys()].toSorted()).toEqual([...accountTypes.keys()].toSorted())
})

describe.each([...accountTypes.values()])("$accountType", (kind) => {
  const { accepted, refused } = vectors.get(kind.accountType) ?? { accepted: [], refused: [] }

  it("has at least 3 vectors to accept and 5 to reject", () => {
    expect(accepted.length).toBeGreaterThanOrEqual(3)
    expect(refused.length).toBeGreaterThanOrEqual(5)
  })

  it.each(accepted)("accepts %j in both modes", (fields) => {
    for (const mode of modes) expect(check(kind, infoOf(kind, fields), mode)).toEqual([])
  })

  const cases = refused.map(([path, fields, only = "both modes"]) => [path, fields, only] as const)

  it.each(cases)("rejects at %s: %j in %s", (path, fields, only) => {
    const paths = (mode: Mode) => check(kind, infoOf(kind, fields), mode).map((issue) => issue.path)
    expect(paths("production")).toEqual([path])
    expect(paths("sandbox")).toEqual(only === "production" ? [] : [path])
  })
})
