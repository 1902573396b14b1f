import type { Declaration, Millis } from "@countersign/core"

interface Waiting {
  readonly collection: string
  readonly id: string
  readonly due: Millis
}

/** More tries than any schedule makes. A record that came due so often waits for the end. */
const MOST_TRIES = 200

/**
 * The records of one environment that wait for their time, in that order. Each write updates it, so that nothing is
 * searched for: a record costs the logarithm of how many wait.
 */
export const makeDueQueue = () => {
  const dues = new Map<string, Millis>()
  const tries = new Map<string, number>()
  /** Latest first, so that the next one is the last. Entries that a later write made stale are passed over. */
  const waiting: Array<Waiting> = []
  const ready = new Map<string, Array<string>>()

  const keyOf = ({ collection, id }: Pick<Waiting, "collection" | "id">) => `${collection} ${id}`
  const isStale = (one: Waiting): boolean => dues.get(keyOf(one)) !== one.due
  const next = (): Waiting | undefined => {
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      if (!isStale(last)) return last
      waiting.pop()
    }
    return undefined
  }
  return {
    /** A record is due then, or waits for nothing. */
    note: ({ name }: Declaration, id: string, due: Millis | undefined): void => {
      const key = keyOf({ collection: name, id })
      if (due === undefined) dues.delete(key)
      else if (dues.get(key) !== due) {
        dues.set(key, due)
        waiting.splice(placeOf(waiting, due), 0, { collection: name, id, due })
      }
    },
    /** When the next one is due. */
    nextDue: (): Millis | undefined => next()?.due,
    /** Makes ready what is due by then; answers whether anything is ready. */
    isReady: (by: Millis): boolean => {
      for (let one = next(); one !== undefined && one.due <= by; one = next()) {
        waiting.pop()
        const key = keyOf(one)
        dues.delete(key)
        const count = (tries.get(key) ?? 0) + 1
        tries.set(key, count)
        if (count > MOST_TRIES) continue
        const ids = ready.get(one.collection) ?? []
        ids.push(one.id)
        ready.set(one.collection, ids)
      }
      return ready.size > 0
    },
    isReadyIn: (collections: ReadonlyArray<Declaration>): boolean => collections.some(({ name }) => ready.has(name)),
    /** Takes up to so many of a collection that are ready. */
    take: ({ name }: Declaration, limit: number): ReadonlyArray<string> => {
      const ids = ready.get(name) ?? []
      if (ids.length <= limit) ready.delete(name)
      else ready.set(name, ids.slice(limit))
      return ids.slice(0, limit)
    },
    /** Whether a record came due as often as it is tried. */
    isExhausted: ({ name }: Declaration, id: string): boolean =>
      (tries.get(keyOf({ collection: name, id })) ?? 0) >= MOST_TRIES
  }
}

export type DueQueue = ReturnType<typeof makeDueQueue>

/** Before all that are due as early or earlier. */
const placeOf = (waiting: ReadonlyArray<Waiting>, due: Millis): number => {
  let [low, high] = [0, waiting.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((waiting[middle]?.due ?? 0) > due) low = middle + 1
    else high = middle
  }
  return low
}
