import type {
  ApiTokens,
  ClockControl,
  CurrentEnvironment,
  Discoveries,
  EventBodies,
  IdentityTokens,
  Mode,
  Passkeys,
  PaymentRails,
  Screening,
  Seals,
  Secrets,
  ServiceKey,
  Signatures,
  StampAuthority,
  Store,
  Throttle,
  Vault,
  Verification,
  Wallets,
  WebhookKeys,
  WebhookSender
} from "@countersign/core/internal"
import { Context, type Effect } from "effect"
import type { Refusal } from "./errors/answer.ts"
import type { CallHeaders } from "./message/Call.ts"

/** The services that the handler requires from its host, in every mode. */
export type Ports =
  | ApiTokens
  | EventBodies
  | Modes
  | PaymentRails
  | Screening
  | Seals
  | ServiceKey
  | Signatures
  | Store
  | Throttle
  | Vault
  | Verification
  | Wallets
  | WebhookKeys
  | WebhookSender

/** The ports whose implementation depends on the mode of the API token. */
export type ModePorts = ClockControl | Discoveries | IdentityTokens | Passkeys | Secrets | StampAuthority

/** The services that an endpoint may require. */
export type Needs = Ports | ModePorts | CurrentEnvironment

/** The services of each mode. A request with a token of a mode that is not configured is rejected. */
export class Modes extends Context.Service<Modes, { readonly [M in Mode]?: Context.Context<ModePorts> }>()(
  "@countersign/http/Modes"
) {}

/**
 * Wraps each call of a mode, depending on the call's headers. Without a wrapper, calls run unchanged and these headers
 * are not read.
 */
export type AroundCall = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  headers: CallHeaders
) => Effect.Effect<A, E | Refusal, R | Store>

/** Provided in the context of a mode. */
export const AroundCalls = Context.Reference<AroundCall | undefined>("@countersign/http/AroundCalls", {
  defaultValue: () => undefined
})

/** A capability that not every mode has: payment rails, or the sandbox controls. */
export type Ground = "rails" | "sandbox"

/** The capabilities of a mode, provided in its context. */
export const Grounds = Context.Reference<ReadonlyArray<Ground>>("@countersign/http/Grounds", {
  defaultValue: () => []
})
