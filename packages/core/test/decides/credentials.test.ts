import { oidcNonce, uncompressedHex } from "@countersign/wire"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { defaultPolicy, kinds, OneTimeCode, SignedRequest } from "../../src/internal.ts"
import { addCredential } from "../../src/things/credentials/add.ts"
import { startLogin } from "../../src/things/credentials/challenge.ts"
import { renameCredential, revokeCredential } from "../../src/things/credentials/credentials.ts"
import { codeIssued } from "../../src/things/credentials/kinds/EMAIL_OTP.ts"
import { codeVerified } from "../../src/things/credentials/kinds/emailOtpLogin.ts"
import { tokenVerified } from "../../src/things/credentials/kinds/OAUTH.ts"
import { assertionVerified } from "../../src/things/credentials/kinds/PASSKEY.ts"
import { beginPasskeyLogin } from "../../src/things/credentials/passkeyLogin.ts"
import { verify } from "../../src/things/credentials/verify.ts"
import { OtpWrong } from "../../src/things/one-time-codes/rules/refusals.ts"
import {
  accountId,
  accountOf,
  assertion,
  closedAccountOf,
  codeMail,
  credentialId,
  credentialOf,
  customerOf,
  evidenceOf,
  idOf,
  leg,
  passkeyMaterial,
  publicKey,
  recordOf,
  requestId,
  sessionOf,
  T
} from "../given.ts"
import { decides } from "./shown.ts"

const email = credentialOf("EMAIL_OTP")
const identity = { audience: "app", issuer: "https://issuer", subject: "s" }
const oauth = credentialOf("OAUTH", identity, 2)
const passkeyOf = (counter: number) => credentialOf("PASSKEY", passkeyMaterial(counter))

const { otpFailuresToLock, otpLockFor, sessionLifetime } = defaultPolicy
const issue = {
  issueId: "Lookup:1",
  codeDigest: "digest",
  sealedTargetKey: "sealed",
  targetPublicKey: publicKey,
  expiresAt: T + 1000
}
const idle = OneTimeCode.initial({ credentialId, accountId })
/** The code state after a number of wrong answers, and the lock after the last one allowed. */
const answered = (failures: number): OneTimeCode.OneTimeCode =>
  Array.from({ length: failures }).reduce<OneTimeCode.OneTimeCode>(
    (otp) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, defaultPolicy) : otp),
    OneTimeCode.issuedOf(idle, issue)
  )
const proven = OneTimeCode.accepted(OneTimeCode.issuedOf(idle, issue), requestId)
const keptOf = (otp: OneTimeCode.OneTimeCode | undefined, isMailed = false) => ({
  otp: otp && recordOf(OneTimeCode.oneTimeCodes, otp),
  mail: isMailed ? codeMail : undefined
})
const KEPT_NOTHING = { otp: undefined, mail: undefined }

describe("adding a credential", () => {
  const body = { type: "OAUTH", accountId, oidcToken: "token" } as const
  const command = { accountId, addition: body, body }
  const activity = kinds.OAUTH.removal(oauth.value)
  const intent = {
    type: "EMAIL_OTP" as const,
    accountId,
    credentialId,
    material: {},
    nickname: "n",
    identity: "i",
    address: "c@example.com"
  }
  const registered = { credential: email.value, companions: [] }
  const of = (found: object = {}) => ({
    account: accountOf(),
    active: [],
    config: undefined,
    settings: undefined,
    siblings: [email],
    customer: customerOf("APPROVED", "c@example.com"),
    ...found
  })
  const first = (found: object = {}, prepared: object = {}) => {
    const given = { ...leg, command, found: of(found) }
    const proposed = { activity, consumes: undefined, intent, registered: undefined, ...prepared }
    return Result.flatMap(addCredential.begin.check(given), (checked) =>
      addCredential.begin.decide({ ...given, checked, prepared: proposed })
    )
  }
  const second = (found: object = {}, more: object = {}) => {
    const given = { ...leg, command, found: of(found), intent: { ...intent, ...more }, requestId }
    return Result.flatMap(addCredential.finish.check(given), (checked) =>
      addCredential.finish.decide({ ...given, checked, prepared: registered })
    )
  }
  const siblings = (count: number) => Array.from({ length: count }, (_, nth) => credentialOf("OAUTH", {}, nth))
  const once = { key: "token", expiresAt: T + 9 }
  const added = "+credentials; ~internal_accounts ACTIVE 0"
  const notices = "notice CREDENTIAL_ADDED to c@example.com; notice CREDENTIAL_ADDED to a@example.com"

  decides(() => [
    [
      "requires the signature of a session of the account",
      first(),
      "signed by SessionOfAccount: DELETE_OAUTH_PROVIDERS"
    ],
    [
      "consumes its token in the first leg, before the token expires by the store's clock (FA13)",
      first({}, { consumes: { once, until: T + 5 } }),
      "+spent; before +5; signed by SessionOfAccount: DELETE_OAUTH_PROVIDERS"
    ],
    [
      "needs no signature for the first credential of an account",
      first({ siblings: [] }, { registered }),
      `${added}; =customers; notice CREDENTIAL_ADDED to c@example.com; activity CREDENTIAL_CREATED`
    ],
    ["adds the signed credential, for the signed address", second(), `${added}; =customers; ${notices}`],
    [
      "consumes its challenge in the signed leg",
      second({}, { address: undefined, spends: once }),
      `+credentials; +spent; ~internal_accounts ACTIVE 0; ${notices}`
    ],
    ["fails for an unknown account", first({ account: undefined }), "AccountNotFound"],
    [
      "fails for an account that is not a wallet",
      first({ account: accountOf({ type: "INTERNAL_FIAT" }) }),
      "AccountNotFound"
    ],
    ["fails for a closed wallet", first({ account: closedAccountOf() }), "CustomerDeleted"],
    ["fails if the address has changed", second({ customer: customerOf() }), "CredentialSetChanged"],
    [
      "adds a fiftieth credential",
      second({ siblings: siblings(49), customer: undefined }, { address: undefined }),
      added
    ],
    ["fails for a fifty-first credential", second({ siblings: siblings(50) }), "TooManyCredentials"]
  ])
})

describe("challenging a credential", () => {
  const fresh = { bundle: "bundle", issue: { ...issue, issueId: "Lookup:2" }, order: codeMail.value }
  const challenged = (
    credential: typeof email | undefined,
    stored: ReturnType<typeof keptOf> = KEPT_NOTHING,
    {
      active = undefined,
      at = T,
      key = publicKey
    }: { active?: Array<ReturnType<typeof sessionOf>>; at?: number; key?: string } = {}
  ) => {
    const command = { credentialId, clientPublicKey: uncompressedHex(publicKey) }
    const given = {
      ...leg,
      at,
      command: { ...command, ...(key === "" ? { clientPublicKey: key } : {}) },
      found: { credential, config: undefined, settings: undefined, kept: stored, beside: undefined, active }
    }
    const prepared = {
      requestId,
      challenged: (round: Parameters<typeof codeIssued>[1]) =>
        credential?.value.type === "EMAIL_OTP"
          ? codeIssued(fresh, round)
          : Result.succeed({ _tag: "AssertionAwaited", clientPublicKey: publicKey, credentialId: "id" } as const)
    }
    return Result.flatMap(startLogin.check(given), (checked) => startLogin.decide({ ...given, checked, prepared }))
  }
  const mailed = "=credentials"
  const locked = keptOf(answered(otpFailuresToLock))
  const UNLOCKED = T + otpLockFor
  const other = sessionOf(2)

  decides(() => [
    [
      "by e-mail issues a code and queues its mail",
      challenged(email, keptOf(idle)),
      `~email_otps Issued 0 level 4; +code_mails; ${mailed}`
    ],
    [
      "by e-mail replaces a pending code and its mail",
      challenged(email, keptOf(answered(1), true)),
      `~email_otps Issued 1 level 4; ~code_mails; ${mailed}`
    ],
    [
      "by e-mail fails in the last millisecond of a lock",
      challenged(email, locked, { at: UNLOCKED - 1 }),
      "OtpCoolingDown"
    ],
    [
      "by e-mail issues a code when the lock ends",
      challenged(email, locked, { at: UNLOCKED }),
      `~email_otps Issued 0 level 4; +code_mails; ${mailed}`
    ],
    [
      "by e-mail issues a code during a lock if a session of another credential is active, and guards that session",
      challenged(email, locked, { active: [sessionOf(1), other] }),
      `~email_otps Issued 0 level 4; +code_mails; =credentials; =sessions; before +${sessionLifetime}`
    ],
    [
      "by e-mail fails during a lock if that session has expired",
      challenged(email, locked, { active: [other], at: T + sessionLifetime }),
      "OtpCoolingDown"
    ],
    [
      "by e-mail fails during a lock if the session is its own",
      challenged(email, locked, { active: [sessionOf(1)] }),
      "OtpCoolingDown"
    ],
    ["by e-mail fails without a code state", challenged(email), "CredentialNotFound"],
    [
      "by a passkey starts a login that an assertion completes",
      challenged(passkeyOf(0)),
      "+signed_requests Pending; =credentials; limit LoginWithPasskey InternalAccount"
    ],
    [
      "by a passkey fails without a client key",
      challenged(passkeyOf(0), KEPT_NOTHING, { key: "" }),
      "ClientKeyMissing"
    ],
    ["by an identity token fails, because OAUTH has no challenge", challenged(oauth), "ChallengeNotUsed"],
    ["fails for an unknown credential", challenged(undefined), "CredentialNotFound"]
  ])
})

describe("revoking a credential", () => {
  const found = {
    credential: email,
    siblings: [email, oauth],
    account: accountOf(),
    active: [sessionOf(1), sessionOf(2, 2)],
    kept: keptOf(answered(1), true),
    config: undefined,
    customer: undefined
  }
  const both = (more: object = {}) => {
    const given = { ...leg, command: { credentialId }, found: { ...found, ...more }, intent: { credentialId } }
    return { first: revokeCredential.begin.decide(given), second: revokeCredential.finish.decide(given) }
  }
  const [removed, last] = [both({ credential: undefined }), both({ siblings: [email] })]
  const addressless = { credential: passkeyOf(0), siblings: [passkeyOf(0), oauth], active: [], kept: KEPT_NOTHING }

  decides(() => [
    [
      "requires the signature of a session of another credential",
      both().first,
      "signed by SessionOfAccount except this: UPDATE_USER_EMAIL"
    ],
    [
      "removes it with its additional records, ends only its own session, and raises the account's version (I5)",
      both().second,
      "-credentials; -email_otps; -code_mails; ~sessions Revoked; ~internal_accounts ACTIVE 0; notice CREDENTIAL_REMOVED to a@example.com"
    ],
    [
      "notifies the customer's address if no credential has it",
      both({ ...addressless, customer: customerOf("APPROVED", "b@example.com") }).second,
      "-credentials; ~internal_accounts ACTIVE 0; notice CREDENTIAL_REMOVED to b@example.com"
    ],
    ["fails for an unknown credential, in the first leg", removed.first, "CredentialNotFound"],
    ["fails for an unknown credential, in the signed leg", removed.second, "CredentialNotFound"],
    ["fails for the last credential, in the first leg (I4)", last.first, "LastCredential"],
    ["fails for the last credential, in the signed leg (I4)", last.second, "LastCredential"]
  ])
})

describe("renaming a credential", () => {
  const both = (credential: typeof email | undefined) => {
    const command = { credentialId, nickname: "Work phone", body: null }
    const intent = { credentialId, nickname: "Work phone" }
    const given = { ...leg, at: T + 5, command, found: { credential }, intent, requestId }
    return { first: renameCredential.begin.decide(given), second: renameCredential.finish.decide(given) }
  }
  decides(() => [
    [
      "requires the signature of a session of the account",
      both(passkeyOf(3)).first,
      "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
    ],
    ["replaces a PASSKEY in the signed leg", both(passkeyOf(3)).second, "~credentials 3"],
    ["fails for an unknown credential, in the first leg", both(undefined).first, "CredentialNotFound"],
    ["fails for an unknown credential, in the signed leg", both(undefined).second, "CredentialNotFound"],
    ["UV5: fails for an EMAIL_OTP, in the first leg", both(email).first, "NicknameFixed"],
    ["UV5: fails for an EMAIL_OTP, in the signed leg", both(email).second, "NicknameFixed"],
    ["UV5: fails for an OAUTH, in the first leg", both(oauth).first, "NicknameFixed"]
  ])

  it("UV5: changes the nickname and the time of the change, and nothing else", () => {
    const credential = passkeyOf(3)
    const { reply } = Result.getOrThrow(both(credential).second)
    expect(reply).toEqual({ ...credential.value, nickname: "Work phone", updatedAt: T + 5 })
  })
})

describe("a proof of identity", () => {
  const clientPublicKey = uncompressedHex(publicKey)
  const bundle = JSON.stringify({ encappedPublic: clientPublicKey, ciphertext: "ab".repeat(40) })
  const code = { type: "EMAIL_OTP", encryptedOtpBundle: bundle } as const
  const token = { type: "OAUTH", oidcToken: "token", clientPublicKey } as const
  const asserted = { type: "PASSKEY", assertion } as const
  const key = { publicKey, encryptedSessionSigningKey: undefined }
  const prepared = { key, sessionId: idOf("Session", 9), client: undefined }
  const parameters = { publicKey, verificationToken: "token" }
  const activity = { type: "ACTIVITY_TYPE_OTP_LOGIN_V2", parameters } as const
  const { request } = beginPasskeyLogin(passkeyOf(4).value, clientPublicKey, requestId, leg)
  const login = recordOf(SignedRequest.signedRequests, request)
  const opening = { account: accountOf(), active: [] }
  const claims = { ...identity, issuedAt: T / 1000, expiresAt: T / 1000 + 30, nonce: oidcNonce(clientPublicKey) }
  type Proven = Parameters<typeof verify.begin.decide>[0]["prepared"]["proven"]

  const begin = (
    credential: typeof email | undefined,
    submission: typeof asserted | typeof code | typeof token,
    proven: Proven,
    {
      at = T,
      awaited,
      kept: stored = KEPT_NOTHING
    }: { at?: number; awaited?: typeof requestId; kept?: ReturnType<typeof keptOf> } = {}
  ) => {
    const command = { credentialId, submission, awaited }
    const found = {
      credential,
      kept: stored,
      login: awaited && login,
      config: undefined,
      head: undefined,
      kin: undefined,
      opening
    }
    const given = { ...leg, at, command, found, requestId, expiresAt: T + 300_000 }
    return Result.flatMap(verify.begin.check(given), (checked) =>
      verify.begin.decide({ ...given, checked, prepared: { ...prepared, proven } })
    )
  }
  const right: Proven = (round) => codeVerified({ _tag: "Right", publicKey, activity }, round)
  const wrong: Proven = (round) => codeVerified({ _tag: "Wrong", isGuess: true, refusal: new OtpWrong() }, round)
  const identified: Proven = (round) => tokenVerified({ claims, clientPublicKey, token: "token", clockSkew: 0 }, round)
  const assertedBy =
    (counter: number): Proven =>
    (round) =>
      assertionVerified(evidenceOf(counter), round)
  const byCode = (proven: Proven, failures = 0, at = T) =>
    begin(email, code, proven, { at, kept: keptOf(answered(failures)) })
  const byPasskey = (counter: number, at = T) =>
    begin(passkeyOf(4), asserted, assertedBy(counter), { at, awaited: requestId })
  const opens = "+sessions Active; ~internal_accounts ACTIVE 0"

  decides(() => [
    [
      "by a correct code is committed before the code expires by the store's clock, and then signed",
      byCode(right),
      "~email_otps Proven 0; before +1000; signed by KeyHolder: OTP_LOGIN_V2"
    ],
    ["by a wrong code is counted before it is refused (I15)", byCode(wrong), "~email_otps Issued 1; OtpWrong"],
    [
      "by the last allowed wrong code locks the credential, and notifies its address",
      byCode(wrong, otpFailuresToLock - 1),
      "~email_otps Locked 5; notice CODE_LOCKED to a@example.com; activity CREDENTIAL_LOCKED; OtpWrong"
    ],
    ["by a correct code fails while the credential is locked", byCode(right, otpFailuresToLock), "OtpExhausted"],
    [
      "by a wrong code is counted in the code's last millisecond",
      byCode(wrong, 0, T + 999),
      "~email_otps Issued 1; OtpWrong"
    ],
    ["by a correct code fails at the code's expiry (I10)", byCode(right, 0, T + 1000), "OtpExpired"],
    ["by a code fails if none was sent", begin(email, code, right, { kept: keptOf(idle) }), "OtpNotPending"],
    ["by a code fails without a code state", begin(email, code, right), "CredentialNotFound"],
    [
      "by an identity token opens a session, and consumes the token before it expires",
      begin(oauth, token, identified),
      `${opens}; +spent; ~credentials; before +30000; receipt VerifyCredential IDENTITY_TOKEN`
    ],
    [
      "by an identity token fails when the token expires",
      begin(oauth, token, identified, { at: T + 30_000 }),
      "OidcTokenRefused"
    ],
    [
      "by a passkey opens a session, consumes the login, and leaves a receipt",
      byPasskey(5),
      `${opens}; ~credentials 5; ~signed_requests Consumed; before +300000; receipt LoginWithPasskey ASSERTION`
    ],
    ["by a passkey fails if its counter does not increase", byPasskey(4), "PasskeyRefused"],
    ["by a passkey fails when the login expires (I10)", byPasskey(5, T + 300_000), "RequestExpired"],
    ["by a passkey fails without a pending login", begin(passkeyOf(4), asserted, right), "LoginNotAwaited"],
    ["fails for another type than the credential's", begin(email, token, right), "CredentialTypeDiffers"],
    ["fails for an unknown credential", begin(undefined, token, right), "CredentialNotFound"]
  ])

  const finish = (otp: OneTimeCode.OneTimeCode | undefined, client?: string, credential = email) => {
    const intent = { credentialType: "EMAIL_OTP", credentialId, publicKey, sessionId: prepared.sessionId } as const
    const found = { credential, kept: keptOf(otp), kin: undefined, opening }
    return verify.finish.decide({
      ...leg,
      command: { credentialId, submission: code, awaited: undefined },
      found,
      intent,
      requestId,
      prepared: { client }
    })
  }
  decides(() => [
    ["opens a session after the signature", finish(proven), `${opens}; ~credentials; =email_otps`],
    [
      "stores the encrypted device with the session",
      finish(proven, "sealed"),
      "+sessions Active; +session_clients; ~internal_accounts ACTIVE 0; ~credentials; =email_otps"
    ],
    ["fails after the signature if a newer code was issued (O5)", finish(answered(0)), "OtpSuperseded"],
    ["fails after the signature without a code state", finish(undefined), "OtpSuperseded"]
  ])
})
