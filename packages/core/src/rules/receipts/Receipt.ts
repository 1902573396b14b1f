import { canonicalJson, encodeHex, encodeUtf8, parseStrictJson, sha256, WireError } from "@countersign/wire"
import { Option, Schema } from "effect"
import { Millis, Mode } from "../../model/Environment.ts"
import { line } from "../../model/expected.ts"
import { AccountId, CredentialId, SessionId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"

/** SHA-256, as 64 lower-case hex characters. */
const Digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
const Version = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Why a customer was erased without a signature: 1 to 200 printable characters. It holds no personal data. */
export const ErasureReason = line(200)
export type ErasureReason = typeof ErasureReason.Type

/**
 * How the owner of an account agreed. A waived stamp is one of the sandbox's magic values, and an erasure is an act of
 * the platform that law requires: the owner signed neither.
 */
export const Proof = Schema.Union([
  Schema.Struct({ type: Schema.Literal("STAMP"), stamp: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("ASSERTION"),
    clientDataJson: Schema.String,
    authenticatorData: Schema.String,
    signature: Schema.String
  }),
  Schema.Struct({ type: Schema.Literal("WAIVED") }),
  Schema.Struct({ type: Schema.Literal("ERASURE"), reason: ErasureReason })
])
export type Proof = typeof Proof.Type

/** A record before and after: its version, and 0 where it was not there. */
export const Versions = Schema.Struct({ collection: Schema.String, id: Schema.String, from: Version, to: Version })
export type Versions = typeof Versions.Type

/** What a receipt says of one authorisation. */
export const Terms = Schema.Struct({
  version: Schema.Literal(1),
  platformId: Schema.String,
  mode: Mode,
  accountId: AccountId,
  /** 1 for the first receipt of the account, and one more for each that follows. */
  sequence: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** `hash` of the receipt before it; {@link NO_RECEIPT} for the first. */
  previous: Digest,
  /** Never less than in the receipt before. */
  at: Millis,
  /** The id that was used up: of a signed request, of a quote, or of the customer that was erased. */
  consumed: Schema.String,
  operation: Schema.String,
  method: Schema.String,
  path: Schema.String,
  /** SHA-256 of the canonical JSON of the body, hex; empty where only the payload binds the call. */
  bodyDigest: Schema.String,
  /** SHA-256 of the UTF-8 bytes of the text that was signed. */
  payloadSha256: Digest,
  proof: Proof,
  /** The session whose key signed, and the credential it came from; null where that is none. */
  sessionId: Schema.NullOr(SessionId),
  credentialId: Schema.NullOr(CredentialId),
  /** Every record that the commit wrote, this receipt aside. */
  changes: Schema.Array(Versions),
  /** Names the service key that signed. */
  kid: Schema.String
})
export type Terms = typeof Terms.Type

/** A receipt, bound to the one before it and signed by the service: `signature` is DER in hex. */
export const Receipt = Schema.Struct({ ...Terms.fields, hash: Digest, signature: Schema.String })
export type Receipt = typeof Receipt.Type

/** Where the chain of an account stands. Kept off-box, it shows what was cut from the end of an export. */
export const ReceiptHead = Schema.Struct({
  platformId: Schema.String,
  mode: Mode,
  accountId: AccountId,
  sequence: Receipt.fields.sequence,
  hash: Digest
})
export type ReceiptHead = typeof ReceiptHead.Type

/** What stands before the first receipt of an account. */
export const NO_RECEIPT = "0".repeat(64)

/**
 * The bytes that are hashed and signed: a line that no other signature of the service begins with, then the terms as
 * JSON with sorted keys. Source: RFC 8785 section 3.2.3 for their order.
 */
export const bytesOf = (terms: Terms): Uint8Array => encodeUtf8(`countersign receipt v1\n${canonicalJson(terms)}`)

/** The hash of a receipt, of its bytes. */
export const hashOf = (bytes: Uint8Array): string => encodeHex(sha256(bytes))

/** A receipt, and how long it is kept. */
export const KeptReceipt = Schema.Struct({ ...Receipt.fields, expiresAt: Millis })
export type KeptReceipt = typeof KeptReceipt.Type

export const receipts = Collection.make({
  name: "receipts",
  schema: KeptReceipt,
  id: ({ accountId, sequence }) => receiptId(accountId, sequence),
  indexes: { account: ["accountId"] },
  expiry: "expiresAt"
})

/** Twelve digits, so that ids are in the order of the chain where instants are equal. */
export const receiptId = (accountId: AccountId, sequence: number): string =>
  `${accountId} ${String(sequence).padStart(12, "0")}`

/** Where the chain of an account stands. Whoever goes on with it replaces this, so no two go on from one place. */
export const KeptHead = Schema.Struct({
  accountId: AccountId,
  sequence: Schema.Int,
  hash: Schema.String,
  at: Millis
})
export type KeptHead = typeof KeptHead.Type

export const receiptHeads = Collection.make({
  name: "receipt_heads",
  schema: KeptHead,
  id: ({ accountId }) => accountId,
  indexes: { all: [], account: ["accountId"] }
})

/** A receipt as an export spells it, one line of JSON; none where it is another thing. What is not hashed has no place in it. */
export const readReceipt = (line: string): Option.Option<Receipt> => Option.flatMap(jsonOf(line), receiptOf)

/** The head of a chain, one line of JSON; none where it is another thing. */
export const readReceiptHead = (line: string): Option.Option<ReceiptHead> => Option.flatMap(jsonOf(line), headOf)

const strict = { onExcessProperty: "error" } as const
const receiptOf = Schema.decodeUnknownOption(Receipt, strict)
const headOf = Schema.decodeUnknownOption(ReceiptHead, strict)

const jsonOf = (line: string): Option.Option<unknown> => {
  try {
    return Option.some(parseStrictJson(line, { maxLength: 1_048_576 }))
  } catch (error) {
    if (error instanceof WireError) return Option.none()
    throw error
  }
}
