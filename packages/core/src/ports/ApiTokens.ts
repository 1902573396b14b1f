import { Context, type Effect, type Redacted, Schema } from "effect"
import type { TokenPlace } from "../model/clientId.ts"
import { Environment } from "../model/Environment.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Throttled } from "./Throttle.ts"

export const Scope = Schema.Literals(["VIEW", "TRANSACT", "MANAGE"])
export type Scope = typeof Scope.Type

/** Who calls: the environment an API token opens, and what it may do there. */
export const Principal = Schema.Struct({
  tokenId: Schema.String,
  environment: Environment,
  scopes: Schema.Array(Scope)
})
export type Principal = typeof Principal.Type

/**
 * Turns Basic credentials into a principal, in the same time whether the id is known or not. Credentials that do not prove
 * themselves may be `Throttled`, since each of them costs a lookup.
 */
export class ApiTokens extends Context.Service<
  ApiTokens,
  {
    readonly authenticate: (credentials: {
      readonly id: string
      readonly secret: Redacted.Redacted<string>
    }) => Effect.Effect<Principal | undefined, StoreUnavailable | Throttled>
    /** The secret of a new token, made of 24 random bytes. It proves itself: no lookup is needed to refuse a made-up one. */
    readonly secretOf: (place: TokenPlace, random: Uint8Array) => Redacted.Redacted<string>
  }
>()("@countersign/core/ports/ApiTokens") {}

/** Who makes the call of this fiber; nobody where a host acts on its own behalf, and may do everything. */
export const CurrentPrincipal = Context.Reference<Principal | undefined>("@countersign/core/ports/CurrentPrincipal", {
  defaultValue: () => undefined
})
