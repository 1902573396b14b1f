import { Effect, Semaphore } from "effect"
import { StoreUnavailable } from "../../store/Store.ts"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  users: number
  /** What the last one met that found the store away. */
  failure?: StoreUnavailable
}

/**
 * Lets one at a time do what names the same keys. Nodes still meet in the store; the calls of one node would otherwise
 * meet there too, each trying again until it lost too often. A store that is away fails all who wait by then: it answers
 * late, and nobody is to wait for that as often as there are others before him.
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
        if (error instanceof StoreUnavailable) turn.failure = error
      })
    )
  // In one order for everybody: nobody waits for a key with another's in hand that waits for his.
  return <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
    [...new Set(keys)].toSorted().reduceRight((inner, key) => inTurn(key, inner), work)
}
