import type {
  ClockControl,
  Discoveries,
  IdentityTokens,
  Mode,
  Passkeys,
  Secrets,
  StampAuthority,
  Store
} from "@countersign/core"
import { Context, type Effect } from "effect"
import type { Refusal } from "../errors/answer.ts"
import type { CallHeaders } from "../serve/Call.ts"

/** The ports whose implementation depends on the mode of the API token. */
export type ModePorts = ClockControl | Discoveries | IdentityTokens | Passkeys | Secrets | StampAuthority

/** One world a mode. A mode that is not wired has no world: its tokens are refused. */
export class Modes extends Context.Service<Modes, { readonly [M in Mode]?: Context.Context<ModePorts> }>()(
  "@countersign/http/contract/Modes"
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
export const AroundCalls = Context.Reference<AroundCall | undefined>("@countersign/http/contract/AroundCalls", {
  defaultValue: () => undefined
})
