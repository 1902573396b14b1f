import { answer, groups, vectorFiles } from "@countersign/vector-generator"
import { describe, expect, it } from "vitest"
import { groupNames, type ValidCase, type WrongCase } from "../src/index.ts"
import { cases, texts } from "./committed.ts"

/** The operations that write bytes, deterministically with fixed keys. The others read or compare. */
const WRITERS = [
  "activity",
  "canonicalJson",
  "derToP1363",
  "encodeBase64",
  "encodeBase64Url",
  "encodeDerSignature",
  "encodeHex",
  "encodeSessionSigningKey",
  "encodeUtf8",
  "hmacSha256",
  "keySchedule",
  "makeId",
  "makeOtpTargetBundle",
  "makeSignedBundle",
  "makeVerificationToken",
  "makeWalletExport",
  "oidcNonce",
  "p1363ToDer",
  "passkeyChallenge",
  "publicKeyOf",
  "seal",
  "sealOtpBundle",
  "sealSessionSigningKey",
  "sha256",
  "sha256Hex",
  "signP256",
  "signStamp",
  "sessionProofText",
  "writeSessionProof"
]

const valid = cases.flatMap(({ vector, ...rest }) => (vector.valid ? [{ ...rest, vector }] : []))
const wrong = cases.flatMap(({ vector, ...rest }) => (vector.valid ? [] : [{ ...rest, vector }]))
const writes = ({ vector }: { readonly vector: ValidCase | WrongCase }) => WRITERS.includes(vector.operation)

it("contains exactly the generated files, and generates the same twice", async () => {
  const printed = await vectorFiles()
  expect(new Map([...texts].toSorted())).toEqual(new Map([...printed].toSorted()))
  expect(await vectorFiles()).toEqual(printed)
})

it("names the groups in the order of the generator", () => {
  expect(groupNames).toEqual(groups.map(({ name }) => name))
})

it("classifies every operation as reading or writing, and has a writer in each group that can write", () => {
  const operations = groups.flatMap((group) => Object.keys(group.operations))
  expect(WRITERS.filter((name) => !operations.includes(name))).toEqual([])
  const readers = groups.filter(({ operations }) => !Object.keys(operations).some((name) => WRITERS.includes(name)))
  expect(readers.map(({ name }) => name)).toEqual(["compactJws"])
})

describe("wire reads to exactly the stated value", () => {
  it.each(valid.filter((row) => !writes(row)))("$title", async ({ group, vector }) => {
    const { operation, input, value } = vector
    expect(await answer(group, operation, input)).toEqual({ valid: true, value })
  })
})

describe("wire writes exactly the stated bytes", () => {
  it.each(valid.filter(writes))("$title", async ({ group, vector }) => {
    const { operation, input, value } = vector
    expect(await answer(group, operation, input)).toEqual({ valid: true, value })
  })
})

describe("wire refuses with exactly the stated check", () => {
  it.each(wrong)("$title", async ({ group, vector }) => {
    const { cause, ...given } = { cause: undefined, ...(await answer(group, vector.operation, vector.input)) }
    expect(given).toEqual({ valid: false, check: vector.check })
    // An omitted cause is not compared.
    if (vector.cause !== undefined) expect(cause).toBe(vector.cause)
  })
})
