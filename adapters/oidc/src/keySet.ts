import { IssuerUnavailable, type Millis, OidcTokenRefused } from "@countersign/core"
import { Clock, Effect, Result, Semaphore } from "effect"
import type { CryptoKey } from "jose"
import type { LocalJWKSet } from "jose/jwks/local"
import type { Algorithm } from "./algorithms.ts"
import type { KnownIssuer } from "./issuerTable.ts"
import type { Limits } from "./limits.ts"
import { keyOf, publishedKeys } from "./publishedKeys.ts"

/** The keys of one issuer. */
export interface KeySet {
  readonly find: (algorithm: Algorithm, kid: unknown) => Effect.Effect<CryptoKey, OidcTokenRefused | IssuerUnavailable>
}

/**
 * The keys of an issuer, fetched when they are first asked for, when they are old, and when a key is not among them;
 * never twice at a time, and never again within the cooldown. While the issuer is down its last keys go on serving.
 */
export const keySet = (issuer: KnownIssuer, limits: Limits): KeySet => {
  const turn = Semaphore.makeUnsafe(1)
  let held: { readonly keys: LocalJWKSet; readonly since: Millis } | undefined
  let last: { readonly until: Millis; readonly failed: boolean } | undefined

  const isWanted = (key: CryptoKey | undefined, now: Millis): boolean => {
    // With nothing to serve from, an issuer that was down for a moment is worth asking sooner.
    const pause = held === undefined ? Math.min(limits.cooldown, FIRST_RETRY) : limits.cooldown
    if (last !== undefined && isWithin(pause, last.until, now)) return false
    return held === undefined || key === undefined || !isWithin(limits.maxAge, held.since, now)
  }

  const lookUp = (algorithm: Algorithm, kid: string) =>
    held === undefined ? Effect.succeed(undefined) : keyOf(held.keys, algorithm, kid)

  const refreshIfWanted = Effect.fnUntraced(function* (algorithm: Algorithm, kid: string) {
    const since = yield* Clock.currentTimeMillis
    if (!isWanted(yield* lookUp(algorithm, kid), since)) return
    const fetched = yield* Effect.result(publishedKeys(issuer, limits))
    // From its end on, or those who waited through a slow failure would each start another.
    last = { until: yield* Clock.currentTimeMillis, failed: Result.isFailure(fetched) }
    if (Result.isSuccess(fetched)) held = { keys: fetched.success, since }
    else yield* Effect.logWarning("no key set from an issuer", { issuer: issuer.issuer }, fetched.failure.reason)
  })

  const find = Effect.fnUntraced(function* (algorithm: Algorithm, kid: unknown) {
    if (typeof kid !== "string") return yield* new OidcTokenRefused({ check: "key" })
    let key = yield* lookUp(algorithm, kid)
    if (isWanted(key, yield* Clock.currentTimeMillis)) {
      // One fetches while the others wait, and then they look again. It finishes even when its caller has gone.
      yield* turn.withPermit(Effect.uninterruptible(refreshIfWanted(algorithm, kid)))
      key = yield* lookUp(algorithm, kid)
    }
    if (key !== undefined) return key
    return yield* last?.failed === true ? new IssuerUnavailable() : new OidcTokenRefused({ check: "key" })
  })
  return { find }
}

/** A clock that was set back has lost count: then the time is taken to be over. */
const isWithin = (period: number, since: Millis, now: Millis): boolean => now >= since && now - since < period

const FIRST_RETRY = 1_000
