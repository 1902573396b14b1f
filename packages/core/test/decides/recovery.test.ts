import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { RecoverySettings } from "../../src/model/RecoverySettings.ts"
import { requireStanding } from "../../src/things/access/rules/authority.ts"
import * as InternalAccounts from "../../src/things/accounts/rules/InternalAccount.ts"
import { credentialOf as registeredOf } from "../../src/things/credentials/kinds/withDefaults.ts"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { OtpBundleUnopened } from "../../src/things/one-time-codes/rules/refusals.ts"
import * as cancel from "../../src/things/recovery/cancel.ts"
import { completeRecovery } from "../../src/things/recovery/complete.ts"
import { startByOperator } from "../../src/things/recovery/recoveries.ts"
import type { RecoveryFound } from "../../src/things/recovery/recoveryPlan.ts"
import type * as Recovery from "../../src/things/recovery/rules/Recovery.ts"
import { heldAfter, timesOf } from "../../src/things/recovery/rules/Recovery.ts"
import {
  accountId,
  accountOf,
  closedAccountOf,
  customerOf,
  idOf,
  leg,
  publicKey,
  recordOf,
  requestId,
  sessionOf,
  T
} from "../given.ts"
import { DAY, enabled, found, ON, recoveryOf, savedOf, settings, suspended } from "./recoveries.ts"
import { decides } from "./shown.ts"

const justification = { actor: "support-7", reason: "Lost" }
const act = {
  actId: idOf("Lookup"),
  tokenId: "support",
  vouchers: ["support"],
  recoveryId: idOf("Recovery"),
  sendsNotices: true
}

describe("a recovery by an operator", () => {
  const begin = (more: Partial<RecoveryFound> = {}, at = T) =>
    startByOperator.decide({
      ...leg,
      at,
      command: { id: accountId, justification },
      found: { ...found, ...more },
      prepared: act
    })
  decides(() => [
    [
      "starts: the account is written, one notice goes to an address of two spellings, a receipt names the operator",
      begin(),
      "+recoveries Waiting; ~internal_accounts ACTIVE 0; ~platform_settings; notice RECOVERY_STARTED to a@example.com; limit operator InternalAccount; receipt StartRecovery OPERATOR"
    ],
    ["is off without settings", begin({ settings: undefined }), "RecoveryDisabled"],
    ["is off where only others are on", begin({ settings: settings({ guardians: enabled }) }), "RecoveryDisabled"],
    [
      "is off where the method is named and not enabled",
      begin({ settings: settings({ operators: { enabled: false } }) }),
      "RecoveryDisabled"
    ],
    ["fails for an unknown account", begin({ account: undefined }), "AccountNotFound"],
    [
      "fails for an account without credentials",
      begin({ account: accountOf({ type: "INTERNAL_FIAT" }) }),
      "AccountNotFound"
    ],
    ["fails for the wallet of a deleted customer", begin({ account: closedAccountOf() }), "CustomerDeleted"],
    ["fails while an operator has the wallet suspended", begin({ account: suspended }), "AccountSuspended"],
    ["fails without an address to mail the code to", begin({ customer: customerOf("APPROVED") }), "EmailMissing"],
    ["fails while one of a guardian is open", begin({ byGuardian: recoveryOf("GUARDIAN") }), "RecoveryOpen"],
    [
      "fails in the last millisecond of another",
      begin({ byOperator: recoveryOf("OPERATOR", T - 6 * DAY + 1) }),
      "RecoveryOpen"
    ],
    [
      "starts in the millisecond in which another expires",
      begin({ byOperator: recoveryOf("OPERATOR", T - 6 * DAY) }),
      "+recoveries Waiting; ~internal_accounts ACTIVE 0; ~platform_settings; notice RECOVERY_STARTED to a@example.com; limit operator InternalAccount; receipt StartRecovery OPERATOR"
    ]
  ])

  it("writes the settings, so that a concurrent change of them conflicts (GA9)", () => {
    const { changes } = Result.getOrThrow(begin())
    expect(changes.map(({ collection }) => collection.name)).toContain("platform_settings")
  })

  it("RC8: holds the account until it expires, and never shorter than a hold of before", () => {
    const heldBy = (before: number | undefined) => {
      const account = recordOf(InternalAccounts.internalAccounts, InternalAccounts.held(accountOf().value, before, T))
      const { changes } = Result.getOrThrow(begin({ account }))
      return changes.map((change) =>
        change.op === "remove" ? undefined : Reflect.get(Object(change.body), "heldUntil")
      )
    }
    expect(heldBy(undefined)).toEqual([undefined, T + 6 * DAY, undefined])
    expect(heldBy(T + DAY)).toEqual([undefined, T + 6 * DAY, undefined])
    expect(heldBy(T + 7 * DAY)).toEqual([undefined, T + 7 * DAY, undefined])
  })
})

describe("a cancellation", () => {
  const recovery = recoveryOf("OPERATOR")
  const byOwner = (stored: typeof recovery | undefined, at = T) =>
    cancel.cancelRecovery.finish.decide({
      ...leg,
      at,
      command: { recoveryId: idOf("Recovery") },
      intent: { recoveryId: idOf("Recovery") },
      found: { ...found, recovery: stored }
    })
  const requested = (stored: typeof recovery | undefined, at = T, [credential] = found.credentials) =>
    cancel.cancelRecovery.begin.decide({
      ...leg,
      at,
      command: { recoveryId: idOf("Recovery") },
      found: { recovery: stored, credential }
    })
  const byToken = (isRight: boolean, stored: typeof recovery | undefined, at = T) =>
    cancel.cancelByToken.decide({
      ...leg,
      at,
      command: { recoveryId: idOf("Recovery"), cancelToken: "token" },
      found: { ...found, recovery: stored },
      prepared: isRight
    })
  const byOperator = (stored: typeof recovery | undefined, at = T) =>
    cancel.cancelByOperator.decide({
      ...leg,
      at,
      command: { recoveryId: idOf("Recovery"), justification },
      found: { ...found, recovery: stored },
      prepared: act
    })
  const done = "~recoveries Cancelled; ~internal_accounts ACTIVE 0; notice RECOVERY_CANCELLED to a@example.com"
  const signed = "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
  decides(() => [
    ["requires the signature of a session of the account", requested(recovery), signed],
    ["can be requested in the last millisecond", requested(recovery, T + 6 * DAY - 1), signed],
    ["cannot be requested once the recovery expires", requested(recovery, T + 6 * DAY), "RecoveryEnded"],
    ["cannot be requested for an unknown recovery", requested(undefined), "RecoveryNotFound"],
    ["cannot be requested for an account without credentials", requested(recovery, T, []), "CredentialNotFound"],
    ["by a session ends the recovery and its hold", byOwner(recovery), done],
    ["by a session, once it is ready", byOwner(recovery, T + 3 * DAY), done],
    ["of a recovery by saved code writes nothing else", byOwner(recoveryOf("SAVED_CODE")), "~recoveries Cancelled"],
    ["fails in the millisecond in which the recovery expires", byOwner(recovery, T + 6 * DAY), "RecoveryEnded"],
    ["fails for an unknown recovery", byOwner(undefined), "RecoveryNotFound"],
    ["by its token leaves a receipt", byToken(true, recovery), `${done}; receipt CancelRecovery MAILED_SECRET`],
    ["by a wrong token", byToken(false, recovery), "RecoveryCancelRefused"],
    ["by the token of an unknown recovery", byToken(true, undefined), "RecoveryCancelRefused"],
    ["by a late token", byToken(true, recovery, T + 6 * DAY), "RecoveryCancelRefused"],
    [
      "by an operator leaves a receipt and is limited",
      byOperator(recovery),
      `${done}; limit operator InternalAccount; receipt CancelRecovery OPERATOR`
    ],
    ["by an operator, of a recovery that ended", byOperator(recovery, T + 6 * DAY), "RecoveryEnded"]
  ])

  it("RC8: restores the hold that the account had before", () => {
    const heldTo = (before: number | undefined) => {
      const { changes } = Result.getOrThrow(byOwner(recoveryOf("OPERATOR", T, before)))
      return changes.map((change) =>
        change.op === "remove" ? undefined : Reflect.get(Object(change.body), "heldUntil")
      )
    }
    expect(heldTo(undefined)).toEqual([undefined, undefined])
    expect(heldTo(T + 5)).toEqual([undefined, T + 5])
  })
})

describe("a completion", () => {
  const recovery = recoveryOf("SAVED_CODE")
  const issue = {
    issueId: "issue",
    codeDigest: "digest",
    sealedTargetKey: "sealed",
    targetPublicKey: publicKey,
    expiresAt: T + 600_000,
    isRecovery: true
  }
  const live = OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId: recovery.id, accountId }), issue)
  const pending = recordOf(OneTimeCode.oneTimeCodes, live)
  const proven = recordOf(OneTimeCode.oneTimeCodes, OneTimeCode.accepted(live, requestId))
  const saved = savedOf("one", "two")
  const addition = {
    type: "OAUTH",
    accountId,
    credentialId: idOf("AuthMethod", 9),
    material: {},
    nickname: "n",
    identity: "OAUTH/new"
  } as const
  const registered = {
    credential: registeredOf("OAUTH", { ...addition, environment: leg.environment, at: T, announcement: undefined }),
    companions: []
  }
  const command = {
    recoveryId: recovery.value.recoveryId,
    accountId,
    encryptedOtpBundle: "{}",
    credential: { type: "OAUTH" },
    body: {}
  } as const
  const all = {
    ...found,
    recovery,
    otp: proven,
    saved,
    active: [sessionOf(1, 1), sessionOf(2, 2)],
    resting: [],
    byOperator: undefined
  }
  type Found = Omit<typeof all, "account" | "byOperator" | "customer" | "otp" | "recovery" | "saved" | "settings"> & {
    readonly [Name in "byOperator" | "recovery"]: typeof recovery | undefined
  } & Pick<RecoveryFound, "account" | "customer" | "settings"> & {
      readonly otp: typeof proven | undefined
      readonly saved: typeof saved | undefined
    }
  const second = (more: Partial<Found> = {}, digest: string | undefined = "one", at = T, id = requestId) => {
    const intent = { recoveryId: command.recoveryId, publicKey, addition, ...(digest === "" ? {} : { digest }) }
    const given = { ...leg, at, command, found: { ...all, ...more }, intent, requestId: id }
    return Result.flatMap(completeRecovery.finish.check(given), (checked) =>
      completeRecovery.finish.decide({ ...given, checked, prepared: registered })
    )
  }
  const NO_PARTIES = { relyingParties: undefined, issuers: undefined }
  const SEALED = { enc: new Uint8Array(), ciphertext: new Uint8Array() }
  const first = (answer: "right" | "wrong") =>
    completeRecovery.begin.decide({
      ...leg,
      command,
      found: all,
      requestId,
      expiresAt: T + 1,
      checked: {
        inputs: { issue: live.issue, digests: ["one"], terms: { accountId, email: undefined, ...NO_PARTIES }, command },
        live,
        otp: pending,
        sealed: SEALED
      },
      prepared:
        answer === "right"
          ? {
              _tag: "Right",
              publicKey,
              digest: "one",
              prepared: {
                intent: addition,
                consumes: undefined,
                activity: {
                  type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
                  parameters: { oauthProviders: [], userId: accountId }
                }
              }
            }
          : { _tag: "Wrong", isGuess: true, refusal: new OtpBundleUnopened() }
    })
  const bound = "+credentials; ~recoveries Completed"
  const rest =
    "~credentials SUSPENDED; ~credentials SUSPENDED; ~sessions Revoked; ~sessions Revoked; ~internal_accounts ACTIVE 0"
  const ends = "before +600000; notice RECOVERY_COMPLETED to a@example.com"
  decides(() => [
    [
      "by a right code waits for the signature of the key that came with it",
      first("right"),
      "~email_otps Proven 0; before +600000; signed by KeyHolder: CREATE_OAUTH_PROVIDERS"
    ],
    ["by a wrong code is counted and refused (I15)", first("wrong"), "~email_otps Issued 1; OtpBundleUnopened"],
    [
      "binds the credential and does all the rest in one commit",
      second(),
      `${bound}; -email_otps; ~saved_codes; ${rest}; ${ends}`
    ],
    ["by a mailed code consumes no saved one", second({}, ""), `${bound}; -email_otps; ${rest}; ${ends}`],
    [
      "stops another recovery that is open",
      second({ byOperator: recoveryOf("OPERATOR") }),
      `${bound}; ~recoveries Cancelled; -email_otps; ~saved_codes; ${rest}; ${ends}`
    ],
    ["fails if the code was used meanwhile (I1)", second({}, "three"), "RecoveryCodeWrong"],
    ["fails if the codes are gone", second({ saved: undefined }), "RecoveryCodeWrong"],
    ["fails if a newer code replaced the proven one", second({ otp: pending }), "OtpSuperseded"],
    ["fails if another request proved the code", second({}, "one", T, idOf("Request", 2)), "OtpSuperseded"],
    ["fails without a code", second({ otp: undefined }), "OtpNotPending"],
    ["fails in the millisecond in which it expires", second({}, "one", T + 600_000), "RecoveryEnded"],
    ["fails before it is ready", second({ recovery: recoveryOf("OPERATOR") }), "RecoveryNotReady"],
    ["fails for an unknown recovery", second({ recovery: undefined }), "RecoveryNotFound"],
    ["fails while the wallet is suspended", second({ account: suspended }), "AccountSuspended"],
    ["fails where the platform turned it off", second({ settings: settings({}) }), "RecoveryDisabled"]
  ])

  it("RC8: replaces the hold of a recovery that ends with it, and shortens no other", () => {
    const heldTo = (before: number | undefined, byOperator?: typeof recovery) => {
      const account = recordOf(InternalAccounts.internalAccounts, InternalAccounts.held(accountOf().value, before, T))
      const { changes } = Result.getOrThrow(second({ account, byOperator }))
      return changes
        .map((change) => (change.op === "remove" ? undefined : Reflect.get(Object(change.body), "heldUntil")))
        .at(-1)
    }
    expect(heldTo(undefined)).toBe(T + 3 * DAY)
    expect(heldTo(T + 3 * DAY + 1)).toBe(T + 3 * DAY + 1)
    expect(heldTo(T + 6 * DAY, recoveryOf("OPERATOR"))).toBe(T + 3 * DAY)
    expect(heldTo(T + 6 * DAY, recoveryOf("OPERATOR", T, T + 4 * DAY))).toBe(T + 4 * DAY)
  })
})

describe("the times of a recovery", () => {
  const of = (recovery: RecoverySettings, method: Recovery.RecoveryMethod) =>
    Result.getOrThrow(timesOf(recovery, method, 0))
  it("have the documented defaults, and follow the platform's settings", () => {
    expect(of(ON, "SAVED_CODE")).toEqual({ readyAt: 0, expiresAt: 600_000 })
    expect(of(ON, "GUARDIAN")).toEqual({ readyAt: DAY, expiresAt: 4 * DAY })
    expect(of(ON, "OPERATOR")).toEqual({ readyAt: 3 * DAY, expiresAt: 6 * DAY })
    expect(of({ guardians: { enabled: true, delaySeconds: 3600 } }, "GUARDIAN").readyAt).toBe(3_600_000)
    expect([heldAfter({}, 0), heldAfter({ holdAfterSeconds: 3600 }, 0)]).toEqual([3 * DAY, 3_600_000])
  })

  it("RC4 I10: hold an account until the last millisecond, and not in the next", () => {
    const account = InternalAccounts.held(accountOf().value, T, T)
    const exported = { name: "ExportWallet" }
    expect(requireStanding(exported, [{ value: account }], T - 1)).toMatchObject({ failure: { heldUntil: T } })
    expect(Result.isSuccess(requireStanding(exported, [{ value: account }, accountOf()], T))).toBe(true)
  })
})
