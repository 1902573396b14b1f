import { CurrentEnvironment, defaultPolicy, Store, Vault } from "@countersign/core"
import { kinds, OneTimeCode, Recorded } from "@countersign/core/internal"
import { scalar } from "@countersign/harness/scalars"
import { encodeHex, makeId, publicKeyOf, seal } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { nodeCrypto, nodeServiceKey, nodeVault } from "../src/index.ts"

const { compared } = vi.hoisted(() => ({ compared: [] as Array<readonly [number, number]> }))
vi.mock("@countersign/wire", async (original) => {
  const real = await original<typeof import("@countersign/wire")>()
  return {
    ...real,
    equalBytes: (one: Uint8Array, other: Uint8Array) => {
      compared.push([one.length, other.length])
      return real.equalBytes(one, other)
    }
  }
})
afterEach(() => {
  compared.length = 0
})

const T = 1_800_000_000_000
const random = new Uint8Array(10).fill(7)
const ids = {
  credentialId: makeId("AuthMethod", { timestampMs: 1, random }),
  accountId: makeId("InternalAccount", { timestampMs: 1, random }),
  requestId: makeId("Request", { timestampMs: 1, random })
}
const store = Store.of({
  load: () => Effect.succeed([]),
  find: () => Effect.succeed([]),
  commit: () => Effect.void,
  claimDue: () => Effect.succeed([]),
  sweep: () => Effect.succeed(0)
})
const ports = Layer.mergeAll(
  nodeCrypto,
  nodeVault([scalar(0x22)]),
  nodeServiceKey([scalar(0x33)]),
  Layer.succeed(Store, store),
  Layer.succeed(CurrentEnvironment, { platformId: "acme", mode: "sandbox" })
)

/** Verifies a code against an issue whose code is 123456. */
const verified = (code: string) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const issueId = "Lookup:1"
    const issue = {
      issueId,
      codeDigest: yield* vault.digest("123456", `email-otp code ${issueId}`),
      sealedTargetKey: yield* vault.seal(scalar(0x11), `email-otp target key ${issueId}`),
      targetPublicKey: publicKeyOf(scalar(0x11)),
      expiresAt: T + 1000
    }
    const otp = OneTimeCode.oneTimeCodes.decode({ _tag: "Issued", ...ids, failures: 0, failuresInAll: 0, issue })
    const sealed = yield* Effect.promise(() =>
      seal({
        recipient: issue.targetPublicKey,
        plaintext: new TextEncoder().encode(JSON.stringify({ otp_code: code, public_key: publicKeyOf(scalar(0x44)) }))
      })
    )
    const bundle = JSON.stringify({ encappedPublic: encodeHex(sealed.enc), ciphertext: encodeHex(sealed.ciphertext) })
    const row = { environment: "sandbox/acme", id: ids.credentialId, version: 1, createdAt: T, updatedAt: T } as const
    const credential = { ...row, value: { ...ids, type: "EMAIL_OTP", material: { email: "a@example.com" } } } as never
    const stored = { otp: { ...row, collection: OneTimeCode.oneTimeCodes, value: otp }, mail: undefined } as never
    const terms = { at: T, expiresAt: T + 300_000 }
    const submission = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
    const inquiry = kinds.EMAIL_OTP.verify((credential as { value: never }).value, stored, submission, terms)
    const check = yield* Result.getOrThrow(inquiry).answer
    const policy = defaultPolicy
    const proven = check({ credential, kept: stored, policy, branding: {}, requestId: ids.requestId, at: T })
    if (Result.isSuccess(proven)) return proven.success._tag
    return proven.failure instanceof Recorded ? proven.failure.refusal._tag : proven.failure._tag
  }).pipe(Effect.provide(ports))

describe("the digest of a code (O13, FS11)", () => {
  it.each([
    ["the right code", "123456", "SignFirst"],
    ["one whose first digit is wrong", "023456", "OtpWrong"],
    ["one whose last digit is wrong", "123450", "OtpWrong"],
    ["a longer one", "1234567", "OtpWrong"]
  ])("is compared once and in constant time: %s", async (_, code, tag) => {
    expect(await Effect.runPromise(verified(code))).toBe(tag)
    const [[one, other] = [0, 1], ...more] = compared
    expect([one, more]).toEqual([other, []])
    expect(one).toBeGreaterThanOrEqual(32)
  })
})
