import type { Answer, Pool, PoolClient } from "../src/Pool.ts"
import { opened } from "./things.ts"

/** A store whose database returns the given results, and a record of the statements it received. */
export const answering = async (answer: () => Promise<Answer>) => {
  const texts: Array<string> = []
  const client: PoolClient = {
    query: (requested) => {
      texts.push(typeof requested === "string" ? requested : requested.text)
      return answer()
    },
    release: () => {},
    on: () => {},
    removeListener: () => {}
  }
  const pool: Pool = { connect: async () => client }
  const { store } = await opened({ pool })
  // The database is inspected once at the start, which is not a call of the store.
  return { store, asked: () => texts.filter((text) => !text.includes("to_regclass")) }
}
