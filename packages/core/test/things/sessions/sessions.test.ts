import { encodeHex, publicKeyOf as keyOf, uncompressedBytes, uncompressedHex } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { Seals, Session } from "../../../src/internal.ts"
import { issueSessionKey } from "../../../src/things/sessions/open.ts"
import { requireFresh } from "../../../src/things/sessions/prove.ts"
import { accountId, credentialId, publicKey, sessionId } from "../../given.ts"

const T = 1_800_000_000_000
const MINUTE = 60_000
const lifetimes = { sessionLifetime: 15 * MINUTE, sessionFamilyLifetime: 60 * MINUTE }
const credential = { accountId, credentialId, nickname: "a@example.com", type: "EMAIL_OTP" } as const
const opened = (familySince?: number) => Session.open({ sessionId, credential, publicKey, familySince }, lifetimes, T)

describe("opening a session", () => {
  it("belongs to its credential, starts a family and lasts as long as the policy allows", () => {
    expect(opened()).toEqual({
      _tag: "Active",
      sessionId,
      accountId,
      credentialId,
      credentialType: "EMAIL_OTP",
      nickname: "a@example.com",
      publicKey,
      familySince: T,
      createdAt: T,
      expiresAt: T + 15 * MINUTE
    })
  })

  it.each([
    [T - 44 * MINUTE, T + 15 * MINUTE],
    [T - 45 * MINUTE, T + 15 * MINUTE],
    [T - 46 * MINUTE, T + 14 * MINUTE]
  ])("by a refresh stays in the family of %d and expires at %d at the latest", (since, expiresAt) => {
    expect(opened(since)).toMatchObject({ familySince: since, createdAt: T, expiresAt })
  })

  it.each([
    [-1, "Active"],
    [0, "Expired"],
    [1, "Expired"]
  ])("is, %d ms after its expiry, %s, and signs only before it (S9, FS17)", (after, tag) => {
    const at = T + 15 * MINUTE + after
    expect(opened().expiresAt).toBe(T + 15 * MINUTE)
    expect(Session.asOf(opened(), at)._tag).toBe(tag)
    expect(Result.isSuccess(Session.active(opened(), at))).toBe(tag === "Active")
  })

  it("is returned unchanged while it is active", () => {
    expect(Result.getOrThrow(Session.active(opened(), T))).toEqual(opened())
  })

  it("stays revoked at any time", () => {
    const revoked = Session.revoke(opened(), T)
    expect(Session.asOf(revoked, T + 60 * MINUTE)).toEqual(revoked)
  })
})

it("overwrites the private key of a session after it is encrypted (K13, FS9)", async () => {
  const privateKey = new Uint8Array(32).fill(7)
  const sealed: Array<string> = []
  const seals = Layer.mock(Seals)({
    generate: Effect.succeed({ privateKey, publicKey: keyOf(privateKey) }),
    seal: ({ plaintext }) =>
      Effect.sync(() => {
        sealed.push(encodeHex(plaintext))
        return { enc: uncompressedBytes(keyOf(new Uint8Array(32).fill(9))), ciphertext: new Uint8Array(48) }
      })
  })
  const hex = uncompressedHex(keyOf(new Uint8Array(32).fill(8)))
  const { publicKey: issued } = await Effect.runPromise(Effect.provide(issueSessionKey(hex), seals))
  expect([issued, sealed]).toEqual([keyOf(new Uint8Array(32).fill(7)), ["07".repeat(32)]])
  expect(encodeHex(privateKey)).toBe("00".repeat(32))
})

describe("I10: a session proof", () => {
  it.each([
    [-60_000, "SessionProofStale"],
    [-59_999, "ok"],
    [0, "ok"],
    [59_999, "ok"],
    [60_000, "SessionProofStale"]
  ])("that is %d ms old, with a lifetime of a minute: %s", (age, answer) => {
    const reported = requireFresh(T, MINUTE, T + age)
    expect(Result.isSuccess(reported) ? "ok" : reported.failure._tag).toBe(answer)
    if (Result.isSuccess(reported)) expect(reported.success).toBe(T + MINUTE)
  })
})
