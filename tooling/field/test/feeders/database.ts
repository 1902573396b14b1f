import { type Declaration, Store } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { collectionsSql, type Pool, type PoolClient, postgres } from "@countersign/postgres"
import { Cause, Effect, Exit, Schema } from "effect"
import { beforeAll } from "vitest"
import { feeding } from "../feeding.ts"

const database = testDatabase()
const collection: Declaration = { name: "things", unique: {}, indexes: {} }
beforeAll(() => database.pool().query(collectionsSql([collection])))
const here = { collection, environment: "sandbox/field" } as const

/** A pool of a database whose next statements fail with an error of the server, each on the connection that sent it. */
const failing = (pool: Pool, error: Error, times: number) => {
  const seen = { left: times, dropped: 0 }
  const wrapped = (client: PoolClient): PoolClient => ({
    query: (query, values) => {
      if (seen.left === 0) return client.query(query, values)
      seen.left -= 1
      return Promise.reject(error)
    },
    release: (lost) => {
      if (lost !== undefined) seen.dropped += 1
      client.release(lost)
    },
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener)
  })
  return { seen, pool: { idleCount: 0, connect: async () => wrapped(await pool.connect()) } }
}

const said = async <A, E extends { readonly _tag: string }>(work: Effect.Effect<A, E>): Promise<string> => {
  const exit = await Effect.runPromiseExit(work)
  if (Exit.isSuccess(exit)) return "done"
  const [reason] = exit.cause.reasons
  return reason !== undefined && Cause.isFailReason(reason) ? reason.error._tag : "defect"
}

/** An error of the server in answer to a read and to a commit: what the caller gets, and the connections that are closed. */
export const databaseErrors = feeding(
  Schema.Struct({ code: Schema.String, message: Schema.String, times: Schema.optionalKey(Schema.Number) }),
  async ({ code, message, times = 1 }) => {
    const error = Object.assign(new Error(message), code === "" ? {} : { code })
    const outcome = async (work: (store: Store["Service"]) => Effect.Effect<unknown, { readonly _tag: string }>) => {
      const { pool, seen } = failing(database.pool({ max: 4 }), error, times)
      const store = await Effect.runPromise(Effect.provide(Store, postgres({ pool, timeout: 300_000 })))
      const answer = await said(work(store))
      return { answer, dropped: seen.dropped }
    }
    unique += 1
    const id = `field ${unique}`
    return {
      read: await outcome((store) => store.load([{ ...here, by: "id", id }])),
      write: await outcome((store) => store.commit([{ ...here, op: "insert", id, body: {}, at: 0 }], []))
    }
  }
)
let unique = 0
