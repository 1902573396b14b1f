import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { RecoverySettings } from "../../src/model/RecoverySettings.ts"
import type { IssuedCode } from "../../src/things/one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import * as byGuardian from "../../src/things/recovery/byGuardian.ts"
import { createSavedCodes } from "../../src/things/recovery/createSavedCodes.ts"
import * as guardians from "../../src/things/recovery/guardians.ts"
import { challengeRecovery, startRecovery } from "../../src/things/recovery/recoveries.ts"
import type { RecoveryFound } from "../../src/things/recovery/recoveryPlan.ts"
import { guardians as collection, type Guardian } from "../../src/things/recovery/rules/Guardian.ts"
import { without } from "../../src/things/recovery/rules/SavedCodes.ts"
import * as SignedRequest from "../../src/things/signed-requests/rules/SignedRequest.ts"
import {
  accountId,
  accountOf,
  assertion,
  closedAccountOf,
  codeMail,
  customerOf,
  evidenceOf,
  idOf,
  leg,
  passkeyMaterial,
  publicKey,
  recordOf,
  requestId,
  T
} from "../given.ts"
import { DAY, enabled, found, ON, recoveryOf, savedOf, settings, suspended } from "./recoveries.ts"
import { decides, type Row } from "./shown.ts"

const recoveryId = idOf("Recovery", "GUARDIAN".length)
const issued: IssuedCode = {
  bundle: "bundle",
  issue: {
    issueId: "Lookup:2",
    codeDigest: "digest",
    sealedTargetKey: "sealed",
    targetPublicKey: publicKey,
    expiresAt: T + 1,
    isRecovery: true
  },
  order: { ...codeMail.value, credentialId: recoveryId, to: "A@example.com", purpose: "RECOVER_ACCOUNT" }
}
const signed = "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
const fiat = accountOf({ type: "INTERNAL_FIAT" })

/** The refusals of an operation on a wallet that cannot be used. */
const unusable = (
  decided: (more: { readonly account?: typeof fiat | undefined; readonly credentials?: readonly [] }) => Row[1]
): ReadonlyArray<Row> => [
  ["not for an unknown account", decided({ account: undefined }), "AccountNotFound"],
  ["not for an account that is not a wallet", decided({ account: fiat }), "AccountNotFound"],
  ["not without a credential", decided({ credentials: [] }), "CredentialNotFound"]
]

describe("a saved code", () => {
  it("RC2: is one of those that are left, and only once", () => {
    const { value: saved } = savedOf("one", "two")
    expect(without(saved, "one", T)).toEqual({ ...saved, digests: ["two"] })
    expect(without(saved, "three", T)).toBeUndefined()
  })

  const start = (more: Partial<Parameters<typeof startRecovery.check>[0]["found"]> = {}) => {
    const all = { account: accountOf(), config: undefined, settings: settings(), saved: savedOf("one"), ...more }
    const given = { ...leg, command: accountId, found: all }
    return Result.flatMap(startRecovery.check(given), (checked) =>
      startRecovery.decide({ ...given, checked, prepared: { recoveryId, issued } })
    )
  }
  decides(() => [
    ["starts a recovery", start(), "+recoveries Waiting; +email_otps Issued 0; limit recovery InternalAccount"],
    ["does not without codes", start({ saved: undefined }), "SavedCodesMissing"],
    ["does not after the last one was used", start({ saved: savedOf() }), "SavedCodesMissing"],
    ["does not where it is off", start({ settings: undefined }), "RecoveryDisabled"],
    ["does not for an unknown account", start({ account: undefined }), "AccountNotFound"],
    ["does not for an account that is not a wallet", start({ account: fiat }), "AccountNotFound"],
    ["does not for the wallet of a deleted customer", start({ account: closedAccountOf() }), "CustomerDeleted"],
    ["does not while an operator has the wallet suspended", start({ account: suspended }), "AccountSuspended"]
  ])

  it("RC5: is ready at once, and its target key lives and is stored exactly as long as the recovery (GA13)", () => {
    const { changes, reply } = Result.getOrThrow(start())
    expect(reply.recovery).toMatchObject({ _tag: "Ready", readyAt: T, expiresAt: T + 600_000 })
    const otp = changes.flatMap((each) => (each.collection.name === "email_otps" && "body" in each ? [each.body] : []))
    expect(otp).toMatchObject([{ issue: { expiresAt: T + 600_000 }, expiresAt: T + 600_000 }])
  })
})

describe("a set of saved codes", () => {
  type Wallet = Parameters<typeof createSavedCodes.begin.decide>[0]["found"]["wallet"]
  const given = (wallet: Partial<Wallet>, recovery: RecoverySettings, isReplacing: boolean) => ({
    ...leg,
    command: { accountId, clientPublicKey: publicKey, body: {} },
    settings: settings(recovery),
    found: {
      ...found,
      saved: isReplacing ? savedOf("one") : undefined,
      wallet: { account: accountOf(), credentials: found.credentials, ...wallet }
    }
  })
  const begin = (wallet: Partial<Wallet> = {}, recovery: RecoverySettings = ON) =>
    createSavedCodes.begin.decide(given(wallet, recovery, false))
  const finish = (wallet: Partial<Wallet> = {}, recovery: RecoverySettings = ON, isReplacing = false) => {
    const second = { ...given(wallet, recovery, isReplacing), intent: { accountId, clientPublicKey: publicKey } }
    return Result.flatMap(createSavedCodes.finish.check(second), (checked) =>
      createSavedCodes.finish.decide({ ...second, checked, prepared: { bundle: "bundle", digests: ["two"] } })
    )
  }
  const notice = "notice SAVED_CODES_CREATED to a@example.com"
  decides(() => [
    ["requires the signature of a session of the account", begin(), signed],
    ["is stored, and every address is notified", finish(), `+saved_codes; ${notice}`],
    ["replaces all older codes", finish({}, ON, true), `~saved_codes; ${notice}`],
    ["cannot be requested where saved codes are off", begin({}, { guardians: enabled }), "RecoveryDisabled"],
    ["is not made if the platform turned them off meanwhile", finish({}, {}), "RecoveryDisabled"],
    ...unusable(begin).map(([which, ...row]): Row => [`is requested, ${which}`, ...row]),
    ...unusable(finish).map(([which, ...row]): Row => [`is made, ${which}`, ...row])
  ])
})

const terms: Omit<Guardian, "createdAt"> = {
  guardianId: idOf("Guardian"),
  accountId,
  nickname: "Grandma",
  material: passkeyMaterial(4),
  uniqueKey: "key"
}
const guardian = recordOf(collection, { ...terms, createdAt: T })
const { guardianId } = terms

describe("a guardian", () => {
  const siblings = (count: number) => Array.from({ length: count }, () => guardian)
  const request = (more: Partial<RecoveryFound> = {}, count = 4) => {
    const command = { accountId, addition: { type: "PASSKEY" }, body: {} } as const
    const given = { ...leg, command, found: { ...found, ...more, siblings: siblings(count) } }
    return Result.flatMap(guardians.addGuardian.begin.check(given), (checked) =>
      guardians.addGuardian.begin.decide({ ...given, checked, prepared: terms })
    )
  }
  const add = (count: number, recovery: RecoverySettings = ON) =>
    guardians.addGuardian.finish.decide({
      ...leg,
      command: { accountId, addition: { type: "PASSKEY" }, body: {} },
      found: { ...found, settings: settings(recovery), siblings: siblings(count) },
      intent: { ...terms, spends: { key: "challenge", expiresAt: T + 1 } }
    })
  const requestRemoval = (more: Partial<RecoveryFound & { readonly guardian: typeof guardian | undefined }> = {}) =>
    guardians.removeGuardian.begin.decide({ ...leg, command: { guardianId }, found: { ...found, guardian, ...more } })
  const remove = (stored: typeof guardian | undefined) =>
    guardians.removeGuardian.finish.decide({
      ...leg,
      command: { guardianId },
      intent: { guardianId, accountId },
      found: { ...found, guardian: stored }
    })
  const added = "+guardians 4; +spent; ~internal_accounts ACTIVE 0; notice GUARDIAN_ADDED to a@example.com"
  decides(() => [
    ["requires the signature of a session to be added", request(), signed],
    ["cannot be requested as the sixth", request({}, 5), "TooManyGuardians"],
    ["cannot be requested where guardians are off", request({ settings: undefined }), "RecoveryDisabled"],
    ...unusable(request).map(([which, ...row]): Row => [`is requested, ${which}`, ...row]),
    ["is added as the fifth", add(4), added],
    ["is not added as the sixth", add(5), "TooManyGuardians"],
    ["is not added where guardians are off", add(0, {}), "RecoveryDisabled"],
    ["requires the signature of a session to be removed", requestRemoval(), signed],
    ["cannot be removed if it is unknown", requestRemoval({ guardian: undefined }), "GuardianNotFound"],
    ["can be removed where guardians are off", requestRemoval({ settings: undefined }), signed],
    ...unusable(requestRemoval).map(([which, ...row]): Row => [`is removed, ${which}`, ...row]),
    ["is removed", remove(guardian), "-guardians; notice GUARDIAN_REMOVED to a@example.com"],
    ["is not removed twice", remove(undefined), "GuardianNotFound"]
  ])
})

describe("a recovery by a guardian", () => {
  const challenged = (stored: typeof guardian | undefined, recovery: RecoverySettings = ON) =>
    byGuardian.challengeGuardian.decide({
      ...leg,
      command: guardianId,
      found: { guardian: stored, settings: settings(recovery) },
      prepared: requestId
    })
  const { reply } = Result.getOrThrow(challenged(guardian))
  const requestOf = (more: Partial<Parameters<typeof SignedRequest.issue>[0]> = {}) =>
    recordOf(SignedRequest.signedRequests, SignedRequest.issue({ ...reply.request, ...more }))
  const consumed = recordOf(
    SignedRequest.signedRequests,
    Result.getOrThrow(SignedRequest.consumeAsserted(reply.request, evidenceOf(), T))
  )

  interface More extends Partial<RecoveryFound> {
    readonly guardian?: typeof guardian | undefined
    readonly request?: ReturnType<typeof requestOf> | typeof consumed | undefined
  }
  const start = (more: More = {}, { at = T, counter = 5, isNamed = true } = {}) => {
    const command = { guardianId, requestId: isNamed ? requestId : undefined, assertion }
    const given = { ...leg, at, command, found: { ...found, guardian, request: requestOf(), ...more } }
    return Result.flatMap(byGuardian.guardianStartRecovery.check(given), (checked) =>
      byGuardian.guardianStartRecovery.decide({
        ...given,
        checked,
        prepared: { evidence: evidenceOf(counter), recoveryId, sendsNotices: true }
      })
    )
  }
  const { signedRequestLifetime } = leg.policy
  const started =
    "+recoveries Waiting; ~internal_accounts ACTIVE 0; ~signed_requests Consumed; ~guardians 5; before +300000; notice RECOVERY_STARTED to a@example.com; receipt StartRecovery ASSERTION"
  decides(() => [
    [
      "begins with a request for its assertion, which is limited",
      challenged(guardian),
      "+signed_requests Pending; =guardians; limit guardian Guardian InternalAccount"
    ],
    ["is not begun by an unknown guardian", challenged(undefined), "GuardianNotFound"],
    ["is not begun where guardians are off", challenged(guardian, { operators: enabled }), "RecoveryDisabled"],
    ["starts with the assertion: the account is held, and a receipt has the assertion", start(), started],
    ["starts in the last millisecond of the request", start({}, { at: T + signedRequestLifetime - 1 }), started],
    [
      "fails in the millisecond in which the request expires",
      start({}, { at: T + signedRequestLifetime }),
      "RequestExpired"
    ],
    ["fails for an unknown guardian", start({ guardian: undefined }), "GuardianNotFound"],
    ["fails without a request id", start({}, { isNamed: false }), "RequestIdMissing"],
    ["fails for an unknown request", start({ request: undefined }), "RequestUnknown"],
    ["RC11: fails if the request was consumed", start({ request: consumed }), "RequestUsed"],
    [
      "fails with a request of another guardian",
      start({ request: requestOf({ call: { ...reply.request.call, path: "/auth/guardians/other/start-recovery" } }) }),
      "RequestForAnotherCall"
    ],
    [
      "fails with a request that a session must sign",
      start({ request: requestOf({ signer: { _tag: "SessionOfAccount" } }) }),
      "RequestForAnotherCall"
    ],
    ["fails if the counter of the passkey does not increase", start({}, { counter: 4 }), "PasskeyRefused"],
    ["fails if the platform turned it off meanwhile", start({ settings: settings({}) }), "RecoveryDisabled"],
    ["fails for an unknown account", start({ account: undefined }), "AccountNotFound"],
    ["fails for the wallet of a deleted customer", start({ account: closedAccountOf() }), "CustomerDeleted"],
    ["fails while an operator has the wallet suspended", start({ account: suspended }), "AccountSuspended"],
    ["fails without an address to mail the code to", start({ customer: customerOf("APPROVED") }), "EmailMissing"],
    [
      "fails in the last millisecond of another",
      start({ byGuardian: recoveryOf("GUARDIAN", T - 4 * DAY + 1) }),
      "RecoveryOpen"
    ],
    [
      "starts in the millisecond in which another expires",
      start({ byGuardian: recoveryOf("GUARDIAN", T - 4 * DAY) }),
      started
    ]
  ])
})

describe("the mailed code of a recovery", () => {
  const guardians = recoveryOf("GUARDIAN")
  interface More extends Partial<RecoveryFound> {
    readonly recovery?: typeof guardians | undefined
    readonly otp?: Parameters<typeof challengeRecovery.decide>[0]["found"]["otp"]
    readonly mail?: typeof codeMail
  }
  const mailed = (more: More = {}, at = T + DAY) => {
    const all = { ...found, recovery: guardians, otp: undefined, mail: undefined, ...more }
    const given = { ...leg, at, command: recoveryId, found: all }
    return Result.flatMap(challengeRecovery.check(given), (checked) =>
      challengeRecovery.decide({ ...given, checked, prepared: issued })
    )
  }
  const first = OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId: recoveryId, accountId }), issued.issue)
  const answered = recordOf(OneTimeCode.oneTimeCodes, OneTimeCode.rejected(first, T, leg.policy))
  const rest = "=recoveries; =customers"
  const done = `+email_otps Issued 0 level 4; +code_mails; ${rest}`
  decides(() => [
    ["is issued in the millisecond in which the recovery is ready", mailed(), done],
    ["is not issued in the millisecond before", mailed({}, T + DAY - 1), "RecoveryNotReady"],
    ["is issued in the last millisecond of the recovery", mailed({}, T + 4 * DAY - 1), done],
    ["is not issued in the millisecond in which it expires", mailed({}, T + 4 * DAY), "RecoveryEnded"],
    [
      "replaces an older one with its mail, and leaves the count of wrong answers (I15)",
      mailed({ otp: answered, mail: codeMail }),
      `~email_otps Issued 1 level 4; ~code_mails; ${rest}`
    ],
    ["is not issued for an unknown recovery", mailed({ recovery: undefined }), "RecoveryNotFound"],
    [
      "is not issued for a recovery by saved code",
      mailed({ recovery: recoveryOf("SAVED_CODE") }, T),
      "ChallengeNotMailed"
    ],
    ["is not issued where the platform turned it off", mailed({ settings: settings({}) }), "RecoveryDisabled"],
    ["is not issued for an unknown account", mailed({ account: undefined }), "AccountNotFound"],
    ["is not issued for the wallet of a deleted customer", mailed({ account: closedAccountOf() }), "CustomerDeleted"],
    ["is not issued while an operator has the wallet suspended", mailed({ account: suspended }), "AccountSuspended"],
    ["is not issued without an address", mailed({ customer: customerOf("APPROVED") }), "EmailMissing"]
  ])
})
