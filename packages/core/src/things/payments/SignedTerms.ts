import { canonicalJson, type Json, sha256Hex } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { QuoteId } from "../../model/ids.ts"
import { vaulted } from "../../ports/Vault.ts"
import * as Collection from "../../store/Collection.ts"
import { type Quote, QuoteEndsChanged, quotes } from "./rules/Quote.ts"

/** One end of a payment as its payer reads it, with a digest of all stored data of that end. */
export const SignedEnd = Schema.Struct({
  /** The account id. Absent for a payment address. */
  accountId: Schema.optionalKey(Schema.String),
  /** The type of the external account, such as `MXN_ACCOUNT`, the type of an internal one, or `UMA_ADDRESS`. */
  accountType: Schema.String,
  /** The identifiers of the account in plain text, by field name; `accountId` for an internal account. */
  identifiers: Schema.Record(Schema.String, Schema.String),
  /** The name of the beneficiary or customer. Absent if none is stored. */
  name: Schema.optionalKey(Schema.String),
  /** SHA-256 of the canonical JSON of the end, lower-case hex. */
  digest: Schema.String
})
export type SignedEnd = typeof SignedEnd.Type

/** Both ends of a quote at its creation. */
export const SignedEnds = Schema.Struct({ source: SignedEnd, destination: SignedEnd })
export type SignedEnds = typeof SignedEnds.Type

/** The text that the wallet's owner signs to pay a quote, and the data it was written from. */
export const SignedTerms = Schema.Struct({
  /** The exact text. It is never serialised again. */
  payload: Schema.String,
  ends: SignedEnds,
  /** SHA-256 of the stored quote, lower-case hex. A quote with another digest is not the signed one (X11). */
  quoteDigest: Schema.String
})
export type SignedTerms = typeof SignedTerms.Type

/**
 * The `SignedTerms` of an open quote. They name a payee, so they are encrypted, and removed after the quote has
 * expired.
 */
const StoredTerms = Schema.Struct({ quoteId: QuoteId, sealed: Schema.String, expiresAt: Millis })

export const signedTerms = Collection.make({
  name: "signed_terms",
  schema: StoredTerms,
  id: "quoteId",
  expiry: "expiresAt"
})

const { open, seal } = vaulted("signed terms", SignedTerms)

export const storedTerms = ({ expiresAt, quoteId }: Quote, terms: SignedTerms) =>
  Effect.map(seal(quoteId, terms), (sealed): typeof StoredTerms.Type => ({ quoteId, sealed, expiresAt }))

export const openedTerms = ({ quoteId, sealed }: typeof StoredTerms.Type) => open(quoteId, sealed)

export const quoteDigest = (quote: Quote): string => digestOf(quotes.encode(quote))

/** Fails unless both ends still match the signed ones (I17). */
export const requireSameEnds = (signed: SignedEnds, now: SignedEnds): Result.Result<void, QuoteEndsChanged> =>
  canonicalJson(signed) === canonicalJson(now) ? Result.void : Result.fail(new QuoteEndsChanged())

/** SHA-256 of the canonical JSON of a value, lower-case hex. */
export const digestOf = (value: Json): string => sha256Hex(canonicalJson(value))
