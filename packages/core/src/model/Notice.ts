import { Schema } from "effect"
import { KindName } from "./Environment.ts"

/** What an end user is notified of by mail. A closed union. It contains no secret, no code and no address but the recipient's. */
export const Notice = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("CREDENTIAL_ADDED"), credentialType: KindName }),
  Schema.Struct({ kind: Schema.Literal("CREDENTIAL_REMOVED"), credentialType: KindName }),
  /** Mailed to both addresses; `recipient` is the one this mail goes to. */
  Schema.Struct({ kind: Schema.Literal("EMAIL_CHANGED"), recipient: Schema.Literals(["OLD", "NEW"]) }),
  Schema.Struct({ kind: Schema.Literal("WALLET_EXPORTED") }),
  /** `END_USER`: signed with a session key. `PLATFORM`: without a signature. */
  Schema.Struct({
    kind: Schema.Literal("CUSTOMER_DELETED"),
    authorisedBy: Schema.Literals(["END_USER", "PLATFORM"])
  }),
  /** Wrong codes locked an EMAIL_OTP credential for this many minutes, rounded up. */
  Schema.Struct({ kind: Schema.Literal("CODE_LOCKED"), lockedForMinutes: Schema.Int })
])
export type Notice = typeof Notice.Type
