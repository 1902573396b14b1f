import { Result } from "effect"
import { describe } from "vitest"
import { Credentials, defaultPolicy } from "../../src/internal.ts"
import * as InternalAccounts from "../../src/things/accounts/rules/InternalAccount.ts"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { acts, decide } from "../../src/things/operators/acts.ts"
import {
  accountId,
  accountOf,
  closedAccountOf,
  credentialId,
  credentialOf,
  customerOf,
  idOf,
  leg,
  publicKey,
  recordOf,
  sessionOf,
  T
} from "../given.ts"
import { decides, type Row } from "./shown.ts"

const justification = { actor: "support-7", reason: "The phone was stolen" }
const prepared = { actId: idOf("Lookup"), tokenId: "support", vouchers: ["support"] }

const active = accountOf()
const frozen = recordOf(
  InternalAccounts.internalAccounts,
  Result.getOrThrow(InternalAccounts.suspended(active.value, T))
)
const email = credentialOf("EMAIL_OTP")
const oauth = credentialOf("OAUTH", {}, 2)
const suspended = recordOf(Credentials.credentials, Result.getOrThrow(Credentials.suspended(oauth.value, T)))

/** The code state after as many wrong codes as lock the credential, at `T`. */
const locked = () => {
  let otp: OneTimeCode.OneTimeCode = OneTimeCode.issuedOf(OneTimeCode.initial({ accountId, credentialId }), {
    issueId: "issue",
    codeDigest: "digest",
    sealedTargetKey: "sealed",
    targetPublicKey: publicKey,
    expiresAt: T + 1000
  })
  while (otp._tag === "Issued") {
    otp = OneTimeCode.rejected(otp, T, defaultPolicy)
  }
  return recordOf(OneTimeCode.oneTimeCodes, otp)
}

type Given = Parameters<typeof decide>[0]
const found: Given["found"] = {
  account: active,
  active: [sessionOf(1, 1), sessionOf(2, 2)],
  credentials: [email, oauth],
  config: undefined,
  customer: customerOf("APPROVED", "A@example.com"),
  head: undefined,
  kept: undefined
}
type ActOf<E> = Parameters<typeof decide<E>>[0]["command"]["act"]
const of = <E>(act: ActOf<E>, id: string, more: Partial<Given["found"]> = {}, at = T) => ({
  ...leg,
  at,
  command: { id, justification, act },
  found: { ...found, ...more },
  prepared
})

const WALLET = active.value.accountId
const CREDENTIAL = oauth.value.credentialId
const after = (operation: string) =>
  `notice OPERATOR_ACTED to a@example.com; limit operator InternalAccount; receipt ${operation} OPERATOR`
const none = { account: undefined, active: [], credentials: [], customer: undefined }

/** The refusals that all acts share. */
const failing = <E extends { readonly _tag: string }>(act: ActOf<E>, id: string): ReadonlyArray<Row> => [
  [
    `${act.name} fails where nothing has the id`,
    decide(of(act, id, none)),
    id === WALLET ? "AccountNotFound" : "CredentialNotFound"
  ],
  [
    `${act.name} fails on an account without sessions`,
    decide(of(act, id, { account: accountOf({ type: "INTERNAL_FIAT" }) })),
    "AccountNotFound"
  ],
  [
    `${act.name} fails for the wallet of a deleted customer`,
    decide(of(act, id, { account: closedAccountOf() })),
    "CustomerDeleted"
  ]
]

describe("an operator's act on a wallet (OP7)", () => {
  const touched = "~internal_accounts ACTIVE 0"
  const event = "event INTERNAL_ACCOUNT.STATUS_UPDATED 1"
  decides(() => [
    [
      "ends every session, and the notice goes once to an address of two spellings",
      decide(of(acts.endSessions, WALLET)),
      `~sessions Revoked; ~sessions Revoked; ${touched}; ${after("EndSessions")}`
    ],
    [
      "ends no session of a wallet without sessions, and is recorded",
      decide(of(acts.endSessions, WALLET, { active: [] })),
      `${touched}; ${after("EndSessions")}`
    ],
    [
      "suspends it and ends its sessions (I5)",
      decide(of(acts.suspendAccount, WALLET)),
      `~internal_accounts FROZEN 0; ~sessions Revoked; ~sessions Revoked; ${event}; ${after("SuspendAccount")}`
    ],
    [
      "is refused for a suspended wallet",
      decide(of(acts.suspendAccount, WALLET, { account: frozen })),
      "AlreadySuspended"
    ],
    [
      "ends its suspension",
      decide(of(acts.resumeAccount, WALLET, { account: frozen, active: [] })),
      `~internal_accounts ACTIVE 0; ${event}; ${after("ResumeAccount")}`
    ],
    ["is refused for a wallet that is not suspended", decide(of(acts.resumeAccount, WALLET)), "NotSuspended"],
    ...failing(acts.endSessions, WALLET),
    ...failing(acts.suspendAccount, WALLET),
    ...failing(acts.resumeAccount, WALLET),
    ...failing(acts.suspendCredential, CREDENTIAL),
    ...failing(acts.resumeCredential, CREDENTIAL),
    ...failing(acts.unlockCredential, CREDENTIAL)
  ])
})

describe("an operator's act on a credential (OP7)", () => {
  const touched = "~internal_accounts ACTIVE 0"
  decides(() => [
    [
      "suspends it and ends the sessions that it opened, not those of others (I5)",
      decide(of(acts.suspendCredential, CREDENTIAL)),
      `~credentials SUSPENDED; ~sessions Revoked; ${touched}; ${after("SuspendCredential")}`
    ],
    [
      "is refused for a suspended credential",
      decide(of(acts.suspendCredential, CREDENTIAL, { credentials: [suspended] })),
      "AlreadySuspended"
    ],
    [
      "ends its suspension",
      decide(of(acts.resumeCredential, CREDENTIAL, { credentials: [suspended] })),
      `~credentials ACTIVE; ${touched}; notice OPERATOR_ACTED to A@example.com; limit operator InternalAccount; receipt ResumeCredential OPERATOR`
    ],
    [
      "is refused for a credential that is not suspended",
      decide(of(acts.resumeCredential, CREDENTIAL)),
      "NotSuspended"
    ],
    [
      "lifts the lock of wrong codes, and the next code is a recovery code (FA11)",
      decide(of(acts.unlockCredential, credentialId, { kept: { otp: locked(), mail: undefined } })),
      `~email_otps Idle 0; ${touched}; ${after("UnlockCredential")}`
    ],
    [
      "lifts a lock in its last millisecond",
      decide(
        of(
          acts.unlockCredential,
          credentialId,
          { kept: { otp: locked(), mail: undefined } },
          T + defaultPolicy.otpLockFor - 1
        )
      ),
      `~email_otps Idle 0; ${touched}; ${after("UnlockCredential")}`
    ],
    [
      "is refused in the millisecond in which the lock expires",
      decide(
        of(
          acts.unlockCredential,
          credentialId,
          { kept: { otp: locked(), mail: undefined } },
          T + defaultPolicy.otpLockFor
        )
      ),
      "CredentialNotLocked"
    ],
    ["is refused for a credential without codes", decide(of(acts.unlockCredential, CREDENTIAL)), "CredentialNotLocked"]
  ])
})
