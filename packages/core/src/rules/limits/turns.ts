import { Effect, Semaphore } from "effect"
import { StoreUnavailable } from "../../store/Store.ts"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  users: number
  /** The failure of the last holder that found the store unavailable. */
  failure?: StoreUnavailable
}

/**
 * Serializes work with common keys on this node. Nodes conflict in the store anyway, but without this the calls of one
 * node would conflict with each other too, until their retries run out. If the store is unavailable, all waiting calls
 * fail together, so that their timeouts do not add up.
 */
export const makeTurns = () => {
  const turns = new Map<string, Turn>()
  const inTurn = <A, E, R>(
    key: string,
    work: Effect.Effect<A, E | StoreUnavailable, R>
  ): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.suspend(() => {
      const turn: Turn = turns.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      turns.set(key, turn)
      turn.users += 1
      const known = turn.failure
      const mine = Effect.suspend(() =>
        turn.failure === undefined || turn.failure === known ? noted(turn, work) : Effect.fail(turn.failure)
      )
      const leave = Effect.sync(() => {
        turn.users -= 1
        if (turn.users === 0) turns.delete(key)
      })
      return Effect.ensuring(turn.semaphore.withPermit(mine), leave)
    })
  const noted = <A, E, R>(turn: Turn, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
    Effect.tapError(work, (error) =>
      Effect.sync(() => {
        // `answered` is the outcome of one call, not a failure of the store.
        if (error instanceof StoreUnavailable && error.because !== "answered") turn.failure = error
      })
    )
  // Keys are acquired in one global order, so no deadlock is possible.
  return <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
    [...new Set(keys)].toSorted().reduceRight((inner, key) => inTurn(key, inner), work)
}
