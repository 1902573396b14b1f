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
  const leave = (key: string, turn: Turn): void => {
    turn.users -= 1
    if (turn.users === 0) turns.delete(key)
  }
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
        turn.failure === undefined || turn.failure === known ? noted([turn], work) : Effect.fail(turn.failure)
      )
      return Effect.ensuring(
        turn.semaphore.withPermit(mine),
        Effect.sync(() => leave(key, turn))
      )
    })
  const noted = <A, E, R>(mine: ReadonlyArray<Turn>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
    Effect.tapError(work, (error) =>
      Effect.sync(() => {
        // `answered` is the outcome of one call, not a failure of the store.
        if (error instanceof StoreUnavailable && error.because !== "answered")
          for (const turn of mine) turn.failure = error
      })
    )
  /** Runs the work at once if no other has a turn or waits for one, and otherwise `busy`. Never waits. */
  const atOnce = <A, E, R, B, E2>(
    keys: ReadonlyArray<string>,
    work: Effect.Effect<A, E | StoreUnavailable, R>,
    busy: Effect.Effect<B, E2>
  ): Effect.Effect<A | B, E | E2 | StoreUnavailable, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        if (keys.some((key) => turns.has(key))) return undefined
        // The semaphore begins without a permit, as one that was taken.
        return [...new Set(keys)].map((key) => {
          const turn: Turn = { semaphore: Semaphore.makeUnsafe(0), users: 1 }
          turns.set(key, turn)
          return { key, turn }
        })
      }),
      (mine): Effect.Effect<A | B, E | E2 | StoreUnavailable, R> =>
        mine === undefined
          ? busy
          : noted(
              mine.map(({ turn }) => turn),
              work
            ),
      (mine = []) =>
        Effect.forEach(
          mine,
          ({ key, turn }) => {
            leave(key, turn)
            return turn.semaphore.release(1)
          },
          { discard: true }
        )
    )
  return {
    // Keys are acquired in one global order, so no deadlock is possible.
    inTurn: <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
      [...new Set(keys)].toSorted().reduceRight((inner, key) => inTurn(key, inner), work),
    atOnce
  }
}

export type Turns = ReturnType<typeof makeTurns>
