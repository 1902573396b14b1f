import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { AccountId, GuardianId } from "../../../model/ids.ts"
import { Shown } from "../../../model/text.ts"
import { Voucher } from "../../../model/Voucher.ts"
import { PasskeyMaterial } from "../../../ports/Passkeys.ts"
import * as Collection from "../../../store/Collection.ts"

/** A bound on the number of people who can start a recovery: a family and the platform, not a crowd. */
export const MOST_GUARDIANS = 5

/**
 * A passkey of a second person, or of the platform, that can start a recovery of one account and do nothing else. NIST
 * SP 800-63B-4 section 4.2.1.3 calls the person a recovery contact.
 */
export const Guardian = Schema.Struct({
  guardianId: GuardianId,
  accountId: AccountId,
  nickname: Shown,
  material: PasskeyMaterial,
  /** A passkey guards an account once, and may guard several accounts. */
  uniqueKey: Schema.String,
  /** The voucher of its addition: it starts no recovery until it is confirmed. Absent on older records. */
  voucher: Schema.optionalKey(Voucher),
  createdAt: Millis
})
export type Guardian = typeof Guardian.Type

export const guardians = Collection.make({
  name: "guardians",
  schema: Guardian,
  id: "guardianId",
  unique: { identity: ["uniqueKey"] },
  indexes: { account: ["accountId"] }
})
