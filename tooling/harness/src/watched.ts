import { reporting } from "./withCommit.ts"

/** A memory store that records everything ever written to it. */
export const watchedStore = () => {
  const writes: Array<{ readonly collection: string; readonly environment: string; readonly body: unknown }> = []
  /** The collections of the removed records. */
  const removed: Array<string> = []
  const store = reporting((changes) => {
    for (const change of changes) {
      const { collection, environment, op } = change
      if (op === "remove") removed.push(collection.name)
      else writes.push({ collection: collection.name, environment, body: change.body })
    }
  })
  /** The types of the events since the last call, in commit order. */
  const events = () =>
    writes
      .splice(0)
      .filter(({ collection }) => collection === "events")
      .map(({ body }) => String(Object(body).type))
  return { store, writes, removed, events }
}
