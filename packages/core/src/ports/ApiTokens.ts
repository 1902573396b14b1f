import { Context, type Effect, type Redacted, Schema } from "effect"
import type { TokenPlace } from "../model/clientId.ts"
import { Environment } from "../model/Environment.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Throttled } from "./Throttle.ts"

export const Scope = Schema.Literals(["VIEW", "TRANSACT", "MANAGE", "OPERATE", "SETTLE", "WORK"]).annotate({
  description:
    "A permission of an API token. OPERATE is for support staff, SETTLE for the service that receives the reports of the bank, and WORK for a cron trigger. No other permission includes them"
})
export type Scope = typeof Scope.Type

/** The scopes of a token: at least one, each once. */
export const Permissions = Schema.Array(Scope).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(Scope.literals.length),
  Schema.isUnique()
)

/** The scopes of a token whose configuration names none. */
export const DEFAULT_SCOPES: ReadonlyArray<Scope> = ["VIEW", "TRANSACT", "MANAGE"]

/** The authenticated caller: the environment of the API token, and its permissions. */
export const Principal = Schema.Struct({
  tokenId: Schema.String,
  environment: Environment,
  scopes: Schema.Array(Scope),
  /** The tokens that vouch for one created through the API. Absent for a configured one, whose answer never changes. */
  madeBy: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Principal = typeof Principal.Type

/**
 * The tokens that vouch for what the caller creates, from that of the configuration to its own. Empty for the host
 * itself. Each record that outlives a call stores them, so that it ends when one of them is removed as stolen (I21).
 */
export const vouchersOf = (caller: Principal | undefined): ReadonlyArray<string> =>
  caller === undefined ? [] : [...(caller.madeBy ?? []), caller.tokenId]

/**
 * Authenticates Basic credentials in constant time, whether or not the id is known. Credentials without a valid MAC
 * cost a lookup each, so they may fail with `Throttled`.
 */
export class ApiTokens extends Context.Service<
  ApiTokens,
  {
    readonly authenticate: (credentials: {
      readonly id: string
      readonly secret: Redacted.Redacted<string>
    }) => Effect.Effect<Principal | undefined, StoreUnavailable | Throttled>
    /** Whether a token of the configuration names this environment. */
    readonly isConfigured: (environment: Environment) => boolean
    /**
     * Returns the secret of a new token, made from 24 random bytes. It contains a MAC, so a forged secret is rejected
     * without a lookup.
     */
    readonly secretOf: (place: TokenPlace, random: Uint8Array) => Redacted.Redacted<string>
  }
>()("@countersign/core/ports/ApiTokens") {}

/** The principal of this fiber's call. `undefined` for the host itself, which has all permissions. */
export const CurrentPrincipal = Context.Reference<Principal | undefined>("@countersign/core/ports/CurrentPrincipal", {
  defaultValue: () => undefined
})
