import { canonicalJson, type Json, sha256Hex } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { QuoteId } from "../../model/ids.ts"
import { vaulted } from "../../ports/Vault.ts"
import * as Collection from "../../store/Collection.ts"
import { type Quote, QuoteEndsChanged, quotes } from "./Quote.ts"

/** One end of a payment as the payer of it reads it, and a digest of everything that the store holds of that end. */
export const SignedEnd = Schema.Struct({
  /** The id of the account in the service. Absent of an address. */
  accountId: Schema.optionalKey(Schema.String),
  /** `MXN_ACCOUNT` and the like of an external account, the type of an internal one, `UMA_ADDRESS` of an address. */
  accountType: Schema.String,
  /** What the account is known by, in the clear and by field name; `accountId` of an internal account. */
  identifiers: Schema.Record(Schema.String, Schema.String),
  /** Name of the beneficiary or of the customer. Absent where the store holds none. */
  name: Schema.optionalKey(Schema.String),
  /** SHA-256, lower-case hex, of the canonical JSON of the end. */
  digest: Schema.String
})
export type SignedEnd = typeof SignedEnd.Type

/** Both ends of a quote, as they were when it was made. */
export const SignedEnds = Schema.Struct({ source: SignedEnd, destination: SignedEnd })
export type SignedEnds = typeof SignedEnds.Type

/** What the owner of a wallet signs to pay a quote, and the facts it was written from. */
export const SignedTerms = Schema.Struct({
  /** The exact text. Never serialised again. */
  payload: Schema.String,
  ends: SignedEnds,
  /** SHA-256, lower-case hex, of the stored quote: a quote that differs is not the one that was signed (X11). */
  quoteDigest: Schema.String
})
export type SignedTerms = typeof SignedTerms.Type

/** The `SignedTerms` of an open quote. They name a payee, so they are encrypted, and removed once the quote has expired. */
const StoredTerms = Schema.Struct({ quoteId: QuoteId, sealed: Schema.String, expiresAt: Millis })

export const signedTerms = Collection.make({
  name: "signed_terms",
  schema: StoredTerms,
  id: ({ quoteId }) => quoteId,
  expiry: "expiresAt"
})

const { open, seal } = vaulted(SignedTerms)

/** Bound to the quote: copied into the record of another one, they do not open. */
const contextOf = (id: QuoteId): string => `signed terms ${id}`

export const storedTerms = Effect.fnUntraced(function* ({ expiresAt, quoteId }: Quote, terms: SignedTerms) {
  const stored: typeof StoredTerms.Type = { quoteId, sealed: yield* seal(terms, contextOf(quoteId)), expiresAt }
  return stored
})

export const openedTerms = ({ quoteId, sealed }: typeof StoredTerms.Type) => open(sealed, contextOf(quoteId))

/** The digest of a quote as it is stored. */
export const quoteDigest = (quote: Quote): string => digestOf(quotes.encode(quote))

/** A payment reaches the ends that were signed for, or none (I17). */
export const requireSameEnds = (signed: SignedEnds, now: SignedEnds): Result.Result<void, QuoteEndsChanged> =>
  canonicalJson(signed) === canonicalJson(now) ? Result.void : Result.fail(new QuoteEndsChanged())

/** SHA-256, lower-case hex, of the canonical JSON of a value. */
export const digestOf = (value: Json): string => sha256Hex(canonicalJson(value))
