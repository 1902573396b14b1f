import { Context, type Effect } from "@countersign/core/effect"
import type * as core from "@countersign/core/internal"
import type { Refusal } from "./errors/answer.ts"
import type { CallHeaders } from "./message/hostTypes.ts"

/** The ports whose implementation depends on the mode of the API token. */
export type ModePorts =
  | core.ClockControl
  | core.Discoveries
  | core.IdentityTokens
  | core.Passkeys
  | core.Secrets
  | core.StampAuthority

/** Every port of core. */
type Port =
  | (typeof core.ports)[keyof typeof core.ports]["Identifier"]
  | core.StampAuthority
  | core.Store
  | core.WebhookKeys

/** The services that the handler requires from its host, in every mode. Only due work sends mail. */
export type Ports = Exclude<Port, ModePorts | core.Mailer> | Modes

/** The services that an endpoint may require. */
export type Needs = Ports | ModePorts | core.CurrentEnvironment

/** The services of each mode. A request with a token of a mode that is not configured is rejected. */
export class Modes extends Context.Service<Modes, { readonly [M in core.Mode]?: Context.Context<ModePorts> }>()(
  "@countersign/http/Modes"
) {}

/**
 * Wraps each call of a mode, depending on the call's headers. Without a wrapper, calls run unchanged and these headers
 * are not read.
 */
export type AroundCall = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  headers: CallHeaders
) => Effect.Effect<A, E | Refusal, R | core.Store>

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
