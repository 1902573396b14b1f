import { oidcNonce } from "@countersign/wire"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Oauth from "../../../src/things/credentials/rules/Oauth.ts"
import * as Passkey from "../../../src/things/credentials/rules/Passkey.ts"

const SECONDS = 1_800_000_000
const T = SECONDS * 1000
const registered = { issuer: "https://issuer", audience: "app", subject: "sub" }
const key = "04ab"
const claims = { ...registered, issuedAt: SECONDS, expiresAt: SECONDS + 600, nonce: oidcNonce(key) }

const reported = <A>(result: Result.Result<A, { readonly check: string }>) =>
  Result.match(result, { onSuccess: () => "ok", onFailure: ({ check }) => check })

describe("an identity token", () => {
  it.each([
    [-5001, "issued at"],
    [-5000, "ok"],
    [0, "ok"],
    [59_999, "ok"],
    [60_999, "ok"],
    [61_000, "issued at"],
    [Number.NaN, "issued at"]
  ])("J8 I10 GD7: %d ms after it was issued, with 5 s of clock skew: %s (FC9)", (age, answer) => {
    expect(reported(Oauth.verifyTimes(claims, T + age, 5_000))).toBe(answer)
  })

  it.each([
    [-1, "issued at"],
    [0, "ok"],
    [59_999, "ok"],
    [60_999, "ok"],
    [61_000, "issued at"]
  ])("J8 I10 GD7: %d ms after it was issued, without clock skew: %s (FC9)", (age, answer) => {
    expect(reported(Oauth.verifyTimes(claims, T + age, 0))).toBe(answer)
  })

  it.each([
    [-60_001, "issued at"],
    [-60_000, "ok"],
    [65_999, "ok"],
    [66_000, "issued at"]
  ])("GD7 GC6: %d ms after it was issued, with the age of the sandbox and 60 s ahead: %s", (age, answer) => {
    expect(reported(Oauth.verifyTimes(claims, T + age, 60_000, 65_000))).toBe(answer)
  })

  it("GD7: counts whole seconds from an issue time that is fractional", () => {
    const half = { ...claims, issuedAt: SECONDS + 0.5 }
    const answers = [61_499, 61_500].map((age) => reported(Oauth.verifyTimes(half, T + age, 0)))
    expect(answers).toEqual(["ok", "issued at"])
  })

  it("GD9: is of the registered audience when any of its audiences is that one", () => {
    const both = { ...claims, audience: "api", audiences: ["api", "app"] }
    expect(reported(Oauth.verifyLogin(both, registered, key))).toBe("ok")
    expect(reported(Oauth.verifyLogin({ ...both, audiences: ["api", "web"] }, registered, key))).toBe("identity")
    expect(reported(Oauth.verifyLogin({ ...both, subject: "eve" }, registered, key))).toBe("identity")
  })

  it.each([
    [29_999, "ok"],
    [30_000, "expiry"],
    [30_001, "expiry"]
  ])("J8 I10: with a lifetime of 30 s, at %d ms: %s", (since, answer) => {
    expect(reported(Oauth.verifyTimes({ ...claims, expiresAt: SECONDS + 30 }, T + since, 0))).toBe(answer)
  })

  it.each([
    ["the registered identity", {}, "ok"],
    ["another issuer", { issuer: "https://other" }, "identity"],
    ["another audience", { audience: "other" }, "identity"],
    ["another subject", { subject: "other" }, "identity"],
    ["the same letters, split differently", { audience: "appsu", subject: "b" }, "identity"],
    ["no nonce", { nonce: undefined }, "nonce"],
    ["the nonce of the same key in another case", { nonce: oidcNonce("04AB") }, "nonce"]
  ])("J6 J10: compares the identity and the nonce exactly: %s", (_, other, answer) => {
    expect(reported(Oauth.verifyLogin({ ...claims, ...other }, registered, key))).toBe(answer)
  })

  it("J9: is stored as used for as long as its age would be accepted", () => {
    const until = Oauth.rememberedUntil(claims)
    const times = [until - 1, until].map((at) => reported(Oauth.verifyTimes(claims, at, 5_000)))
    expect([until, ...times]).toEqual([T + 61_000, "ok", "issued at"])
    expect(Oauth.rememberedUntil({ ...claims, issuedAt: SECONDS + 0.0005 })).toBe(T + 61_001)
  })

  it("is accepted until its maximum age or its expiry, whichever is earlier, rounded down to the millisecond", () => {
    expect(Oauth.actableUntil(claims)).toBe(T + 61_000)
    expect(Oauth.actableUntil({ ...claims, expiresAt: SECONDS + 30.0005 })).toBe(T + 30_000)
  })
})

describe("a passkey after an assertion", () => {
  const material = {
    credentialId: "id",
    publicKey: "key",
    counter: 5,
    rpIdHash: "hash",
    origin: "https://app",
    isBackupEligible: false,
    transports: []
  }
  it.each([
    [5, 6, "ok"],
    [5, 5, "counter"],
    [5, 4, "counter"],
    [5, 0, "counter"],
    [0, 0, "ok"],
    [0, 1, "ok"]
  ])("with stored counter %d and asserted counter %d: %s", (before, counter, answer) => {
    const next = Passkey.advance({ ...material, counter: before }, { counter, isBackupEligible: false })
    expect(reported(next)).toBe(answer)
    if (Result.isSuccess(next)) expect(next.success).toEqual({ ...material, counter })
  })

  it.each([true, false])("rejects a backup flag that differs from the registration (%s)", (isBackupEligible) => {
    const asserted = { counter: 6, isBackupEligible: !isBackupEligible }
    expect(reported(Passkey.advance({ ...material, isBackupEligible }, asserted))).toBe("backup flags")
  })
})

describe("the identities of a token", () => {
  it("GU4: are one for each of its audiences, and differ in issuer and subject", () => {
    const of = (more: object) => Oauth.identitiesOf({ ...claims, ...more })
    expect(of({})).toEqual([Oauth.identityDigest(registered)])
    expect(of({ audiences: ["app", "web"] })).toEqual([
      Oauth.identityDigest(registered),
      Oauth.identityDigest({ ...registered, audience: "web" })
    ])
    const all = [of({}), of({ issuer: "https://other" }), of({ subject: "other" }), of({ audience: "web" })].flat()
    expect(new Set(all).size).toBe(4)
  })
})
