export type { Environment, Mode, Resealed, Scope } from "@countersign/core/internal"
export {
  type ForUserOptions,
  type Guarded,
  type HostCall,
  mountedUnder,
  type SignatureHeader,
  type UserOf,
  type WalletUser
} from "@countersign/http"
export { secretDigest } from "@countersign/node-crypto"
export type { CountersignApi, EnvironmentApi } from "./api.ts"
export type { ConfigurationFinding } from "./ConfigurationFinding.ts"
export { type Countersign, createCountersign } from "./createCountersign.ts"
export { examineOptions } from "./examineOptions.ts"
export type { Guard, ProvenSession, Signed, ToSign } from "./guards.ts"
export type { Destination, Finding, OwnCall, SignedOrNot } from "./hostPrograms.ts"
export type * from "./openTelemetry/types.ts"
export {
  ConfigurationError,
  type CountersignOptions,
  type DevelopmentDefault,
  type KeyOptions,
  type MailerOptions,
  type TokenOptions,
  type WebhookOptions
} from "./options.ts"
export type { List, ListPage, PageQuery } from "./paged.ts"
export { type Receipts, receiptsOf } from "./receiptsOf.ts"
export { resealVault } from "./resealVault.ts"
export { CountersignRefusal, type RefusalDetails } from "./run.ts"
export type { Once, Owner, Retry, Span } from "./surface.ts"
export type * from "./types.ts"
