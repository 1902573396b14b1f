import type pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { isAlive, poolOf, postmasterOf, type ServerOptions, startServer, urlOf } from "./PostgresServer.ts"
import { shared } from "./shared.ts"

export { freePort } from "./listening.ts"

/** Creates a database for a test file on the shared server of the run, with the current schema unless `isEmpty`. */
export const testDatabase = ({ isEmpty = false }: { readonly isEmpty?: boolean } = {}) => {
  const at = during(async () => shared(inject("harness"), isEmpty ? "/empty" : "/migrated"))
  return {
    port: (): number => at().port,
    url: (): string => urlOf(at().port, at().database),
    pool: pools((options) => poolOf(at().port, at().database, options))
  }
}

/** A PostgreSQL server for a test file that crashes it, inspects it, or needs another version or settings. */
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
    /** Sends the signal of `pg_ctl -m immediate`: the server stops at once, and recovers at the next start. */
    crash: async (): Promise<void> => {
      const pid = await postmasterOf(running())
      if (pid === undefined) throw new Error("the server does not run")
      process.kill(pid, "SIGQUIT")
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    start: (): Promise<void> => running().start(),
    /**
     * Changes a setting. At the return all processes of the server have received the signal to read it: the postmaster sends
     * it before it accepts the next connection. The checkpointer has read it, and a backend does when it is idle.
     */
    configure: async (setting: string, value: string): Promise<void> => {
      const change = `alter system set ${setting} = ${value}`
      for (const text of [change, "select pg_reload_conf()", "checkpoint", "checkpoint"]) {
        const pool = poolOf(running().port, "postgres", { max: 1 })
        await pool.query(text).finally(() => pool.end())
      }
    },
    pool: pools((options) => poolOf(running().port, "postgres", options))
  }
}

/** Creates a resource before the tests of a file, and releases it after them. */
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

/** The pools of a test file. They are closed after the file. */
const pools = (make: (options?: pg.PoolConfig) => pg.Pool) => {
  const made: Array<pg.Pool> = []
  afterAll(() => Promise.all(made.filter((pool) => !pool.ended).map((pool) => pool.end())))
  return (options?: pg.PoolConfig): pg.Pool => {
    const pool = make(options)
    made.push(pool)
    return pool
  }
}
