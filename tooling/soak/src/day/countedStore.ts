import type { Change, Store } from "countersign/effect"
import { Effect } from "effect"

/**
 * A store that counts the records of each collection: what was inserted, less what was removed and what was swept. It
 * also knows what a worker has taken and not yet come back with.
 */
export const countedStore = (store: Store["Service"]) => {
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  const note = ({ collection, op }: Change): void => {
    if (op === "insert") add(collection.name, 1)
    if (op === "remove") add(collection.name, -1)
  }
  const counted: Store["Service"] = {
    ...store,
    commit: (changes, guards) =>
      store.commit(changes, guards).pipe(
        Effect.tap(() => Effect.sync(() => changes.forEach(note))),
        Effect.ensuring(
          Effect.sync(() => {
            for (const { collection, id } of changes) taken.delete(`${collection.name} ${id}`)
          })
        )
      ),
    claimDue: (collection, ...asked) =>
      Effect.tap(store.claimDue(collection, ...asked), (rows) =>
        Effect.sync(() => {
          for (const { id } of rows) taken.add(`${collection.name} ${id}`)
        })
      ),
    // One collection at a time, so that it is known of which the removed ones were.
    sweep: (collections, now, limit) =>
      Effect.gen(function* () {
        let removed = 0
        for (const collection of collections) {
          if (removed === limit) break
          const gone = yield* store.sweep([collection], now, limit - removed)
          add(collection.name, -gone)
          removed += gone
        }
        return removed
      })
  }
  return { store: counted, counts: (): ReadonlyMap<string, number> => new Map(counts), taken: () => taken.size }
}
