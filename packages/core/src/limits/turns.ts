import { Effect, Semaphore } from "effect"

/**
 * Lets one at a time do what names the same keys. Nodes still meet in the store; the calls of one node would otherwise
 * meet there too, each trying again until it lost too often.
 */
export const makeTurns = () => {
  const turns = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()
  const inTurn = <A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const turn = turns.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      turns.set(key, turn)
      turn.users += 1
      const leave = Effect.sync(() => {
        turn.users -= 1
        if (turn.users === 0) turns.delete(key)
      })
      return Effect.ensuring(turn.semaphore.withPermit(work), leave)
    })
  // In one order for everybody: nobody waits for a key with another's in hand that waits for his.
  return <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    [...new Set(keys)].toSorted().reduceRight((inner, key) => inTurn(key, inner), work)
}
