import { Schema } from "effect"
import { KindName } from "./Environment.ts"
import { RecoveryId } from "./ids.ts"

/** The acts of operators that end users are notified of. */
const OperatorNotice = Schema.Literals([
  "SESSIONS_ENDED",
  "ACCOUNT_SUSPENDED",
  "ACCOUNT_RESUMED",
  "CREDENTIAL_SUSPENDED",
  "CREDENTIAL_RESUMED",
  "CREDENTIAL_UNLOCKED"
])

/**
 * A security notice that is mailed to an end user. A closed union. It contains no secret, no code, and no address
 * except the recipient's.
 */
export const Notice = Schema.Union([
  /** `confirmedInHours`: until then it has at most the authority of the session that added it. 0: it is confirmed. */
  Schema.Struct({
    kind: Schema.Literal("CREDENTIAL_ADDED"),
    credentialType: KindName,
    confirmedInHours: Schema.optionalKey(Schema.Int)
  }),
  /** A credential that another one had removed was proven and returned; what it had vouched for is suspended. */
  Schema.Struct({ kind: Schema.Literal("CREDENTIAL_RETURNED"), credentialType: KindName }),
  Schema.Struct({ kind: Schema.Literal("CREDENTIAL_REMOVED"), credentialType: KindName }),
  /** Mailed to both addresses. `recipient` is the one that receives this mail. */
  Schema.Struct({ kind: Schema.Literal("EMAIL_CHANGED"), recipient: Schema.Literals(["OLD", "NEW"]) }),
  /** A change of the address was undone. `OLD`: the restored address. `NEW`: the address that it replaces. */
  Schema.Struct({ kind: Schema.Literal("EMAIL_RESTORED"), recipient: Schema.Literals(["OLD", "NEW"]) }),
  Schema.Struct({ kind: Schema.Literal("WALLET_EXPORTED") }),
  /** `END_USER`: authorised by a session key. `PLATFORM`: without a signature. */
  Schema.Struct({
    kind: Schema.Literal("CUSTOMER_DELETED"),
    authorisedBy: Schema.Literals(["END_USER", "PLATFORM"])
  }),
  /** Too many wrong codes locked an EMAIL_OTP credential for this many minutes, rounded up. */
  Schema.Struct({ kind: Schema.Literal("CODE_LOCKED"), lockedForMinutes: Schema.Int }),
  /** The platform's support acted. Its reason is in the receipt, not in the mail. */
  Schema.Struct({ kind: Schema.Literal("OPERATOR_ACTED"), act: OperatorNotice }),
  /**
   * A guardian or an operator started a recovery, which can be completed from `readyInHours` on. The mail comes with a
   * token that cancels it.
   */
  Schema.Struct({
    kind: Schema.Literal("RECOVERY_STARTED"),
    method: Schema.Literals(["GUARDIAN", "OPERATOR"]),
    recoveryId: RecoveryId,
    readyInHours: Schema.Int
  }),
  /** A recovery bound this credential, suspended all others and ended all sessions. */
  Schema.Struct({ kind: Schema.Literal("RECOVERY_COMPLETED"), credentialType: KindName }),
  Schema.Struct({ kind: Schema.Literal("RECOVERY_CANCELLED") }),
  Schema.Struct({ kind: Schema.Literal("SAVED_CODES_CREATED") }),
  Schema.Struct({ kind: Schema.Literal("GUARDIAN_ADDED") }),
  Schema.Struct({ kind: Schema.Literal("GUARDIAN_REMOVED") })
])
export type Notice = typeof Notice.Type
