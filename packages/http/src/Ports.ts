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

/** What the handler needs of its host, whatever the mode of a call. */
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

/** What an endpoint may ask for. */
export type Needs = Ports | ModePorts | CurrentEnvironment

/** One world a mode. A mode that is not wired has no world: its tokens are refused. */
export class Modes extends Context.Service<Modes, { readonly [M in Mode]?: Context.Context<ModePorts> }>()(
  "@countersign/http/Modes"
) {}

/**
 * What a mode puts around each of its calls, by the headers of the call. A mode that brings nothing runs its calls as
 * they are, and none of its headers is read.
 */
export type AroundCall = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  headers: CallHeaders
) => Effect.Effect<A, E | Refusal, R | Store>

/** Part of the mode's own context. */
export const AroundCalls = Context.Reference<AroundCall | undefined>("@countersign/http/AroundCalls", {
  defaultValue: () => undefined
})

/** What an endpoint needs that not every mode has: rails that move money, or a sandbox. */
export type Ground = "rails" | "sandbox"

/** The grounds that a mode has; part of the mode's own context. */
export const Grounds = Context.Reference<ReadonlyArray<Ground>>("@countersign/http/Grounds", {
  defaultValue: () => []
})
