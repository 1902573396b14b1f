import { committedBy, readBy } from "@countersign/harness/statements"
import { makeMemoryStore } from "@countersign/memory"
import type { Pool } from "@countersign/postgres"
import { Effect, Layer } from "effect"
import { type Ref, Store } from "../src/effect.ts"

/** Work that background workers remove when it is done, and look at again after a slow one. */
const ORDERS = ["code_mails", "notices", "privacy_orders", "events"]

/** The keys and the sandbox clock, which a node reads by itself, and the endpoints and mail settings of workers. */
const BESIDE = ["known_keys", "moved_clocks", "platform_configs", "platform_settings"]

/** A reference as text, in which a collection is its name. */
const textOf = (ref: Ref): string => JSON.stringify(ref, (key, value) => (key === "collection" ? value.name : value))

/**
 * A memory store that counts the round trips of requests, and names a load that has the same reference twice. The
 * workers claim nothing: on a loaded machine a round of theirs would fall between two counts (GT12).
 */
export const countedStore = () => {
  const trips: Array<string> = []
  let rows = 0
  const store = Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) =>
      Store.of({
        ...inner,
        claimDue: () => Effect.succeed([]),
        load: (refs) => {
          if (!refs.every(({ collection }) => [...BESIDE, ...ORDERS].includes(collection.name))) {
            trips.push(new Set(refs.map(textOf)).size < refs.length ? "load, a record twice" : "load")
          }
          return inner.load(refs)
        },
        find: (query) => {
          trips.push("find")
          return inner.find(query)
        },
        commit: (changes, guards) => {
          rows += changes.length
          if (!changes.every(({ collection }) => ORDERS.includes(collection.name))) trips.push("commit")
          return inner.commit(changes, guards)
        }
      })
    )
  )
  return { store, take: () => trips.splice(0), rows: () => rows }
}

/**
 * A pool that counts its statements, except those of the workers, which claim nothing. Its database shows one time: the
 * pauses of a test and the load of a machine would move a clock that is read in between.
 */
export const countedPool = (pool: Pool) => {
  const trips: Array<string> = []
  let shown: unknown
  let warned = () => {}
  /** Resolves once the node has read what it warns about at its start: platforms, tokens and settings. */
  const started = new Promise<void>((resolve) => {
    warned = resolve
  })
  const atOneTime = (row: Record<string, unknown> | undefined): void => {
    if (typeof row?.now !== "string") return
    shown ??= row.now
    row.now = shown
  }
  const counted: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: async (query, values) => {
          if (typeof query === "string") return client.query(query, values)
          if (query.text.startsWith("with recursive")) return { rows: [], rowCount: 0 }
          const committed = committedBy(query.text)
          const [tables, others] =
            committed === undefined ? [readBy(query.text), [...BESIDE, ...ORDERS]] : [committed, ORDERS]
          // A sweep, a look for due work, and what a node asks the server at its start, are of no request.
          const isOfRequest = !/^with gone|to_regclass|pg_is_in_recovery|\(values \(1\)\)/u.test(query.text)
          if (isOfRequest && !tables.every((name) => others.includes(name))) {
            trips.push(committed === undefined ? "load" : "commit")
          }
          const answer = await client.query(query)
          if (tables.includes("platforms")) warned()
          atOneTime(answer.rows[0])
          return answer
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener)
      }
    }
  }
  return { pool: counted, started, take: () => trips.splice(0) }
}
