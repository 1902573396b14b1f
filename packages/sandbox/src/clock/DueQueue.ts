import type { Declaration, Millis } from "@countersign/core"

interface Waiting {
  readonly collection: string
  readonly id: string
  readonly due: Millis
}

/** More attempts than any retry schedule. A record that was due this often is left for the end. */
const MOST_TRIES = 200

/**
 * The pending records of one environment, ordered by due time. Each write updates the queue, so that no search is
 * needed: an operation takes time logarithmic in the number of pending records.
 */
export const makeDueQueue = () => {
  const dues = new Map<string, Millis>()
  const tries = new Map<string, number>()
  /** Latest first, so that the next record is the last. Entries that a later write replaced are skipped. */
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
    /** Records the due time of a record, or that it is no longer pending. */
    note: ({ name }: Declaration, id: string, due: Millis | undefined): void => {
      const key = keyOf({ collection: name, id })
      if (due === undefined) dues.delete(key)
      else if (dues.get(key) !== due) {
        dues.set(key, due)
        waiting.splice(placeOf(waiting, due), 0, { collection: name, id, due })
      }
    },
    /** Returns the due time of the next record. */
    nextDue: (): Millis | undefined => next()?.due,
    /** Moves the records due by then to the ready list. Returns whether any record is ready. */
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
    /** Removes and returns up to `limit` ready records of a collection. */
    take: ({ name }: Declaration, limit: number): ReadonlyArray<string> => {
      const ids = ready.get(name) ?? []
      if (ids.length <= limit) ready.delete(name)
      else ready.set(name, ids.slice(limit))
      return ids.slice(0, limit)
    },
    /** Returns whether a record was due as often as it may be attempted. */
    isExhausted: ({ name }: Declaration, id: string): boolean =>
      (tries.get(keyOf({ collection: name, id })) ?? 0) >= MOST_TRIES
  }
}

export type DueQueue = ReturnType<typeof makeDueQueue>

/** The insertion index before all records that are due at the same time or earlier. */
const placeOf = (waiting: ReadonlyArray<Waiting>, due: Millis): number => {
  let [low, high] = [0, waiting.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((waiting[middle]?.due ?? 0) > due) low = middle + 1
    else high = middle
  }
  return low
}
