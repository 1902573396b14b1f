import { encodeHex, uncompressedHex } from "@countersign/wire"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { internalAccounts, suspended } from "../../src/things/accounts/rules/InternalAccount.ts"
import { proveEmail, startProof } from "../../src/things/customers/proveEmail.ts"
import { proven, undone } from "../../src/things/customers/rules/EmailChange.ts"
import { undoEmail } from "../../src/things/customers/undoEmail.ts"
import { codeMails } from "../../src/things/one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { OtpWrong } from "../../src/things/one-time-codes/rules/refusals.ts"
import * as Session from "../../src/things/sessions/rules/Session.ts"
import {
  accountId,
  accountOf,
  codeMail,
  credentialId,
  credentialOf,
  customerId,
  customerOf,
  deletedCustomer,
  idOf,
  leg,
  passkeyMaterial,
  publicKey,
  recordOf,
  T
} from "../given.ts"
import { changesOf, issued, issuedOtp, lockedOtp } from "./emailChanges.ts"
import { decides } from "./shown.ts"

const email = credentialOf("EMAIL_OTP")
const login = recordOf(
  OneTimeCode.oneTimeCodes,
  OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId, accountId }), issued.issue)
)
const sessionBy = (type: "EMAIL_OTP" | "PASSKEY") => {
  const credential = credentialOf(type, type === "PASSKEY" ? passkeyMaterial(0) : undefined).value
  const opening = { sessionId: idOf("Session"), credential, publicKey }
  return recordOf(Session.sessions, Session.open(opening, leg.policy, T))
}
const wallet = accountOf()
const frozen = recordOf(internalAccounts, Result.getOrThrow(suspended(wallet.value, T)))
const found = {
  customer: customerOf("APPROVED", "a@example.com"),
  config: undefined,
  owners: [],
  wallets: [wallet],
  emails: changesOf(),
  code: { otp: issuedOtp, mail: recordOf(codeMails, { ...codeMail.value, credentialId: "customer" }) },
  each: [email],
  heads: [undefined],
  sessions: [sessionBy("EMAIL_OTP"), sessionBy("PASSKEY")],
  tied: [{ credential: email, otp: login, mail: codeMail }],
  recoveryCodes: [{ otp: undefined, mail: undefined }]
}
const moved = (to: string) => ({
  profile: { customerType: "INDIVIDUAL", email: to } as const,
  sealed: { customerType: "INDIVIDUAL", sealed: "sealed", email: to } as const,
  owners: []
})
const bundle = JSON.stringify({ encappedPublic: uncompressedHex(publicKey), ciphertext: encodeHex(new Uint8Array(40)) })
const moves = "~customers APPROVED; ~credentials; ~email_otps Idle 0; -code_mails"
const address = "~email_otps Idle 1; -code_mails; ~internal_accounts ACTIVE 0; ~email_changes"

describe("a code for a pending address", () => {
  const challenged = (more: object = {}) => {
    const given = { ...leg, command: { customerId }, found: { ...found, ...more } }
    return Result.flatMap(startProof.check(given), (checked) =>
      startProof.decide({ ...given, checked, prepared: issued })
    )
  }
  decides(() => [
    [
      "AD3 O9: replaces the previous one and its mail, with the limits of every code",
      challenged(),
      "~email_otps Issued 1 level 4; ~code_mails; =email_changes; before +5000"
    ],
    [
      "AD3: is not sent while wrong codes lock it",
      challenged({ code: { otp: lockedOtp, mail: undefined } }),
      "OtpCoolingDown"
    ],
    ["AD1: is not sent if no change is pending", challenged({ emails: undefined }), "EmailChangeNotPending"],
    [
      "AD4 I10: is not sent at the very millisecond at which the change expires",
      challenged({ emails: changesOf(0, { pending: { email: "b@example.com", expiresAt: T } }) }),
      "EmailChangeNotPending"
    ],
    ["AD10: is not sent while a wallet is suspended", challenged({ wallets: [frozen] }), "AccountSuspended"],
    ["is not sent for a deleted customer", challenged({ customer: deletedCustomer }), "CustomerDeleted"],
    ["is not sent for an unknown customer", challenged({ customer: undefined }), "CustomerNotFound"]
  ])
})

describe("the proof of a pending address", () => {
  const proved = (more: object = {}, isRight = true) => {
    const given = { ...leg, command: { customerId, encryptedOtpBundle: bundle }, found: { ...found, ...more } }
    const undoable = { email: "a@example.com", token: "TOKEN", sealedToken: "sealed" }
    const prepared = isRight
      ? ({ _tag: "Right", moved: moved("b@example.com"), undo: undoable, consumed: idOf("Lookup") } as const)
      : ({ _tag: "Wrong", isGuess: true, refusal: new OtpWrong() } as const)
    return Result.flatMap(proveEmail.check(given), (checked) => proveEmail.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    [
      "AD1 AD2: moves the customer and its credentials, voids pending codes, notifies both addresses and leaves a receipt",
      proved(),
      `${moves}; ${address}; before +5000; before +1000; notice EMAIL_CHANGED to a@example.com; notice EMAIL_CHANGED to b@example.com; receipt ProveEmail MAILED_SECRET`
    ],
    [
      "AD6 RC12: voids the mailed code of a recovery, which was sent to the previous address",
      proved({ recoveryCodes: [{ otp: login, mail: codeMail }] }),
      `${moves}; ~email_otps Idle 0; -code_mails; ${address}; before +5000; before +1000; notice EMAIL_CHANGED to a@example.com; notice EMAIL_CHANGED to b@example.com; receipt ProveEmail MAILED_SECRET`
    ],
    ["AD3 I15: counts a wrong code before it is refused", proved({}, false), "~email_otps Issued 2; OtpWrong"],
    [
      "AD3: locks with the last wrong code, and notifies the address that is in use",
      proved({ code: { otp: lastGuess, mail: undefined } }, false),
      "~email_otps Locked 5; notice CODE_LOCKED to a@example.com; OtpWrong"
    ],
    ["AD3: verifies no code during the lock", proved({ code: { otp: lockedOtp, mail: undefined } }), "OtpExhausted"],
    ["AD1: fails if no change is pending", proved({ emails: undefined }), "EmailChangeNotPending"],
    [
      "AD4 I10: fails at the very millisecond at which the change expires",
      proved({ emails: changesOf(0, { pending: { email: "b@example.com", expiresAt: T } }) }),
      "EmailChangeNotPending"
    ],
    ["AD10: fails while a wallet is suspended", proved({ wallets: [frozen] }), "AccountSuspended"],
    ["fails for a deleted customer", proved({ customer: deletedCustomer }), "CustomerDeleted"]
  ])
})

const lastGuess = recordOf(
  OneTimeCode.oneTimeCodes,
  Array.from({ length: leg.policy.otpFailuresToLock - 2 }).reduce<OneTimeCode.OneTimeCode>(
    (otp) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, leg.policy) : otp),
    issuedOtp.value
  )
)

describe("undoing a change of the address", () => {
  const undid = (undoToken: string, more: object = {}) => {
    const given = { ...leg, command: { customerId, undoToken }, found: { ...found, kin: [], ...more } }
    return Result.flatMap(undoEmail.check(given), (checked) => {
      const { email: restored } = checked.inputs
      const prepared = { moved: restored === undefined ? undefined : moved(restored), consumed: idOf("Lookup") }
      return undoEmail.decide({ ...given, checked, prepared })
    })
  }
  const refused = "limit undo Customer; UndoTokenRefused"
  decides(() => [
    [
      "AD5 AD6: restores the address, voids codes, ends the sessions of EMAIL_OTP credentials only, and leaves a receipt",
      undid("TOKEN-1"),
      `${moves}; ${address}; ~sessions Revoked; before +9000; notice EMAIL_RESTORED to old-1@example.com; notice EMAIL_RESTORED to a@example.com; receipt UndoEmail MAILED_SECRET`
    ],
    ["AD7: refuses a wrong token, and only then consumes the limit", undid("TOKEN-9"), refused],
    [
      "AD7 I10: refuses a token at the very millisecond at which it expires, identically",
      undid("TOKEN-1", { emails: changesOf(0, { undoable: [{ ...oneChange, until: T }] }) }),
      refused
    ],
    [
      "AD7: refuses a token of a customer without changes, identically",
      undid("TOKEN-1", { emails: undefined }),
      refused
    ],
    ["fails for a deleted customer", undid("TOKEN-1", { customer: deletedCustomer }), "CustomerDeleted"]
  ])
})

const oneChange = changesOf().value.undoable[0] ?? expect.unreachable()

describe("the tokens of several changes", () => {
  const three = changesOf(3).value
  const restoredBy = (token: string) =>
    Result.map(undone(three, token, T), ({ next, restored }) => [restored.email, next.undoable.length, next.pending])

  it("AD5: each restores its own address, and voids itself, the later ones and the pending change", () => {
    expect(["TOKEN-1", "TOKEN-2", " token-3 "].map((token) => Result.getOrThrow(restoredBy(token)))).toEqual([
      ["old-1@example.com", 0, undefined],
      ["old-2@example.com", 1, undefined],
      ["old-3@example.com", 2, undefined]
    ])
  })

  it("AD7: are stored as digests until they expire, to the millisecond", () => {
    const { emailUndoWindow } = leg.policy
    const after = proven(three, { email: "a@example.com", token: "TOKEN-4" }, leg.policy, T)
    expect(JSON.stringify(after)).not.toContain("TOKEN-4")
    expect([after.undoable.length, after.expiresAt, after.pending]).toEqual([4, T + emailUndoWindow, undefined])
    const isAccepted = [T + emailUndoWindow - 1, T + emailUndoWindow].map((at) =>
      Result.isSuccess(undone(after, "TOKEN-4", at))
    )
    expect(isAccepted).toEqual([true, false])
    expect(proven(three, undefined, leg.policy, T + 9000).undoable).toEqual([])
  })
})
