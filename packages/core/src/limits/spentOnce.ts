import { Effect } from "effect"
import { Throttle } from "../ports/Throttle.ts"

/**
 * Runs a program that may decide again, and lets all its rounds spend a bucket once: a race that was lost is no second
 * call of its caller.
 */
export const spentOnce = <A, E, R>(program: Effect.Effect<A, E, R | Throttle>): Effect.Effect<A, E, R | Throttle> =>
  Effect.gen(function* () {
    const throttle = yield* Throttle
    const spent = new Set<string>()
    const once = Throttle.of({
      spend: (buckets) => {
        const due = buckets.filter(({ environment, key }) => !spent.has(`${environment} ${key}`))
        if (due.length === 0) return Effect.void
        return Effect.map(throttle.spend(due), () => {
          for (const { environment, key } of due) spent.add(`${environment} ${key}`)
        })
      }
    })
    return yield* Effect.provideService(program, Throttle, once)
  })
