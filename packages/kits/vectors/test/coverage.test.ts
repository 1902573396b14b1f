import * as wire from "@countersign/wire"
import { describe, expect, it } from "vitest"
import type { Case, Check } from "../src/index.ts"
import { files, groupOf, texts } from "./committed.ts"
import { twins } from "./twins.ts"

/** Functions of wire without an operation: each is a part of one that has an operation, or handles no bytes. */
const PARTS = [
  ...[
    "WireError",
    "attempt",
    "parsed",
    "compressedBytes",
    "concatBytes",
    "encodeStamp",
    "equalBytes",
    "fromComputedPoint"
  ],
  ...["fromPointBytes", "hpkeAad", "isClientPublicKey", "isDerSignature", "isId", "isKeptPublicKey", "isPublicKey"],
  ...["otpTargetBundleData", "recent", "signedBundle", "signedVerificationToken", "typedCode", "uncompressedBytes"],
  ...[
    "uncompressedHex",
    "unsignedVerificationToken",
    "verifyP256Digest",
    "walletExportData",
    "isScalar",
    "requireScalar"
  ],
  ...["hasWebCrypto", "importPrivateKey", "requireExact", "signWithCryptoKey"],
  // The vectors run with both implementations: see `portableHpke.test.ts`.
  ...["canSeal", "portableHpke", "useHpke", "useTextDecoder"]
]

/** Each returns what the function without the suffix does: see `webCrypto.test.ts`. */
const isTwin = (name: string): boolean => name.endsWith("Async")

/** A new code of wire does not compile here until it has a line, and fails below until it has a vector. */
const CHECKS: Readonly<Record<Check, true>> = {
  BASE64URL_MALFORMED: true,
  BASE64_MALFORMED: true,
  BUNDLE_MALFORMED: true,
  BUNDLE_ORGANIZATION_MISMATCH: true,
  BUNDLE_SIGNATURE_INVALID: true,
  BUNDLE_SIGNER_UNTRUSTED: true,
  CHALLENGE_MISMATCH: true,
  CLIENT_KEY_MALFORMED: true,
  DIGEST_MISMATCH: true,
  HEX_MALFORMED: true,
  ID_MALFORMED: true,
  JSON_DUPLICATE_KEY: true,
  JSON_MALFORMED: true,
  JSON_TEXT_INVALID: true,
  JSON_TOO_DEEP: true,
  NONCE_MISMATCH: true,
  OPEN_FAILED: true,
  OTP_PLAINTEXT_MALFORMED: true,
  POINTS_DIFFER: true,
  PROOF_MALFORMED: true,
  POINT_MALFORMED: true,
  POINT_NOT_ON_CURVE: true,
  SCALAR_INVALID: true,
  SIGNATURE_INVALID: true,
  SIGNATURE_MALFORMED: true,
  STAMP_MALFORMED: true,
  STAMP_SCHEME_UNSUPPORTED: true,
  TIMESTAMP_INVALID: true,
  TOKEN_EXPIRED: true,
  TOKEN_MALFORMED: true,
  TOKEN_SIGNATURE_INVALID: true,
  TOO_LONG: true,
  UTF8_MALFORMED: true
}

const requested = ({ operation, input }: Case): string => wire.canonicalJson({ operation, input })
const twice = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name, at) => names.indexOf(name) !== at)

it("has an operation for each function of wire, except parts of others, and one file for each group", () => {
  const functions = Object.entries(wire).flatMap(([name, value]) => (typeof value === "function" ? [name] : []))
  const operations = files.flatMap((file) => Object.keys(file.operations))
  const others = functions.filter((name) => !operations.includes(name) && !isTwin(name))
  expect(others.toSorted()).toEqual(PARTS.toSorted())
  expect(functions.filter(isTwin).toSorted()).toEqual(Object.keys(twins).toSorted())
  expect([...texts.keys()].toSorted()).toEqual(files.map(({ group }) => `${group}.json`).toSorted())
})

it("has a wrong case for every check of wire, so that a removed check is detected", () => {
  const named = files.flatMap((file) => file.cases.flatMap((vector) => (vector.valid ? [] : [vector.check])))
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(CHECKS).toSorted())
})

describe.each(files)("the file of $group", ({ group, version, notice, operations, cases }) => {
  it("has version 1 and the notice about its private keys", () => {
    expect(version).toBe(1)
    expect(notice).toContain("test key")
  })

  it("has a valid case for each of its operations, and at least three wrong ones in all", () => {
    const shown = new Set(cases.filter(({ valid }) => valid).map(({ operation }) => operation))
    expect([...shown].toSorted()).toEqual(Object.keys(operations).toSorted())
    expect(Object.keys(operations)).toEqual(Object.keys(groupOf(group).operations))
    expect(cases.filter(({ valid }) => !valid).length).toBeGreaterThanOrEqual(3)
  })

  it("has no duplicate: each wrong case has another input than every valid case and every other wrong case", () => {
    expect(twice(cases.map(requested))).toEqual([])
  })

  it("has a unique name for each case, and one line about why a wrong one is wrong", () => {
    expect(twice(cases.map(({ name }) => name))).toEqual([])
    const reasons = cases.flatMap((vector) => (vector.valid ? [] : [vector.why]))
    expect(reasons.filter((why) => !/^\S.{4,118}\.$/u.test(why))).toEqual([])
  })

  it("marks every private key as a test key, and contains no text that a strict reader would refuse", () => {
    for (const [name, value] of cases.flatMap((vector) =>
      leaves({ ...vector.input, ...(vector.valid ? vector.value : {}) })
    )) {
      if (/private|scalar|secretKey/iu.test(name)) expect(name).toMatch(/TestPrivateKey$|^testPrivateKey$/u)
      expect(value).not.toMatch(/\p{Surrogate}/u)
    }
  })
})

/** Every text inside, with its field name. */
const leaves = (value: wire.Json, name = ""): ReadonlyArray<readonly [name: string, text: string]> => {
  if (typeof value === "string") return [[name, value]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => leaves(member, key))
}
