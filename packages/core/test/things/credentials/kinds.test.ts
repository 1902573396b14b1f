import { oidcNonce, sha256Hex, uncompressedHex } from "@countersign/wire"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  credentialTypeOf,
  defaultPolicy,
  type IdentityClaims,
  IdentityTokens,
  kinds,
  OneTimeCode,
  type PasskeyMaterial,
  Passkeys
} from "../../../src/internal.ts"
import { codeIssued } from "../../../src/things/credentials/kinds/EMAIL_OTP.ts"
import { codeVerified } from "../../../src/things/credentials/kinds/emailOtpLogin.ts"
import { emailsOf } from "../../../src/things/credentials/rules/Credential.ts"
import {
  codeContext,
  codeMailLimits,
  issuePlan,
  targetKeyContext
} from "../../../src/things/one-time-codes/rules/codes.ts"
import { OtpWrong } from "../../../src/things/one-time-codes/rules/refusals.ts"
import {
  accountId,
  codeMail,
  credentialId,
  credentialOf,
  here,
  leg,
  passkeyMaterial,
  publicKey,
  recordOf,
  requestId,
  sessionOf,
  T
} from "../../given.ts"

const { EMAIL_OTP, OAUTH, PASSKEY } = kinds
const terms = { accountId, email: "a@example.com", at: T }
describe("the list of kinds", () => {
  it("lists each kind under the type of its bodies", () => {
    for (const [type, { addition, submission }] of Object.entries(kinds)) {
      const types = [addition, submission].map(({ fields }) => fields.type.literal)
      expect([type, ...types]).toEqual([type, type, type])
    }
  })

  it("throws for a stored type that this version does not know", () => {
    expect(credentialTypeOf("OAUTH")).toBe("OAUTH")
    expect(() => credentialTypeOf("PIGEON")).toThrow(expect.objectContaining({ check: "credentials of type PIGEON" }))
  })
})

const code = {
  issueId: "Lookup:1",
  codeDigest: "digest",
  sealedTargetKey: "sealed",
  targetPublicKey: publicKey,
  expiresAt: T + 1000
}
const issued = OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId, accountId }), code)
const otp = recordOf(OneTimeCode.oneTimeCodes, OneTimeCode.accepted(issued, requestId))
const KEPT_NOTHING = { otp: undefined, mail: undefined }
const removed = (stored: Partial<{ otp: typeof otp; mail: typeof codeMail }>) =>
  EMAIL_OTP.retire({ ...KEPT_NOTHING, ...stored }).map(({ collection, op }) => `${op} ${collection.name}`)

describe("I5: removing a credential", () => {
  it("removes its codes and its queued mail", () => {
    expect(removed({ otp, mail: codeMail })).toEqual(["remove email_otps", "remove code_mails"])
    expect(removed({ otp })).toEqual(["remove email_otps"])
    expect(removed({ mail: codeMail })).toEqual(["remove code_mails"])
    expect(removed({})).toEqual([])
  })

  it("removes nothing else for kinds without additional records", () => {
    for (const kind of [OAUTH, PASSKEY])
      expect([kind.retire(), kind.reads()]).toEqual([[], { otp: undefined, mail: undefined }])
  })
})

describe("the activity that the user signs", () => {
  it("to remove a credential", () => {
    const whose = credentialOf("EMAIL_OTP", {}).value
    expect(EMAIL_OTP.removal(whose)).toEqual({
      type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
      parameters: { userEmail: "", userId: accountId }
    })
    expect(OAUTH.removal(whose)).toEqual({
      type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS",
      parameters: { providerIds: [credentialId], userId: accountId }
    })
    expect(PASSKEY.removal(whose)).toEqual({
      type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
      parameters: { authenticatorIds: [credentialId], userId: accountId }
    })
  })

  it("to add codes for the customer's address, which no other credential may name", async () => {
    expect(await Effect.runPromise(EMAIL_OTP.prepare({}, terms))).toEqual({
      material: { email: "a@example.com" },
      nickname: "a@example.com",
      address: "a@example.com",
      identity: `EMAIL_OTP/${accountId}`,
      activity: {
        type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
        parameters: { userEmail: "a@example.com", userId: accountId }
      }
    })
    const missing = await Effect.runPromise(Effect.flip(EMAIL_OTP.prepare({}, { ...terms, email: undefined })))
    expect(missing._tag).toBe("EmailMissing")
  })

  it("to add a passkey, whose challenge is stored as used for a day", async () => {
    const material: PasskeyMaterial = {
      credentialId: "id",
      publicKey: "key",
      counter: 0,
      rpIdHash: "hash",
      origin: "https://app",
      isBackupEligible: false,
      transports: []
    }
    const passkeys = Passkeys.of({ register: () => Effect.succeed(material), assert: () => Effect.die("not asked") })
    const bytes = { credentialId: "id", clientDataJson: "client", attestationObject: "object" }
    const addition = { type: "PASSKEY", accountId, nickname: "Phone", challenge: "challenge", attestation: bytes }
    const prepared = await Effect.runPromise(
      Effect.provideService(PASSKEY.prepare(addition, terms), Passkeys, passkeys)
    )
    expect(prepared).toEqual({
      material,
      nickname: "Phone",
      identity: "PASSKEY/id",
      activity: {
        type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
        parameters: {
          authenticators: [{ attestation: bytes, authenticatorName: "Phone", challenge: "challenge", transports: [] }],
          userId: accountId
        }
      },
      spends: { key: sha256Hex(`passkey challenge ${accountId} challenge`), expiresAt: T + 86_400_000 }
    })
  })
})

it("D13: an addition withholds its identity token, and nothing if it has none", () => {
  expect(OAUTH.secret({ type: "OAUTH", accountId, oidcToken: "token" })).toBe("token")
  expect([OAUTH.secret({ type: "OAUTH", accountId }), OAUTH.secret(null)]).toEqual([undefined, undefined])
})

describe("an OIDC identity", () => {
  const claims: IdentityClaims = {
    issuer: "https://issuer",
    audience: "app",
    subject: "s".repeat(300),
    issuedAt: T / 1000,
    expiresAt: T / 1000 + 30
  }
  const reported = (more: Partial<IdentityClaims>) =>
    IdentityTokens.of({ clockSkew: 0, mayTrust: () => true, identify: () => Effect.succeed({ ...claims, ...more }) })
  const prepared = (more: Partial<IdentityClaims>) =>
    OAUTH.prepare({ type: "OAUTH", accountId, oidcToken: "token" }, terms).pipe(
      Effect.provideService(IdentityTokens, reported(more)),
      Effect.runPromise
    )

  it("is added as the user signed, and its token is consumed by the first leg (FA13)", async () => {
    expect(await prepared({ email: "a@example.com" })).toEqual({
      material: { audience: "app", issuer: "https://issuer", subject: claims.subject },
      nickname: "a@example.com",
      identity: `OAUTH/${accountId}/${sha256Hex(JSON.stringify(["https://issuer", "app", claims.subject]))}`,
      activity: {
        type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
        parameters: { oauthProviders: [{ oidcToken: "token", providerName: "https://issuer" }], userId: accountId }
      },
      consumes: { once: { key: sha256Hex("oidc token"), expiresAt: T + 61_000 }, until: T + 30_000 }
    })
  })

  it("without a displayable address is named by the first 255 characters of its subject", async () => {
    expect((await prepared({})).nickname).toBe("s".repeat(255))
  })

  it("is proved once per token, and only until the token expires by the store's clock", async () => {
    const hex = uncompressedHex(publicKey)
    const credential = credentialOf("OAUTH", { audience: "app", issuer: "https://issuer", subject: claims.subject })
    const submission = { type: "OAUTH", oidcToken: "token", clientPublicKey: hex }
    const terms = { at: T, expiresAt: T }
    const inquiry = Result.getOrThrow(OAUTH.verify(credential.value, KEPT_NOTHING, submission, terms))
    expect([inquiry.inputs, inquiry.opensFor]).toEqual([{ token: "token" }, hex])
    const check = await inquiry.answer.pipe(
      Effect.provideService(IdentityTokens, reported({ nonce: oidcNonce(hex) })),
      Effect.runPromise
    )
    const round = { credential, kept: KEPT_NOTHING, policy: defaultPolicy, branding: {}, requestId, at: T }
    const verified = Result.getOrThrow(check(round))
    expect(verified._tag).toBe("OpenNow")
    expect(verified.plan.guards).toEqual([{ guard: "before", at: T + 30_000 }])
    expect(verified.plan.changes).toMatchObject([{ op: "insert", id: sha256Hex("oidc token") }])
  })
})

describe("the answer for a token or challenge that was already used", () => {
  it("names the check of the token", () => {
    expect(OAUTH.replayed("late")).toMatchObject({ _tag: "OidcTokenRefused", check: "expiry" })
    expect(OAUTH.replayed("taken")).toMatchObject({ _tag: "OidcTokenRefused", check: "replay" })
  })

  it("names the challenge of a passkey, or the pending code, unless the commit was too late", () => {
    expect(PASSKEY.replayed("taken")).toMatchObject({ _tag: "PasskeyRefused", check: "challenge" })
    expect(EMAIL_OTP.replayed("taken")).toMatchObject({ _tag: "OtpNotPending" })
    expect([PASSKEY.replayed("late"), EMAIL_OTP.replayed("late")]).toEqual([undefined, undefined])
  })
})

describe("FT3: an e-mail code is checked again after a conflict only if its inputs have changed", () => {
  const kept = { otp: recordOf(OneTimeCode.oneTimeCodes, issued), mail: undefined }
  const { value: credential } = credentialOf("EMAIL_OTP")

  it("the inputs of a challenge are the address, the settings and the kind of code", () => {
    const terms = { at: T, clientPublicKey: undefined, config: {}, policy: defaultPolicy }
    const { inputs, opensFor } = Result.getOrThrow(EMAIL_OTP.challenge(credential, kept, terms))
    expect([inputs, opensFor]).toEqual([
      { credentialId, email: "a@example.com", config: {}, isRecovery: false },
      undefined
    ])
  })

  it("the inputs of an answer are the issue, the bundle and the address", () => {
    const encryptedOtpBundle = JSON.stringify({
      encappedPublic: uncompressedHex(publicKey),
      ciphertext: "00".repeat(40)
    })
    const submission = { type: "EMAIL_OTP", encryptedOtpBundle }
    const { inputs } = Result.getOrThrow(EMAIL_OTP.verify(credential, kept, submission, { at: T, expiresAt: T }))
    expect(inputs).toEqual({ issue: code, encryptedOtpBundle, email: "a@example.com" })
  })
})

describe("a code for a record that is no credential", () => {
  const key = "address Customer:1"
  const current = OneTimeCode.initial({ credentialId: key, accountId })
  const order = { ...codeMail.value, credentialId: key, purpose: "CONFIRM_ADDRESS" as const }
  const round = { ...leg, mail: undefined, otp: undefined, current }

  it("O9: is stored and mailed under the key of the record, with the limits of every code", () => {
    const { changes } = Result.getOrThrow(issuePlan({ bundle: "bundle", issue: code, order }, round))
    expect(changes.map(({ collection, id, op }) => [op, collection.name, id])).toEqual([
      ["insert", "email_otps", key],
      ["insert", "code_mails", key]
    ])
    const { capacity } = defaultPolicy.challengesPerCredential
    expect(changes[0]).toMatchObject({ body: { level: { tokens: capacity - 1, at: T } } })
    expect(codeMailLimits(changes, defaultPolicy).map(({ key }) => key)).toEqual(["mail a@example.com", "codes"])
  })
})

describe("O3: a lock", () => {
  const answered = (failures: number): OneTimeCode.OneTimeCode =>
    Array.from({ length: failures }).reduce<OneTimeCode.OneTimeCode>(
      (otp) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, defaultPolicy) : otp),
      issued
    )
  const lastGuess = answered(defaultPolicy.otpFailuresToLock - 1)
  const locked = answered(defaultPolicy.otpFailuresToLock)
  const kept = (otp: OneTimeCode.OneTimeCode) => ({ otp: recordOf(OneTimeCode.oneTimeCodes, otp), mail: undefined })
  const ends = T + defaultPolicy.otpLockFor

  it("lasts until its end, to the millisecond", () => {
    expect([T, ends - 1, ends].map((at) => EMAIL_OTP.isLocked(kept(locked), at))).toEqual([true, true, false])
    expect(EMAIL_OTP.isLocked(kept(issued), T)).toBe(false)
    expect(EMAIL_OTP.isLocked(KEPT_NOTHING, T)).toBe(false)
  })

  it("may start with the last answer to a pending code", () => {
    expect(EMAIL_OTP.mayLock(kept(lastGuess), defaultPolicy)).toBe(true)
    for (const otp of [issued, locked]) expect(EMAIL_OTP.mayLock(kept(otp), defaultPolicy)).toBe(false)
    expect(EMAIL_OTP.mayLock(KEPT_NOTHING, defaultPolicy)).toBe(false)
  })

  it("is lifted by another session of the account, which the commit then requires", () => {
    const { value: terms } = sessionOf()
    const bundle = { bundle: "bundle", issue: code, order: codeMail.value }
    const otherSession = [{ guard: "before", at: terms.expiresAt } as const]
    const round = { at: T, credential: credentialOf("EMAIL_OTP"), policy: defaultPolicy, otherSession }
    const plan = (otp: OneTimeCode.OneTimeCode, more: Partial<typeof round> = {}) =>
      Result.match(codeIssued(bundle, { ...round, ...more, kept: kept(otp) }), {
        onSuccess: (challenged) => ("plan" in challenged ? challenged.plan.guards : []),
        onFailure: ({ _tag }) => _tag
      })
    expect([plan(locked), plan(OneTimeCode.initial({ credentialId, accountId }))]).toEqual([otherSession, []])
  })

  it("is never started by a token or a passkey", () => {
    for (const kind of [OAUTH, PASSKEY]) expect([kind.isLocked(), kind.mayLock()]).toEqual([false, false])
    expect(Result.getOrThrow(PASSKEY.finish())).toEqual({ changes: [], guards: [] })
  })

  /** The plan that a wrong answer commits before it is refused. */
  const committed = (otp: OneTimeCode.OneTimeCode, policy = defaultPolicy) => {
    const round = { credential: credentialOf("EMAIL_OTP"), policy, branding: {}, requestId, at: T, kept: kept(otp) }
    const verified = codeVerified({ _tag: "Wrong", isGuess: true, refusal: new OtpWrong() }, round)
    if (Result.isSuccess(verified) || !("plan" in verified.failure)) return expect.unreachable()
    return verified.failure.plan
  }

  it("O4 I15: counts a wrong answer in the commit that refuses it", () => {
    expect(committed(issued).changes).toMatchObject([{ op: "replace", body: { _tag: "Issued", failures: 1 } }])
    expect(committed(lastGuess).changes).toMatchObject([{ op: "replace", body: { _tag: "Locked" } }])
  })

  it("is reported to the address of the credential, with its length in minutes", () => {
    const drafts = (otp: OneTimeCode.OneTimeCode, policy = defaultPolicy) =>
      committed(otp, policy).drafts?.map(({ insert }) => insert("Webhook:1", here))
    const notice = (lockedForMinutes: number) => ({
      body: { to: "a@example.com", notice: { kind: "CODE_LOCKED", lockedForMinutes } }
    })
    expect(drafts(lastGuess)).toMatchObject([notice(Math.ceil(defaultPolicy.otpLockFor / 60_000))])
    expect(drafts(lastGuess, { ...defaultPolicy, otpLockFor: 60_001 })).toMatchObject([notice(2)])
    expect(drafts(lastGuess, { ...defaultPolicy, otpLockFor: 60_000 })).toMatchObject([notice(1)])
    expect(drafts(issued)).toEqual([])
  })
})

it("the addresses of credentials are those that receive codes", () => {
  const all = [credentialOf("EMAIL_OTP"), credentialOf("OAUTH", {}, 2), credentialOf("PASSKEY", passkeyMaterial(0), 3)]
  expect(emailsOf(all)).toEqual(["a@example.com"])
})

describe("O5: the proof of a login", () => {
  it("is consumed when its session opens", () => {
    const { changes, guards } = Result.getOrThrow(EMAIL_OTP.finish({ otp, mail: undefined }, requestId, T + 1))
    expect(guards).toEqual([])
    expect(changes).toMatchObject([
      { op: "replace", id: credentialId, version: 1, at: T + 1, body: { _tag: "Idle", failures: 0, failuresInAll: 0 } }
    ])
  })

  it("opens no session if it is gone", () => {
    const refused = EMAIL_OTP.finish(KEPT_NOTHING, requestId, T + 1)
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("OtpSuperseded")
  })
})

it("a value encrypted for one use of an issue does not decrypt for the other use, nor for another issue", () => {
  const contexts = ["1", "2"].flatMap((issue) => [targetKeyContext(issue), codeContext(issue)])
  expect(new Set(contexts).size).toBe(4)
})
