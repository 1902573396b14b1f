import { sha256Hex } from "@countersign/wire"
import type { IssuedCode } from "../../src/internal.ts"
import { type EmailChanges, emailChanges, emailCodesOf } from "../../src/things/customers/rules/EmailChange.ts"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { accountId, codeMail, customerId, leg, publicKey, recordOf, T } from "../given.ts"

const key = emailCodesOf(customerId)

/** A code that is mailed to b@example.com. */
export const issued: IssuedCode = {
  bundle: "bundle",
  issue: {
    issueId: "Lookup:2",
    codeDigest: "digest",
    sealedTargetKey: "sealed",
    targetPublicKey: publicKey,
    expiresAt: T + 1000
  },
  order: { ...codeMail.value, credentialId: key, to: "b@example.com", purpose: "CONFIRM_ADDRESS" }
}

const pendingCode = OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId: key, accountId }), issued.issue)
const wrong = (otp: OneTimeCode.OneTimeCode) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, leg.policy) : otp)

/** The code of the pending address after one wrong answer, and after enough to lock it. */
export const issuedOtp = recordOf(OneTimeCode.oneTimeCodes, wrong(pendingCode))
export const lockedOtp = recordOf(
  OneTimeCode.oneTimeCodes,
  Array.from({ length: leg.policy.otpFailuresToLock }).reduce<OneTimeCode.OneTimeCode>(wrong, pendingCode)
)

/** A pending change to b@example.com, and `count` changes that the tokens TOKEN-1, TOKEN-2 … undo. */
export const changesOf = (count = 1, more: Partial<EmailChanges> = {}) =>
  recordOf(emailChanges, {
    customerId,
    pending: { email: "b@example.com", expiresAt: T + 5000 },
    undoable: Array.from({ length: count }, (_, nth) => ({
      tokenSha256: sha256Hex(`TOKEN${nth + 1}`),
      email: `old-${nth + 1}@example.com`,
      until: T + 9000
    })),
    expiresAt: T + 9000,
    ...more
  })
