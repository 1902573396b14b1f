import { reporting } from "../withCommit.ts"

/** A store in memory, and everything that was ever written to it. */
export const watchedStore = () => {
  const writes: Array<{ readonly collection: string; readonly environment: string; readonly body: unknown }> = []
  const store = reporting((changes) => {
    for (const change of changes) {
      const { collection, environment, op } = change
      if (op !== "remove") writes.push({ collection: collection.name, environment, body: change.body })
    }
  })
  /** The types of the events since the last time, in the order of their commits. */
  const events = () =>
    writes
      .splice(0)
      .filter(({ collection }) => collection === "events")
      .map(({ body }) => String(Object(body).type))
  return { store, writes, events }
}
