import type { RequestListener } from "node:http"
import { listening, socketServer } from "@countersign/harness/listening"
import pg from "pg"
import type { Subject } from "../seed/Seed.ts"

/** The kinds of servers. `kinds.ts` defines how each is started. */
export type KindName = "floor" | "ours" | "better-auth"

export type Mount = "express" | "fastify" | "koa" | "node" | "web"

/** A server to start in its own process. */
export interface ServerSpec {
  readonly kind: KindName
  readonly mount: Mount
  /** Further mounts of the same server, each on its own port. */
  readonly beside?: ReadonlyArray<Mount>
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

export interface Running {
  readonly port: number
  readonly ports: Readonly<Partial<Record<Mount, number>>>
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

/** Serves the mounts of a server on loopback, until `closes` are called in order. */
export const running = async (
  { beside = [], mount }: Pick<ServerSpec, "beside" | "mount">,
  listenerOf: (mount: Mount) => Promise<RequestListener> | RequestListener,
  { closes, ...rest }: Pick<Running, "seed" | "statements"> & { readonly closes: ReadonlyArray<() => unknown> }
): Promise<Running> => {
  const listener = await listenerOf(mount)
  const first = await listening(listener)
  const others = await Promise.all(beside.map(async (each) => ({ each, ...(await listening(await listenerOf(each))) })))
  const close = async () => {
    for (const each of [...[first, ...others].map(({ close }) => close), ...closes]) await each()
  }
  const ports = { [mount]: first.port, ...Object.fromEntries(others.map(({ each, port }) => [each, port])) }
  return { port: first.port, ports, listener, ...rest, close }
}

/** The minimal bridge from a socket to a web handler, so that the handler dominates the measurement. */
export const webShim =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const { headers, method = "GET", url } = incoming
    const bytes = Buffer.concat(await incoming.toArray())
    const body = bytes.length === 0 ? {} : { body: bytes }
    const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await handler(new Request(`http://localhost${url}`, { method, headers: all, ...body }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
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
  const { close, port, sockets } = await socketServer(() => {})
  return {
    port,
    post: (address: string, code: string): void => {
      for (const reader of sockets) reader.write(`${address} ${code}\n`)
    },
    close
  }
}
