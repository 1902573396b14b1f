import { ALL, collections, type Environment, environmentKey, type Store } from "countersign/effect"
import { Effect } from "effect"

/** By how many milliseconds the work that has waited longest is past its hour. */
export const overdue = async (store: Store["Service"], environments: ReadonlyArray<Environment>, at: number) => {
  let longest = 0
  for (const environment of environments) {
    for (const collection of collections) {
      const { due } = collection
      if (due === undefined) continue
      const query = { collection, environment: environmentKey(environment), index: ALL, limit: 1000 }
      for (const { body } of await Effect.runPromise(store.find(query))) {
        const dueAt = Object.entries(body ?? {}).find(([name]) => name === due)?.[1]
        if (typeof dueAt === "number") longest = Math.max(longest, at - dueAt)
      }
    }
  }
  return longest
}
