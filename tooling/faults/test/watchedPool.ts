import { committedBy } from "@countersign/harness/statements"
import type { Pool } from "@countersign/postgres"

/** A pool that reports the collections of each commit before it is sent. */
export const watchedPool = (pool: () => Pool, beforeCommit: (collections: ReadonlyArray<string>) => void): Pool => ({
  connect: async () => {
    const client = await pool().connect()
    return {
      query: (query) => {
        const written = typeof query === "string" ? undefined : committedBy(query.text)
        if (written !== undefined) beforeCommit(written)
        return client.query(query)
      },
      release: (error) => client.release(error),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener)
    }
  }
})
