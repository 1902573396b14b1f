export {
  type ForUserOptions,
  type ForVisitorOptions,
  type Guarded,
  type HostCall,
  mountedUnder,
  type ProvenVisitor,
  type SignatureHeader,
  type SignedInVisitor,
  type UserOf,
  type VisitorIdentity,
  type WalletUser
} from "@countersign/http/host"
export type { ConfigurationFinding } from "./ConfigurationFinding.ts"
export { CountersignError } from "./CountersignError.ts"
export { type Countersign, createCountersign, type SandboxCountersign, type SandboxToken } from "./createCountersign.ts"
export type * from "./dueWork.ts"
export { examineKeys } from "./examineKeys.ts"
export { examineOptions } from "./examineOptions.ts"
export type * from "./methods/authentication.ts"
export type { ExternalAccountsApi, TransfersApi } from "./methods/byHand.ts"
export type { CountersignApi } from "./methods/CountersignApi.ts"
export type * from "./methods/calls.ts"
export type * from "./methods/customers.ts"
export type { EnvironmentApi } from "./methods/EnvironmentApi.ts"
export type * from "./methods/host.ts"
export type * from "./methods/payments.ts"
export type * from "./methods/platform.ts"
export type * from "./openTelemetry/types.ts"
export {
  ConfigurationError,
  type CountersignOptions,
  type DevelopmentDefault,
  type DueWorkKind,
  type KeyOptions,
  type TokenOptions,
  type WebhookOptions
} from "./options.ts"
export type { List, ListPage, ListQuery, PageQuery } from "./paged.ts"
export { type Payments, paymentsOf, type Receipts, receiptsOf } from "./receiptsOf.ts"
export { type Resealed, resealVault } from "./resealVault.ts"
export { secretDigest } from "./secretDigest.ts"
export type {
  KeyManagement,
  KeyManagementFailure,
  MailerOptions,
  PaymentAnswer,
  PaymentInstruction,
  PaymentOffer,
  PaymentRailsOptions,
  VaultOptions
} from "./types/hostPorts.ts"
export type { PortLayer, TelemetryLayer } from "./types/PortLayer.ts"
export type * from "./types.ts"
export { unwrapKeys, wrapKeys } from "./wrappedKeys.ts"
