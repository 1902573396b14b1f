/**
 * The public surface for hosts that use Effect and for authors of adapters: the ports, their inputs and errors, and the
 * values that identify an environment and its records. Operations are exported from `@countersign/core/operations`.
 * `@countersign/core/internal` has the exports shared between the packages of this repository; they may change in any
 * release.
 */

export { isAccessOperation, SIGNED_OPERATIONS } from "./model/AccessOperation.ts"
export type { AccessPolicy } from "./model/AccessPolicy.ts"
export type { Bucket } from "./model/Bucket.ts"
export type { Fee, Rate } from "./model/currencies.ts"
export {
  Environment,
  type EnvironmentKey,
  environmentKey,
  hasExpired,
  Millis,
  Mode
} from "./model/Environment.ts"
export * from "./model/ids.ts"
export { fillTemplate, type MailTemplate, purposes } from "./model/MailTemplates.ts"
export { Notice } from "./model/Notice.ts"
export type { Page, Position } from "./model/Page.ts"
export { defaultPolicy, Policy, type PolicyValues, withDefaults } from "./model/Policy.ts"
export { Standing } from "./model/Standing.ts"
export { Step } from "./model/Step.ts"
export { isolated, labelInMail } from "./model/text.ts"
export { CurrentPrincipal, DEFAULT_SCOPES, Principal, Scope } from "./ports/ApiTokens.ts"
export { ClockLimitReached } from "./ports/ClockControl.ts"
export * from "./ports/Discoveries.ts"
export { CurrentEnvironment } from "./ports/EnvironmentRunner.ts"
export {
  emailClaims,
  type IdentityClaims,
  IssuerUnavailable,
  OidcAlgorithm,
  OidcCheck,
  OidcIdentity,
  OidcTokenMalformed,
  OidcTokenRefused,
  type PlatformIssuers,
  TrustedIssuer
} from "./ports/IdentityTokens.ts"
export * from "./ports/index.ts"
export { type CodeMail, CodePurpose, MailError, type NoticeMail } from "./ports/Mailer.ts"
export {
  type Asserted,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCheck,
  PasskeyMalformed,
  PasskeyMaterial,
  PasskeyRefused,
  type RelyingParties
} from "./ports/Passkeys.ts"
export * as Rails from "./ports/PaymentRails.ts"
export { PaymentRails, RailsUnavailable } from "./ports/PaymentRails.ts"
export { Screening } from "./ports/Screening.ts"
export { type KeyPair, SealBroken } from "./ports/Seals.ts"
export { type Alphabet, codeOf, DIGITS } from "./ports/Secrets.ts"
export * from "./ports/ServiceKey.ts"
export { Throttled } from "./ports/Throttle.ts"
export { KeysUnavailable } from "./ports/Vault.ts"
export * from "./ports/Verification.ts"
export * from "./ports/Wallets.ts"
export * from "./ports/WebhookSender.ts"
export { WebhookKeys } from "./ports/WebhookSender.ts"
export type { Declaration, Json, JsonObject } from "./store/Collection.ts"
export * as Collection from "./store/Collection.ts"
export * from "./store/environmentTurns.ts"
export { routed } from "./store/routed.ts"
export * from "./store/Store.ts"
export { type DescribedCall, explainAccess, readAccessPolicy } from "./things/access/explain.ts"
export { AccessRule } from "./things/access/rules/refusals.ts"
export { collections } from "./things/collections.ts"
export { type ReceiptFault, type ReceiptFinding, receiptAudit } from "./things/receipts/rules/audit.ts"
export { Receipt, ReceiptHead, readReceipt, readReceiptHead } from "./things/receipts/rules/Receipt.ts"
