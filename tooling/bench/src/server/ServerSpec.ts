import type { RequestListener } from "node:http"
import { createServer, type Socket } from "node:net"
import { listening, portOf } from "@countersign/harness/listening"
import pg from "pg"
import type { Subject } from "../seed/Seed.ts"

/** The kinds of servers. `kinds.ts` defines how each is started. */
export type KindName = "floor" | "ours" | "better-auth"

export type Mount = "express" | "fastify" | "koa" | "node" | "web"

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

/** A server that accepts requests. */
export interface Running {
  readonly port: number
  /** The handler behind the port, for in-process calls. */
  readonly listener: RequestListener
  /** Statements sent to the store so far. */
  readonly statements: () => number
  /** JSON: the data that the load needs to make requests. */
  readonly seed: unknown
  readonly close: () => Promise<void>
}

/** The resources that a server has used since its start: CPU time in microseconds. */
export type Usage = Readonly<Record<"cpu" | "statements", number>>

/** Serves a listener on loopback, until `closes` are called in order. */
export const running = async (
  listener: RequestListener,
  { closes, ...rest }: Pick<Running, "seed" | "statements"> & { readonly closes: ReadonlyArray<() => unknown> }
): Promise<Running> => {
  const server = await listening(listener)
  const close = async () => {
    for (const each of [server.close, ...closes]) await each()
  }
  return { port: server.port, listener, ...rest, close }
}

/** The pool of a server, which counts its statements. */
export const countedPool = (database: string, max = 20) => {
  const pool = new pg.Pool({ connectionString: database, max, idleTimeoutMillis: 0 })
  let count = 0
  pool
    .on("error", () => {})
    .on("connect", (client) => {
      client.query = new Proxy(client.query, {
        apply: (query, self, values) => {
          count += 1
          return Reflect.apply(query, self, values)
        }
      })
    })
  return {
    pool,
    statements: () => count,
    /** Opens all connections of the pool, so that none is opened during a measurement. */
    fill: async () => {
      const clients = await Promise.all(Array.from({ length: max }, () => pool.connect()))
      for (const client of clients) client.release()
    },
    close: () => pool.end()
  }
}

/**
 * Sends e-mailed codes to the load, which reads them as the user: one line per e-mail, `address code`. It is the same
 * for every server, so that mail delivery makes no difference.
 */
export const letterBox = async () => {
  const readers = new Set<Socket>()
  const server = createServer((socket) => {
    readers.add(socket)
    socket.on("close", () => readers.delete(socket)).on("error", () => socket.destroy())
  })
  return {
    port: await portOf(server),
    post: (address: string, code: string): void => {
      for (const reader of readers) reader.write(`${address} ${code}\n`)
    },
    close: () => {
      for (const reader of readers) reader.destroy()
      server.close()
    }
  }
}
