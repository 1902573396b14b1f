import { Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"

/** How many saved recovery codes are made at once. */
export const SAVED_CODES = 10

/**
 * The length of a saved recovery code: 13 of 32 characters, 65 bits. NIST SP 800-63B-4 section 4.2.1.1 requires 64, and
 * section 3.2.2 a limit on wrong answers only below that.
 */
export const SAVED_CODE_LENGTH = 13

/** The saved recovery codes of an account that were not used yet. */
export const SavedCodes = Schema.Struct({
  accountId: AccountId,
  /** Keyed digests of the vault. The codes themselves exist only with the end user. */
  digests: Schema.Array(Schema.String),
  createdAt: Millis
})
export type SavedCodes = typeof SavedCodes.Type

export const savedCodes = Collection.make({
  name: "saved_codes",
  schema: SavedCodes,
  id: ({ accountId }) => accountId
})

/** The context of the digests, so that a digest is of one account alone. */
export const savedCodeContext = (accountId: AccountId): string => `saved recovery code ${accountId}`

/** The codes without the one of this digest; undefined if it was used before. */
export const without = (saved: SavedCodes, digest: string): SavedCodes | undefined =>
  saved.digests.includes(digest) ? { ...saved, digests: saved.digests.filter((each) => each !== digest) } : undefined
