import { IssuerUnavailable, type Millis, OidcTokenRefused } from "@countersign/core"
import { Clock, Effect, Semaphore } from "effect"
import type { CryptoKey } from "jose"
import type { Algorithm } from "./algorithms.ts"
import { download, KeySetFault } from "./download.ts"
import type { KnownIssuer } from "./issuerTable.ts"
import type { Limits } from "./limits.ts"
import { type Keys, keyName, readKeys } from "./readKeys.ts"

/** The keys of one issuer. */
export interface KeySet {
  readonly find: (algorithm: Algorithm, kid: unknown) => Effect.Effect<CryptoKey, OidcTokenRefused | IssuerUnavailable>
}

/**
 * The keys of an issuer, fetched when they are first asked for, when they are old, and when a key is not among them;
 * never twice at a time, and never twice within the cooldown. While the issuer is down its last keys go on serving.
 */
export const keySet = (issuer: KnownIssuer, limits: Limits): KeySet => {
  const turn = Semaphore.makeUnsafe(1)
  let held: { readonly keys: Keys; readonly since: Millis } | undefined
  let last: { readonly at: Millis; readonly failed: boolean } | undefined

  const isWanted = (name: string, now: Millis): boolean => {
    const isFresh = held !== undefined && isWithin(limits.maxAge, held.since, now)
    // With nothing to serve from, an issuer that was down for a moment is worth asking sooner.
    const pause = held === undefined ? Math.min(limits.cooldown, FIRST_RETRY) : limits.cooldown
    const isPaused = last !== undefined && isWithin(pause, last.at, now)
    return !isPaused && !(isFresh && held?.keys.has(name) === true)
  }

  const refresh = Effect.fnUntraced(function* (now: Millis) {
    const fetched = yield* Effect.result(fetchKeys(issuer, limits))
    last = { at: now, failed: fetched._tag === "Failure" }
    if (fetched._tag === "Success") held = { keys: fetched.success, since: now }
    else yield* Effect.logWarning("no key set from an issuer", { issuer: issuer.issuer }, fetched.failure.reason)
  })

  const refreshIfWanted = (name: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => (isWanted(name, now) ? refresh(now) : Effect.void))

  const find = Effect.fnUntraced(function* (algorithm: Algorithm, kid: unknown) {
    if (typeof kid !== "string") return yield* new OidcTokenRefused({ check: "key" })
    const name = keyName(algorithm, kid)
    if (isWanted(name, yield* Clock.currentTimeMillis)) {
      // Others wait for the one that fetches, and then look again. It finishes even when its caller has gone.
      yield* turn.withPermit(Effect.uninterruptible(refreshIfWanted(name)))
    }
    const key = held?.keys.get(name)
    if (key !== undefined) return key
    return yield* last?.failed === true ? new IssuerUnavailable() : new OidcTokenRefused({ check: "key" })
  })
  return { find }
}

const fetchKeys = ({ algorithms, jwksUri }: KnownIssuer, limits: Limits) =>
  Effect.flatMap(download(jwksUri, limits), (bytes) =>
    Effect.tryPromise({
      try: () => readKeys(bytes, algorithms, limits.maxKeys),
      catch: () => new KeySetFault({ reason: "what came is no key set" })
    })
  )

/** A clock that was set back has lost count: then the time is taken to be over. */
const isWithin = (period: number, since: Millis, now: Millis): boolean => now >= since && now - since < period

const FIRST_RETRY = 1_000
