import { canonicalJson, encodeHex, encodeUtf8, parseStrictJson, sha256 } from "@countersign/wire"
import { Option, Schema } from "effect"
import { Millis, Mode } from "../../../model/Environment.ts"
import { AccountId, CredentialId, SessionId } from "../../../model/ids.ts"
import { label } from "../../../model/text.ts"
import { line } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"
import { replace } from "../../../store/plans.ts"
import type { Stored } from "../../../store/records.ts"
import type { Change } from "../../../store/Store.ts"

/** SHA-256, as 64 lower-case hex characters. */
const Digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
const Version = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Why a customer was erased without a signature: 1 to 200 visible characters. It must not contain personal data. */
export const ErasureReason = label(200)
export type ErasureReason = typeof ErasureReason.Type

export const Justification = Schema.Struct({
  actor: label(100).annotate({ description: "1 to 100 characters" }),
  reason: label(200).annotate({ description: "1 to 200 characters" })
}).annotate({
  description: "Who acts as an operator, and why: one line each, recorded in the receipt. No personal data of end users"
})
export type Justification = typeof Justification.Type

/** The text whose digest the receipt of an operator's act contains. */
export const justificationText = ({ actor, reason }: Justification): string => canonicalJson({ actor, reason })

/** The acts of operators, as receipts and notices name them. None of them signs, adds, exports or redirects. */
export const OperatorAct = Schema.Literals([
  "EndSessions",
  "SuspendAccount",
  "ResumeAccount",
  "SuspendCredential",
  "ResumeCredential",
  "UnlockCredential",
  "StartRecovery",
  "CancelRecovery"
])
export type OperatorAct = typeof OperatorAct.Type

/** The acts that a secret authorises which the service mailed: a code, an undo token or a cancel token. */
export const MailedAct = Schema.Literals(["ProveEmail", "UndoEmail", "CancelRecovery"])
export type MailedAct = typeof MailedAct.Type

/**
 * How the action was authorised. A waived stamp is a magic value of the sandbox. An erasure is an act of the platform
 * that the law requires, and an operator acts for the platform: the owner of the account signed none of these. A mailed
 * secret completes or undoes a change of the e-mail address, or cancels a recovery.
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
  /** The issuer of an OIDC identity signed a token with the digest `payloadSha256`. The receipt does not contain it. */
  Schema.Struct({ type: Schema.Literal("IDENTITY_TOKEN") }),
  Schema.Struct({ type: Schema.Literal("ERASURE"), reason: line(200) }),
  Schema.Struct({
    type: Schema.Literal("OPERATOR"),
    // As it was signed: older versions accepted more.
    actor: line(100),
    reason: line(200),
    /** The API token of the call; null if the host's own program acted. */
    tokenId: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({ type: Schema.Literal("MAILED_SECRET") })
])
export type Proof = typeof Proof.Type

/** The versions of a record before and after the commit; 0 if it did not exist. */
export const Versions = Schema.Struct({ collection: Schema.String, id: Schema.String, from: Version, to: Version })
export type Versions = typeof Versions.Type

/** The signed content of a receipt. */
export const Terms = Schema.Struct({
  version: Schema.Literals([1, 2]).annotate({
    description: "Version 2 added `detailsSha256` and the proof `IDENTITY_TOKEN`. Receipts of version 1 remain valid"
  }),
  platformId: Schema.String,
  mode: Mode,
  accountId: AccountId,
  sequence: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
    description: "1 for the first receipt of the account, then increasing by one"
  }),
  previous: Digest.annotate({ description: "The `hash` of the previous receipt; 64 zeros for the first one" }),
  at: Millis.annotate({ description: "Milliseconds since the epoch. Never less than in the previous receipt" }),
  consumed: Schema.String.annotate({
    description: "The consumed id: of a signed request, of a quote, of the erased customer, or of an act"
  }),
  operation: Schema.String,
  method: Schema.String,
  path: Schema.String,
  bodyDigest: Schema.String.annotate({
    description: "SHA-256 of the canonical JSON of the body, hex. Empty if only the payload binds the call"
  }),
  payloadSha256: Digest.annotate({ description: "SHA-256 of the UTF-8 bytes of the signed text" }),
  proof: Proof,
  sessionId: Schema.NullOr(SessionId).annotate({
    description: "The session whose key signed; null if no session signed"
  }),
  credentialId: Schema.NullOr(CredentialId).annotate({
    description: "The credential that opened the session; null if no session signed"
  }),
  changes: Schema.Array(Versions).annotate({ description: "Every record that the commit wrote, except this receipt" }),
  kid: Schema.String.annotate({ description: "The id of the service key that signed" }),
  detailsSha256: Schema.optionalKey(
    Digest.annotate({
      description: "SHA-256 of the text of `details`. A digest of the plaintext would allow guesses after its erasure"
    })
  )
})
export type Terms = typeof Terms.Type

export const Receipt = Schema.Struct({
  ...Terms.fields,
  hash: Digest,
  signature: Schema.String.annotate({ description: "By the service: DER in hex" }),
  details: Schema.optionalKey(
    Schema.String.annotate({
      description: "Encrypted with the data key of the account. A receipt is valid without them"
    })
  )
}).annotate({
  description:
    "An authorised action and the signature that authorised it, linked to the previous one and signed by the service. docs/guides/receipts.md documents the fields"
})
export type Receipt = typeof Receipt.Type

export const ReceiptHead = Schema.Struct({
  platformId: Schema.String,
  mode: Mode,
  accountId: AccountId,
  sequence: Receipt.fields.sequence,
  hash: Digest
}).annotate({
  description: "The last receipt of an account's chain. A copy stored elsewhere reveals that an export was truncated"
})
export type ReceiptHead = typeof ReceiptHead.Type

/** The `previous` hash of an account's first receipt. */
export const NO_RECEIPT = "0".repeat(64)

/**
 * The bytes that are hashed and signed: a domain-separation line, unique among the signatures of the service, then the
 * terms as JSON with keys sorted as in RFC 8785 section 3.2.3.
 */
export const bytesOf = (terms: Terms): Uint8Array =>
  encodeUtf8(`countersign receipt v${terms.version}\n${canonicalJson(terms)}`)

export const hashOf = (bytes: Uint8Array): string => encodeHex(sha256(bytes))

export const StoredReceipt = Schema.Struct({ ...Receipt.fields, expiresAt: Millis })
export type StoredReceipt = typeof StoredReceipt.Type

export const receipts = Collection.make({
  name: "receipts",
  schema: StoredReceipt,
  id: ({ accountId, sequence }) => receiptId(accountId, sequence),
  indexes: { account: ["accountId"] },
  expiry: "expiresAt"
})

/** The sequence is padded to twelve digits, so that ids sort in chain order within the same millisecond. */
export const receiptId = (accountId: AccountId, sequence: number): string =>
  `${accountId} ${String(sequence).padStart(12, "0")}`

/**
 * The chain head of an account. Each append replaces it, so two appends cannot continue from the same head, and no
 * append uses a data key that an erasure has removed.
 */
export const StoredHead = Schema.Struct({
  accountId: AccountId,
  sequence: Schema.Int,
  hash: Schema.String,
  at: Millis,
  /** The data key of the account, encrypted with the vault key. Without it, no details of the chain can be read. */
  sealed: Schema.optionalKey(Schema.String)
})
export type StoredHead = typeof StoredHead.Type

export const receiptHeads = Collection.make({
  name: "receipt_heads",
  schema: StoredHead,
  id: "accountId",
  indexes: { all: [], account: ["accountId"] }
})

/** The change that erases the details of a chain for good, and nothing that its hashes cover. */
export const shredded = (head: Stored<StoredHead>, at: Millis): Change => {
  const { sealed: _, ...rest } = head.value
  return replace(head, rest, at)
}

/**
 * Parses one line of an export as a receipt. Returns none for anything else. Unknown fields are rejected, because the
 * hash does not cover them.
 */
export const readReceipt = (line: string): Option.Option<Receipt> => Option.flatMap(jsonOf(line), receiptOf)

/** Parses one line of JSON as a chain head. Returns none for anything else. */
export const readReceiptHead = (line: string): Option.Option<ReceiptHead> => Option.flatMap(jsonOf(line), headOf)

const strict = { onExcessProperty: "error" } as const
const receiptOf = Schema.decodeUnknownOption(Receipt, strict)
const headOf = Schema.decodeUnknownOption(ReceiptHead, strict)

const jsonOf = Option.liftThrowable((line: string) => parseStrictJson(line, { maxLength: 1_048_576 }))
