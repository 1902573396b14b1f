import { makeMemoryStore } from "@countersign/memory"
import { migrate, postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, ManagedRuntime } from "effect"
import pg from "pg"

/** A store that several services may share. */
export interface OpenedStore {
  readonly store: Store["Service"]
  readonly close: () => Promise<void>
}

/** On a database, whose tables are made if they are not there; in memory without one. */
export const openStore = async (database: string | undefined): Promise<OpenedStore> => {
  if (database === undefined) return { store: await Effect.runPromise(makeMemoryStore), close: async () => {} }
  const pool = new pg.Pool({ connectionString: database, max: 20 })
  pool.on("error", () => {})
  await migrate(pool)
  const runtime = ManagedRuntime.make(postgres({ pool, timeout: PATIENCE }))
  return {
    store: await runtime.runPromise(Effect.service(Store)),
    close: async () => {
      await runtime.dispose()
      await pool.end()
    }
  }
}

/** A machine that does other things besides is slow, and that is nothing a run is about. */
const PATIENCE = 60_000
