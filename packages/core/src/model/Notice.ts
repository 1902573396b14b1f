import { Schema } from "effect"
import { KindName } from "./Environment.ts"
import { RecoveryId } from "./ids.ts"

export const OperatorAct = Schema.Literals([
  "SESSIONS_ENDED",
  "ACCOUNT_SUSPENDED",
  "ACCOUNT_RESUMED",
  "CREDENTIAL_SUSPENDED",
  "CREDENTIAL_RESUMED",
  "CREDENTIAL_UNLOCKED"
]).annotate({ description: "The acts of operators that end users are notified of" })

const recipient = Schema.Literals(["OLD", "NEW"])

/** A closed union. */
export const Notice = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("CREDENTIAL_ADDED"),
    credentialType: KindName,
    confirmedInHours: Schema.optionalKey(Schema.Int).annotateKey({
      description: "Until then it has at most the authority of the session that added it. 0: it is confirmed"
    })
  }),
  Schema.Struct({
    kind: Schema.Literal("CREDENTIAL_RETURNED"),
    credentialType: KindName.annotate({
      description: "Its owner proved it after another one had removed it, and what that had added is suspended"
    })
  }),
  Schema.Struct({ kind: Schema.Literal("CREDENTIAL_REMOVED"), credentialType: KindName }),
  Schema.Struct({
    kind: Schema.Literal("EMAIL_CHANGED"),
    recipient: recipient.annotate({ description: "Mailed to both addresses. The one that receives this mail" })
  }),
  Schema.Struct({
    kind: Schema.Literal("EMAIL_RESTORED"),
    recipient: recipient.annotate({ description: "`OLD`: the restored address. `NEW`: the one that it replaces" })
  }),
  Schema.Struct({ kind: Schema.Literal("WALLET_EXPORTED") }),
  Schema.Struct({
    kind: Schema.Literal("CUSTOMER_DELETED"),
    authorisedBy: Schema.Literals(["END_USER", "PLATFORM"]).annotate({
      description: "`END_USER`: a session key authorised it. `PLATFORM`: without a signature"
    })
  }),
  Schema.Struct({
    kind: Schema.Literal("CODE_LOCKED"),
    lockedForMinutes: Schema.Int.annotate({ description: "Of an EMAIL_OTP credential after wrong codes, rounded up" })
  }),
  Schema.Struct({
    kind: Schema.Literal("OPERATOR_ACTED"),
    act: OperatorAct.annotate({
      description: "Of the platform's support. Its reason is in the receipt, not in the mail"
    })
  }),
  Schema.Struct({
    kind: Schema.Literal("RECOVERY_STARTED"),
    method: Schema.Literals(["GUARDIAN", "OPERATOR"]),
    recoveryId: RecoveryId,
    readyInHours: Schema.Int.annotate({
      description: "From then on the recovery can be completed. The mail comes with a token that cancels it"
    })
  }),
  Schema.Struct({
    kind: Schema.Literal("RECOVERY_COMPLETED"),
    credentialType: KindName.annotate({ description: "Bound by the recovery, which suspended all others" })
  }),
  Schema.Struct({ kind: Schema.Literal("RECOVERY_CANCELLED") }),
  Schema.Struct({ kind: Schema.Literal("SAVED_CODES_CREATED") }),
  Schema.Struct({ kind: Schema.Literal("GUARDIAN_ADDED") }),
  Schema.Struct({ kind: Schema.Literal("GUARDIAN_REMOVED") })
]).annotate({
  description:
    "A security notice for an end user. It contains no secret, no code, and no address except the recipient's"
})
export type Notice = typeof Notice.Type
