import type { Answer, Pool, PoolClient } from "../src/Pool.ts"
import { opened } from "./things.ts"

/** A store whose database answers every call as told, and what it was asked for. */
export const answering = async (answer: () => Promise<Answer>) => {
  const texts: Array<string> = []
  const client: PoolClient = {
    query: (asked) => {
      texts.push(typeof asked === "string" ? asked : asked.text)
      return answer()
    },
    release: () => {},
    on: () => {},
    removeListener: () => {}
  }
  const pool: Pool = { connect: async () => client }
  const { store } = await opened({ pool })
  // To look at the database once, at the start, is no call.
  return { store, asked: () => texts.filter((text) => !text.includes("to_regclass")) }
}
