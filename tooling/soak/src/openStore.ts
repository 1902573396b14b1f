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

/** Opens a store on a database, and creates its tables if needed. Without a database, opens one in memory. */
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

/** Timeouts in milliseconds are generous, because the speed of a busy machine is not under test. */
const PATIENCE = 60_000
