import { type Id, type IdPrefix, isId, isKeptPublicKey, type PublicKey as WirePublicKey } from "@countersign/wire"
import { Schema, SchemaTransformation } from "effect"

// Every refinement follows a pattern check: generators of test values can follow a pattern, but not a function.

const uuid = (digit: string): string => [8, 4, 4, 4, 12].map((digits) => `${digit}{${digits}}`).join("-")

/**
 * A prefixed id, `Prefix:<uuid>`. Hexadecimal digits are accepted in any case and normalised to lower case, so each
 * object has exactly one id inside the library.
 */
const idOf = <P extends IdPrefix>(prefix: P) =>
  Schema.String.annotate({ description: `${prefix}:<uuid>`, send: `an id of the form ${prefix}:<uuid>` })
    .check(Schema.isPattern(new RegExp(`^${prefix}:${uuid("[0-9a-fA-F]")}$`, "u")))
    .pipe(
      Schema.decodeTo(
        Schema.String.check(Schema.isPattern(new RegExp(`^${prefix}:${uuid("[0-9a-f]")}$`, "u"))).pipe(
          Schema.refine((text): text is Id<P> => isId(prefix, text), { idPrefix: prefix })
        ),
        SchemaTransformation.transform({
          decode: (text: string) => prefix + text.slice(prefix.length).toLowerCase(),
          encode: (id: string) => id
        })
      )
    )

export const AccountId = idOf("InternalAccount")
export type AccountId = typeof AccountId.Type

export const CredentialId = idOf("AuthMethod")
export type CredentialId = typeof CredentialId.Type

export const SessionId = idOf("Session")
export type SessionId = typeof SessionId.Type

export const RequestId = idOf("Request")
export type RequestId = typeof RequestId.Type

export const CustomerId = idOf("Customer")
export type CustomerId = typeof CustomerId.Type

export const ExternalAccountId = idOf("ExternalAccount")
export type ExternalAccountId = typeof ExternalAccountId.Type

export const QuoteId = idOf("Quote")
export type QuoteId = typeof QuoteId.Type

export const TransactionId = idOf("Transaction")
export type TransactionId = typeof TransactionId.Type

export const EventId = idOf("Webhook")
export type EventId = typeof EventId.Type

export const ConfigId = idOf("PlatformConfig")
export type ConfigId = typeof ConfigId.Type
export const VerificationId = idOf("Verification")
export type VerificationId = typeof VerificationId.Type

export const BeneficialOwnerId = idOf("BeneficialOwner")
export type BeneficialOwnerId = typeof BeneficialOwnerId.Type

export const RecoveryId = idOf("Recovery")
export type RecoveryId = typeof RecoveryId.Type

export const GuardianId = idOf("Guardian")
export type GuardianId = typeof GuardianId.Type

export const TokenId = idOf("Token")
export type TokenId = typeof TokenId.Type

/**
 * A P-256 public key in its canonical encoding: lower-case hex of the compressed point. External keys are parsed, which
 * proves that the point is on the curve, before they are stored. Stored keys are not checked again.
 */
export const PublicKey = Schema.String.check(Schema.isPattern(/^0[23][0-9a-f]{64}$/u)).pipe(
  Schema.refine((text): text is WirePublicKey => isKeptPublicKey(text))
)
export type PublicKey = typeof PublicKey.Type
