import { makeId } from "@countersign/wire"
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dangerouslyWaiveStamp, defaultPolicy, OneTimeCode, Session, SignedRequest, Signer } from "../src/internal.ts"
import { ended } from "../src/things/sessions/open.ts"
import { accountId, credentialId, publicKey, requestId, sessionId } from "./given.ts"

const T = 1_800_000_000_000

const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => "ok", onFailure: ({ _tag }) => _tag })

describe("a signed request", () => {
  const call = { operation: "RevokeSession", method: "DELETE", path: "/auth/sessions/x", bodyDigest: "d" }
  const pending = SignedRequest.issue({
    failedStamps: 0,
    requestId,
    accountId,
    credentialType: "EMAIL_OTP",
    call,
    signer: Signer.cases.SessionOfAccount.make({}),
    intent: null,
    payload: "{}",
    createdAt: T - 300_000,
    expiresAt: T
  })

  it.each([
    [T - 1, "ok"],
    [T, "RequestExpired"],
    [T + 1, "RequestExpired"]
  ])("I10 R7: expires exactly at expiresAt (at %d: %s)", (at, answer) => {
    expect(tagOf(SignedRequest.admit(pending, call, at))).toBe(answer)
  })

  it.each([
    ["operation", { ...call, operation: "ExportWallet" }, "RequestForAnotherCall"],
    ["method", { ...call, method: "POST" }, "RequestForAnotherCall"],
    ["path", { ...call, path: "/auth/sessions/y" }, "RequestForAnotherCall"],
    ["body", { ...call, bodyDigest: "e" }, "RequestBodyDiffers"]
  ])("I2 R3 R4: rejects a call with another %s", (_, other, answer) => {
    expect(tagOf(SignedRequest.admit(pending, other, T - 1))).toBe(answer)
  })

  it("R1: distinguishes used, void and unknown requests", () => {
    const consumed = SignedRequest.consume(pending, dangerouslyWaiveStamp(), T - 2)
    const voided = SignedRequest.countFailedStamp(pending, 1, T - 2)
    expect([pending, voided]).toMatchObject([{ _tag: "Pending", failedStamps: 0 }, { _tag: "Void" }])
    expect(tagOf(SignedRequest.admit(consumed, call, T - 1))).toBe("RequestUsed")
    expect(tagOf(SignedRequest.admit(consumed, call, T + 3_600_000))).toBe("RequestUsed")
    expect(tagOf(SignedRequest.admit(voided, call, T - 1))).toBe("RequestVoid")
    expect(tagOf(SignedRequest.admit(undefined, call, T - 1))).toBe("RequestUnknown")
  })

  it("counts failed stamps, and becomes void with the last one allowed", () => {
    const walk = (state: SignedRequest.SignedRequest, left: number): SignedRequest.SignedRequest =>
      left === 0 || state._tag !== "Pending" ? state : walk(SignedRequest.countFailedStamp(state, 10, T), left - 1)
    expect(walk(pending, 9)).toMatchObject({ _tag: "Pending", failedStamps: 9 })
    expect(walk(pending, 10)).toMatchObject({ _tag: "Void", voidedAt: T })
  })
})

describe("a session", () => {
  const session = Session.sessions.decode({
    _tag: "Active",
    sessionId,
    accountId,
    credentialId,
    credentialType: "EMAIL_OTP",
    nickname: "a@example.com",
    publicKey,
    familySince: T - 900_000,
    createdAt: T - 900_000,
    expiresAt: T
  })

  it.each([
    [T - 1, "Active"],
    [T, "Expired"],
    [T + 1, "Expired"]
  ])("I10: expires exactly at expiresAt (at %d: %s)", (at, state) => {
    expect(Session.asOf(session, at)._tag).toBe(state)
  })

  it("S1: fails with the same refusal if revoked, expired or absent", () => {
    const revoked = Session.revoke(Result.getOrThrow(Session.active(session, T - 5)), T - 5)
    const answers = [Session.active(revoked, T - 1), Session.active(session, T), Session.active(undefined, T - 1)]
    expect(new Set(answers.map(tagOf))).toEqual(new Set(["SessionNotFound"]))
  })

  it("I5, R8: is revoked with its credential, even if it has expired by one node's clock", () => {
    const stored = { value: session, collection: Session.sessions, environment: "sandbox/acme", id: sessionId } as const
    const row = { ...stored, version: 1, createdAt: T, updatedAt: T }
    const [change] = ended(row, T)
    expect(change).toMatchObject({ body: { _tag: "Revoked", revokedAt: T } })
    const revoked = Session.revoke(Result.getOrThrow(Session.active(session, T - 1)), T - 1)
    expect(ended({ ...row, value: revoked }, T)).toEqual([])
  })
})

describe("a one-time code", () => {
  const issue = {
    issueId: "Lookup:1",
    codeDigest: "digest",
    sealedTargetKey: "sealed",
    targetPublicKey: publicKey,
    expiresAt: T
  }
  const idle = OneTimeCode.initial({ credentialId, accountId })
  const issued = (from: OneTimeCode.OneTimeCode, at: number) =>
    OneTimeCode.issue(from, { ...issue, expiresAt: at + 300_000 }, at, defaultPolicy)
  const spentOne = { level: { tokens: defaultPolicy.challengesPerCredential.capacity - 1, at: T } }
  const guess = (state: OneTimeCode.OneTimeCode, isRight: boolean, at: number) =>
    Result.map(OneTimeCode.pendingCode(state, at), (live) =>
      isRight ? OneTimeCode.accepted(live, requestId) : OneTimeCode.rejected(live, at, defaultPolicy)
    )
  const next = (state: OneTimeCode.OneTimeCode, isRight: boolean, at: number) =>
    Result.getOrThrow(guess(state, isRight, at))

  it.each([
    [T + 299_999, "ok"],
    [T + 300_000, "OtpExpired"],
    [T + 300_001, "OtpExpired"]
  ])("O14 I10: expires at exactly 300 s (at %d: %s)", (at, answer) => {
    expect(tagOf(OneTimeCode.pendingCode(Result.getOrThrow(issued(idle, T)), at))).toBe(answer)
  })

  it("O1 O3 I15: locks the credential after five wrong answers, even with new codes in between", () => {
    let state: OneTimeCode.OneTimeCode = Result.getOrThrow(issued(idle, T))
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      state = next(state, false, T + wrong)
      if (wrong < 5) state = Result.getOrThrow(issued(state, T + wrong))
    }
    expect(state).toMatchObject({ _tag: "Locked", until: T + 5 + 1_800_000, failures: 5, failuresInAll: 5 })
    expect(tagOf(guess(state, true, T + 6))).toBe("OtpExhausted")
    expect(tagOf(issued(state, T + 5 + 1_799_999))).toBe("OtpCoolingDown")
    expect(tagOf(issued(state, T + 5 + 1_800_000))).toBe("ok")
  })

  const locked = OneTimeCode.oneTimeCodes.decode({
    _tag: "Locked",
    credentialId,
    accountId,
    failures: 5,
    failuresInAll: 5,
    until: T + 1_800_000
  })

  it.each([
    [T + 1_799_999, "OtpCoolingDown"],
    [T + 1_800_000, "ok"]
  ])("FA11: can be issued again after the lock of 30 minutes, to the millisecond (at %d: %s)", (at, answer) => {
    expect(tagOf(issued(locked, at))).toBe(answer)
  })

  it("O9: is issued within the level of its record, which no answer, lock or other address resets", () => {
    // As the previous version stored it, the record has no level.
    expect("level" in idle).toBe(false)
    const five = [0, 1, 2, 3, 4].reduce<OneTimeCode.OneTimeCode>(
      (state, nth) => Result.getOrThrow(issued(state, T + nth)),
      idle
    )
    const states = [
      five,
      OneTimeCode.readdress(five, T + 5),
      OneTimeCode.asOf(five, T + 999_999_999),
      next(five, false, T + 5),
      next(five, true, T + 5),
      Result.getOrThrow(OneTimeCode.open(next(five, true, T + 5), requestId)),
      OneTimeCode.lifted([1, 2, 3, 4, 5].reduce((state) => next(state, false, T + 5), five))
    ]
    for (const state of states) {
      const refused = issued(state, T + 29_999)
      expect(Result.isFailure(refused) && refused.failure).toMatchObject({ _tag: "Throttled", until: T + 30_000 })
      const sixth = Result.getOrThrow(issued(state, T + 30_000))
      expect(Result.isFailure(issued(sixth, T + 59_999))).toBe(true)
      expect(Result.isSuccess(issued(sixth, T + 60_000))).toBe(true)
    }
  })

  it("FA11 I15: is a recovery code from the first lock until a correct answer, and wrong answers to it do not lock", () => {
    expect([0, 4, 5, 100].map((failuresInAll) => OneTimeCode.needsRecovery({ failuresInAll }, defaultPolicy))).toEqual([
      false,
      false,
      true,
      true
    ])
    const at = T + 1_800_000
    let state: OneTimeCode.OneTimeCode = Result.getOrThrow(
      OneTimeCode.issue(locked, { ...issue, expiresAt: at + 300_000, isRecovery: true }, at, defaultPolicy)
    )
    for (let wrong = 0; wrong < 200; wrong += 1) state = next(state, false, at + wrong)
    expect(state).toMatchObject({ _tag: "Issued", failures: 200, failuresInAll: 205 })
    // The code that was mailed to the owner before those answers still opens a session, and resets the counts.
    const proven = next(state, true, at + 299_999)
    expect(proven).toMatchObject({ _tag: "Proven", failures: 0, failuresInAll: 0 })
    expect(OneTimeCode.needsRecovery(proven, defaultPolicy)).toBe(false)
  })

  it("FA11 I15: can be issued immediately after a session of another credential lifts the lock, with unchanged counts", () => {
    const free = OneTimeCode.lifted(locked)
    expect(free).toEqual({ ...idle, failuresInAll: 5 })
    expect([tagOf(issued(free, T)), OneTimeCode.needsRecovery(free, defaultPolicy)]).toEqual(["ok", true])
    // Only a lock can be lifted.
    for (const state of [idle, Result.getOrThrow(issued(idle, T))]) expect(OneTimeCode.lifted(state)).toEqual(state)
  })

  it("resets the count of wrong answers after a correct one", () => {
    const proven = next(next(Result.getOrThrow(issued(idle, T)), false, T + 1), true, T + 2)
    expect(proven).toMatchObject({ _tag: "Proven", failures: 0, failuresInAll: 0, requestId })
  })

  it("O5: invalidates the proof of an earlier code", () => {
    const proven = next(Result.getOrThrow(issued(idle, T)), true, T + 1)
    expect(tagOf(OneTimeCode.open(proven, requestId))).toBe("ok")
    expect(tagOf(OneTimeCode.open(Result.getOrThrow(issued(proven, T + 2)), requestId))).toBe("OtpSuperseded")
  })

  it("O5: opens a session once, and only for the request that it was proved for", () => {
    const proven = next(Result.getOrThrow(issued(idle, T)), true, T + 1)
    const other = makeId("Request", { timestampMs: 2, random: new Uint8Array(10) })
    expect(tagOf(OneTimeCode.open(proven, other))).toBe("OtpSuperseded")
    expect(tagOf(OneTimeCode.open(idle, requestId))).toBe("OtpSuperseded")
    const opened = Result.getOrThrow(OneTimeCode.open(proven, requestId))
    expect(opened).toEqual({ ...idle, ...spentOne })
    expect(tagOf(OneTimeCode.open(opened, requestId))).toBe("OtpSuperseded")
  })

  it("accepts no answer if it was used or never sent", () => {
    const proven = next(Result.getOrThrow(issued(idle, T)), true, T + 1)
    expect([tagOf(OneTimeCode.pendingCode(proven, T + 2)), tagOf(OneTimeCode.pendingCode(idle, T))]).toEqual([
      "OtpNotPending",
      "OtpNotPending"
    ])
  })

  it("sent to a previous address is invalid, and the counts and a lock are unchanged", () => {
    const once = next(Result.getOrThrow(issued(idle, T)), false, T + 1)
    expect(OneTimeCode.readdress(once, T + 2)).toEqual({ ...idle, ...spentOne, failures: 1, failuresInAll: 1 })
    const proven = next(Result.getOrThrow(issued(idle, T)), true, T + 1)
    expect(OneTimeCode.readdress(proven, T + 2)).toEqual({ ...idle, ...spentOne })
    expect(OneTimeCode.readdress(idle, T)).toEqual(idle)
    expect(OneTimeCode.readdress(locked, T + 1_799_999)).toEqual(locked)
    expect(OneTimeCode.readdress(locked, T + 1_800_000)).toEqual({ ...idle, failuresInAll: 5 })
    const lapsed = OneTimeCode.readdress(Result.getOrThrow(issued(idle, T)), T + 300_000)
    expect(lapsed._tag).toBe("Lapsed")
  })

  it("I15: accepts at most five wrong answers in any 30 minutes, over any sequence of issues, guesses and waits", () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("issue" as const), wait: fc.integer({ min: 0, max: 400_000 }) }),
      fc.record({ do: fc.constant("guess" as const), wait: fc.integer({ min: 0, max: 400_000 }) })
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let state: OneTimeCode.OneTimeCode = idle
        let at = T
        let locks: Array<number> = []
        const verified: Array<number> = []
        for (const { do: what, wait } of steps) {
          at += wait
          const after: Result.Result<OneTimeCode.OneTimeCode, unknown> =
            what === "issue" ? issued(state, at) : guess(state, false, at)
          if (Result.isFailure(after)) continue
          state = after.success
          if (what === "guess") verified.push(at)
          if (state._tag === "Locked") locks = [...locks, at]
        }
        const inOneLock = locks.every((lock) => verified.every((time) => time <= lock || time >= lock + 1_800_000))
        return inOneLock && verified.length <= 5 * (locks.length + 1)
      })
    )
  })
})
