import type { RequestListener } from "node:http"
import { listening, socketServer } from "@countersign/harness/listening"
import pg from "pg"
import type { Subject } from "../seed/Seed.ts"

/** The kinds of servers. `kinds.ts` defines how each is started. */
export type KindName = "floor" | "ours" | "better-auth"

export type Mount = "express" | "node"

/** A server to start in its own process. */
export interface ServerSpec {
  readonly kind: KindName
  readonly mount: Mount
  readonly store: "memory" | "postgres"
  /** The `postgres://` URL of the server's own database, unless its store is memory. */
  readonly database?: string
  /** The number of subjects. Default: as many as a run needs. */
  readonly subjects?: number
  /** The subjects that the database has. Default: they are written at the start. */
  readonly known?: ReadonlyArray<Subject>
  /** Connections to the database. Default: 20, for every kind, so that the pool size makes no difference. */
  readonly connections?: number
}

/** The writes of a server's connections so far: versions of rows, and bytes of WAL. */
export type Written = Readonly<Record<"rows" | "wal", number>>

export interface Running {
  readonly port: number
  /** The handler behind the port, for in-process calls. */
  readonly listener: RequestListener
  /** Statements sent to the store so far. */
  readonly statements: () => number
  readonly written: () => Promise<Written>
  /** JSON: the data that the load needs to make requests. */
  readonly seed: unknown
  readonly close: () => Promise<void>
}

/** The meters of a store in memory. */
export const IN_MEMORY = { statements: () => 0, written: async (): Promise<Written> => ({ rows: 0, wal: 0 }) }

/** Serves a handler on loopback, until `closes` are called in order. */
export const running = async (
  listener: RequestListener,
  {
    closes,
    ...rest
  }: Pick<Running, "seed" | "statements" | "written"> & { readonly closes: ReadonlyArray<() => unknown> }
): Promise<Running> => {
  const { close: end, port } = await listening(listener)
  const close = async () => {
    for (const each of [end, ...closes]) await each()
  }
  return { port, listener, ...rest, close }
}

/** The pool of a server, which counts its statements, and what its connections write. */
export const countedPool = (database: string, max = 20) => {
  const pool = new pg.Pool({ connectionString: database, max, idleTimeoutMillis: 0 })
  const clients = new Set<pg.PoolClient>()
  let count = 0
  pool
    .on("error", () => {})
    .on("remove", (client) => clients.delete(client))
    .on("connect", (client) => {
      clients.add(client)
      client.query = new Proxy(client.query, {
        apply: (query, self, values) => {
          if (values[0] !== FLUSH && values[0] !== WRITTEN) count += 1
          return Reflect.apply(query, self, values)
        }
      })
    })
  return {
    pool,
    statements: () => count,
    written: async (): Promise<Written> => {
      for (const client of clients) await client.query(FLUSH)
      const { rows } = await pool.query<Written>(WRITTEN)
      return rows[0] ?? { rows: Number.NaN, wal: Number.NaN }
    },
    /** Opens all connections of the pool, so that none is opened during a measurement. */
    fill: async () => {
      const clients = await Promise.all(Array.from({ length: max }, () => pool.connect()))
      for (const client of clients) client.release()
    },
    close: () => pool.end()
  }
}

/** A connection reports what it wrote at the end of this statement, and otherwise at most once a second. */
const FLUSH = "select pg_stat_force_next_flush()"

/** PostgreSQL 18 counts the WAL of each connection, so that of other servers and of checkpoints is not included. */
const WRITTEN = `select (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as rows,
  (select sum(w.wal_bytes)::float8 from pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w
    where a.datname = current_database() and a.backend_type = 'client backend') as wal`

/**
 * Sends e-mailed codes to the load, which reads them as the user: one line per e-mail, `address code`. It is the same
 * for every server, so that mail delivery makes no difference.
 */
export const letterBox = async () => {
  const { close, port, sockets } = await socketServer(() => {})
  return {
    port,
    post: (address: string, code: string): void => {
      for (const reader of sockets) reader.write(`${address} ${code}\n`)
    },
    close
  }
}
