import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { AccountId } from "../../../model/ids.ts"
import { isUnconfirmed, Voucher } from "../../../model/Voucher.ts"
import * as Collection from "../../../store/Collection.ts"

/** How many saved recovery codes are made at once. */
export const SAVED_CODES = 10

/**
 * The length of a saved recovery code: 13 of 32 characters, 65 bits. NIST SP 800-63B-4 section 4.2.1.1 requires 64, and
 * section 3.2.2 a limit on wrong answers only below that.
 */
export const SAVED_CODE_LENGTH = 13

/** The saved recovery codes of an account that were not used yet. */
const Made = { digests: Schema.Array(Schema.String), createdAt: Millis }
export const SavedCodes = Schema.Struct({
  accountId: AccountId,
  /** Keyed digests of the vault. The codes themselves exist only with the end user. */
  ...Made,
  /** The voucher of their creation. Absent on older records. */
  voucher: Schema.optionalKey(Voucher),
  /** The codes that work until these are confirmed. */
  before: Schema.optionalKey(Schema.Struct(Made))
})
export type SavedCodes = typeof SavedCodes.Type

export const savedCodes = Collection.make({
  name: "saved_codes",
  schema: SavedCodes,
  id: "accountId"
})

/** The context of the digests, so that a digest is of one account alone. */
export const savedCodeContext = (accountId: AccountId): string => `saved recovery code ${accountId}`

/** The codes that work at `at`: those made before, until a new set is confirmed (I21). */
export const usableAt = (
  saved: SavedCodes | undefined,
  at: Millis
): Pick<SavedCodes, "createdAt" | "digests"> | undefined =>
  saved !== undefined && isUnconfirmed(saved.voucher, at) ? saved.before : saved

/** A new set of codes, with those that work until it is confirmed. */
export const made = (
  { accountId, digests }: Pick<SavedCodes, "accountId" | "digests">,
  voucher: Voucher | undefined,
  known: SavedCodes | undefined,
  at: Millis
): SavedCodes => {
  const usable = usableAt(known, at)
  if (voucher === undefined) return { accountId, digests, createdAt: at }
  const before = usable && { before: { digests: usable.digests, createdAt: usable.createdAt } }
  return { accountId, digests, createdAt: at, voucher, ...before }
}

export const withoutUnconfirmed = ({ accountId, before, createdAt }: SavedCodes): SavedCodes => ({
  accountId,
  ...(before ?? { digests: [], createdAt })
})

/** The codes without the one of this digest; undefined if it does not work at `at`. */
export const without = (saved: SavedCodes, digest: string, at: Millis): SavedCodes | undefined => {
  const usable = usableAt(saved, at)
  if (usable?.digests.includes(digest) !== true) return undefined
  const left = { ...usable, digests: usable.digests.filter((each) => each !== digest) }
  return usable === saved ? { ...saved, digests: left.digests } : { ...saved, before: left }
}
