import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** Starts an HTTP server on loopback. */
export const listening = async (listener: RequestListener) => {
  const server = createHttpServer({ keepAliveTimeout: 600_000 }, listener)
  const port = await portOf(server)
  return {
    port,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** Listens on a free loopback port and returns it. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("a server that listens has a port")
  return address.port
}

/** The kinds of servers. `kinds.ts` defines how each is started. */
export type KindName = "floor" | "ours" | "better-auth" | "oidc-provider"

export type Mount = "node" | "express" | "koa" | "web"

/** A server to start in its own process. */
export interface ServerSpec {
  readonly kind: KindName
  readonly mount: Mount
  readonly store: "memory" | "postgres"
  /** The `postgres://` URL of the server's own database. */
  readonly database?: string
  /** The number of subjects. Default: as many as a run needs. */
  readonly subjects?: number
}

/** A server that accepts requests. */
export interface Running {
  readonly port: number
  /** The handler behind the port, for in-process calls. */
  readonly listener?: RequestListener
  /** Statements sent to the store so far, for requests. */
  readonly statements: () => number
  /** JSON: the data that the load needs to make requests. */
  readonly seed: unknown
  readonly close: () => Promise<void>
}

/** One kind of server. */
export interface ServerKind {
  readonly start: (spec: ServerSpec) => Promise<Running>
}

/** Connections of a server to its database: the same for every kind, so that the pool size makes no difference. */
export const POOL_SIZE = 20

/** The resources that a server has used since its start. */
export interface Usage {
  /** CPU time, in microseconds. */
  readonly cpu: number
  /** Resident memory, in bytes. */
  readonly rss: number
  readonly statements: number
}

/** The resources that this process has used. */
export const usage = (statements: number): Usage => {
  const { system, user } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage.rss(), statements }
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
