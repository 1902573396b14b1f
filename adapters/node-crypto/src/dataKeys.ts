import type { KeysUnavailable } from "@countersign/core"
import { Clock, Deferred, Effect, Scope } from "@countersign/core/effect"
import { recent } from "@countersign/wire"
import { type Key, keyOf } from "./nodeVault.ts"

/** The bounds of the data keys in memory. */
export interface Bounds {
  readonly keys: number
  /** Milliseconds. */
  readonly age: number
}

interface Entry {
  readonly key: Key
  readonly until: number
  readonly renewAt: number
}

/**
 * Data keys by their encrypted form. A key leaves memory with its age, with the scope, or when others need its place, and
 * is overwritten then. Concurrent misses of one key share a call, and a key in use is read again before its age.
 */
export const dataKeys = Effect.fnUntraced(function* (
  { age, keys }: Bounds,
  unwrapped: (wrapped: string) => Effect.Effect<Uint8Array, KeysUnavailable>
) {
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const entries = new Map<string, Entry>()
  const refusals = recent<KeysUnavailable>(REFUSALS)
  const flights = new Map<string, Deferred.Deferred<void, KeysUnavailable>>()

  const drop = (wrapped: string) => {
    const entry = entries.get(wrapped)
    entry?.key.sealKey.fill(0)
    entry?.key.digestKey.fill(0)
    entries.delete(wrapped)
  }
  const learn = (wrapped: string, plaintext: Uint8Array) => {
    const at = now()
    drop(wrapped)
    const [oldest] = entries.size < keys ? [] : entries.keys()
    if (oldest !== undefined) drop(oldest)
    entries.set(wrapped, { key: keyOf(plaintext), until: at + age, renewAt: at + (age * 3) / 4 })
    plaintext.fill(0)
  }
  const evict = () => {
    const at = now()
    for (const [wrapped, { until }] of [...entries]) if (until <= at) drop(wrapped)
  }

  /**
   * One run of `work` for all callers that wait for it, also after the first of them was interrupted. A key that the
   * service does not know is not requested again for a while.
   */
  const shared = (name: string, work: Effect.Effect<void, KeysUnavailable>) =>
    Effect.suspend(() => {
      const found = flights.get(name)
      if (found !== undefined) return Deferred.await(found)
      const refusal = refusals.get(name)
      if (refusal !== undefined && refusal.until > now()) return Effect.fail(refusal)
      const flight = Deferred.makeUnsafe<void, KeysUnavailable>()
      flights.set(name, flight)
      const ended = work.pipe(
        Effect.tapError((refusal) =>
          Effect.sync(() => refusal.because === "unknownKey" && refusals.set(name, refusal))
        ),
        Effect.ensuring(Effect.sync(() => flights.delete(name)))
      )
      return Effect.andThen(Effect.forkIn(Deferred.into(ended, flight), scope), Deferred.await(flight))
    })

  const read = (wrapped: string) =>
    shared(
      wrapped,
      Effect.map(unwrapped(wrapped), (plaintext) => learn(wrapped, plaintext))
    )

  /** `use` computes its result before it returns, while the key cannot be overwritten. */
  const using = <A>(wrapped: string, use: (key: Key) => Effect.Effect<A>): Effect.Effect<A, KeysUnavailable> =>
    Effect.suspend(() => {
      const at = now()
      const entry = entries.get(wrapped)
      if (entry === undefined || entry.until <= at) return Effect.andThen(read(wrapped), using(wrapped, use))
      entries.delete(wrapped)
      entries.set(wrapped, entry)
      const result = use(entry.key)
      // Without the service, the key is in use until its age.
      const isDue = entry.renewAt <= at && !flights.has(wrapped)
      return isDue ? Effect.andThen(Effect.forkIn(Effect.ignore(read(wrapped)), scope), result) : result
    })

  yield* Scope.addFinalizer(
    scope,
    Effect.sync(() => {
      for (const wrapped of [...entries.keys()]) drop(wrapped)
    })
  )
  yield* Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(age / 4), Effect.sync(evict))), scope)
  return { learn, shared, using }
})

/** The number of refused keys that are remembered. */
const REFUSALS = 1024
