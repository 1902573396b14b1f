import { KeysUnavailable } from "@countersign/core"
import { Clock, Effect } from "@countersign/core/effect"

/**
 * Calls of a key management service, each with a deadline. A failed or throttled service is not called for a while: 1 s,
 * then 2, 4 … up to 30, or as long as it says. Then one call tries it, before others follow.
 */
export const circuit = (timeout: number) =>
  Effect.map(Clock.Clock, (clock) => {
    const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    let failures = 0
    let openUntil = Number.NEGATIVE_INFINITY
    let isTrying = false

    const failed = (
      because: KeysUnavailable["because"],
      check: string,
      wait = SECOND
    ): Effect.Effect<never, KeysUnavailable> =>
      Effect.suspend(() => Effect.fail(new KeysUnavailable({ because, check, at: now(), until: now() + wait })))

    /** Calls that were in progress together fail together: they are one failure. */
    const open = (before: number, wait: number) => {
      if (before === failures) failures += 1
      openUntil = Math.max(openUntil, now() + wait)
    }

    const judged = (error: unknown, before: number, keyId: string) => {
      const { because, name, retryAfter } = { because: "", name: "Error", retryAfter: SECOND, ...shapeOf(error) }
      const logged = Effect.logWarning("the key management service gave no key", { key: keyId, error: name, because })
      if (because === "unknownKey") {
        failures = 0
        const check = `the key management service does not give the key ${shortened(keyId)}`
        return Effect.andThen(logged, failed("unknownKey", check, UNKNOWN))
      }
      if (because === "throttled") {
        open(before, Math.min(Math.max(retryAfter, SECOND), MINUTE))
        return Effect.andThen(
          logged,
          failed("throttled", "the key management service throttles this node", openUntil - now())
        )
      }
      open(before, Math.min(LONGEST, SECOND * 2 ** failures))
      const check = name === "TimeoutError" ? "did not answer in time" : "failed"
      return Effect.andThen(logged, failed("unavailable", `the key management service ${check}`, openUntil - now()))
    }

    const call = <A>(keyId: string, ask: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, KeysUnavailable> =>
      Effect.suspend(() => {
        const wait = openUntil - now()
        if (wait > 0) return failed("unavailable", PAUSED, wait)
        if (isTrying) return failed("unavailable", PAUSED)
        const before = failures
        const isTrial = before > 0
        isTrying = isTrial
        return Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
          Effect.timeout(timeout),
          Effect.tap(
            Effect.sync(() => {
              failures = 0
            })
          ),
          Effect.catch((error) => judged(error, before, keyId)),
          Effect.ensuring(
            Effect.sync(() => {
              if (isTrial) isTrying = false
            })
          )
        )
      })
    return { call, failed }
  })

/** The fields that an error of the host has, each of its type. */
const shapeOf = (error: unknown) => {
  const { because, name, retryAfter }: Readonly<Record<string, unknown>> = { ...pick(error) }
  return {
    ...(typeof because === "string" && { because }),
    ...(typeof name === "string" && { name }),
    ...(typeof retryAfter === "number" && { retryAfter })
  }
}

/** `name` is a property of the prototype of an error, so a spread does not read it. */
const pick = (error: unknown) => {
  const { because, name, retryAfter } = Object(error)
  return { because, name, retryAfter }
}

/** The last part of a key's name. The rest of an Amazon resource name has the number of the account. */
const shortened = (keyId: string): string => keyId.split(/[/:]/u).at(-1)?.slice(0, 64) ?? ""

const PAUSED = "the key management service failed, and is not called for a while"
const SECOND = 1000
/** How long a key that the service does not know is not requested again. */
const UNKNOWN = 10_000
const LONGEST = 30_000
const MINUTE = 60_000
