import type pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { isAlive, poolOf, postmasterOf, type ServerOptions, startServer, urlOf } from "./PostgresServer.ts"
import { shared } from "./shared.ts"

export { freePort } from "./PostgresServer.ts"

/**
 * A database for a test file, on the server that all files of the run share. It has the current schema, unless it is to
 * be empty.
 */
export const testDatabase = ({ isEmpty = false }: { readonly isEmpty?: boolean } = {}) => {
  const at = during(async () => shared(inject("harness"), isEmpty ? "/empty" : "/migrated"))
  return {
    port: (): number => at().port,
    url: (): string => urlOf(at().port, at().database),
    pool: pools((options) => poolOf(at().port, at().database, options))
  }
}

/** A PostgreSQL server for a test file that crashes it, watches it, or needs another version or other settings. */
export const cluster = (options: ServerOptions = {}) => {
  const running = during(
    () => startServer(options),
    (server) => server.stop()
  )
  return {
    port: (): number => running().port,
    /** The folder of its files. */
    data: (): string => running().data,
    /** Whether its postmaster runs, which accepts connections and starts the other processes. */
    isUp: async (): Promise<boolean> => (await postmasterOf(running())) !== undefined,
    url: (): string => urlOf(running().port, "postgres"),
    /** Sends what `pg_ctl -m immediate` sends: the server ends at once, and recovers from its log at the next start. */
    crash: async (): Promise<void> => {
      const pid = await postmasterOf(running())
      if (pid === undefined) throw new Error("the server does not run")
      process.kill(pid, "SIGQUIT")
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    start: (): Promise<void> => running().start(),
    pool: pools((options) => poolOf(running().port, "postgres", options))
  }
}

/** Makes something before the tests of a file, and ends it after them. */
const during = <A>(make: () => Promise<A>, end: (made: A) => Promise<void> = async () => {}): (() => A) => {
  let made: { readonly value: A } | undefined
  beforeAll(async () => {
    made = { value: await make() }
  })
  afterAll(async () => {
    if (made !== undefined) await end(made.value)
  })
  return () => {
    if (made === undefined) throw new Error("the database has not started")
    return made.value
  }
}

/** The pools of a test file, which end with it. */
const pools = (make: (options?: pg.PoolConfig) => pg.Pool) => {
  const made: Array<pg.Pool> = []
  afterAll(() => Promise.all(made.filter((pool) => !pool.ended).map((pool) => pool.end())))
  return (options?: pg.PoolConfig): pg.Pool => {
    const pool = make(options)
    made.push(pool)
    return pool
  }
}
