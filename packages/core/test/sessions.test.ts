import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { Session } from "../src/index.ts"
import { fresh } from "../src/sessions/freshness.ts"
import { accountId, credentialId, publicKey, sessionId } from "./given.ts"

const T = 1_800_000_000_000
const MINUTE = 60_000
const lifetimes = { sessionLifetime: 15 * MINUTE, sessionFamilyLifetime: 60 * MINUTE }
const credential = { accountId, credentialId, nickname: "a@example.com", type: "EMAIL_OTP" } as const
const opened = (familySince?: number) => Session.open({ sessionId, credential, publicKey, familySince }, lifetimes, T)

describe("a session that opens", () => {
  it("is of its credential, begins a family and lasts as long as the policy says", () => {
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
  ])("by a refresh stays in the family since %d, and never outlives it", (since, expiresAt) => {
    expect(opened(since)).toMatchObject({ familySince: since, createdAt: T, expiresAt })
  })

  it("is found while it is active, whole", () => {
    expect(Result.getOrThrow(Session.active(opened(), T))).toEqual(opened())
  })

  it("that was revoked stays so, whatever time it is", () => {
    const revoked = Result.getOrThrow(Session.revoke(opened(), T))
    expect(Session.asOf(revoked, T + 60 * MINUTE)).toEqual(revoked)
  })
})

describe("I10: a proof of a session", () => {
  it.each([
    [-60_000, "SessionProofStale"],
    [-59_999, "ok"],
    [0, "ok"],
    [59_999, "ok"],
    [60_000, "SessionProofStale"]
  ])("that is %d ms old, of a lifetime of a minute: %s", (age, answer) => {
    const told = fresh(T, MINUTE, T + age)
    expect(Result.isSuccess(told) ? "ok" : told.failure._tag).toBe(answer)
    if (Result.isSuccess(told)) expect(told.success).toBe(T + MINUTE)
  })
})
