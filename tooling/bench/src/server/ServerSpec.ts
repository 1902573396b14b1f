import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** Serves HTTP on loopback. */
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

/** Listens on a free port of loopback, and tells which. */
export const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === "string") throw new Error("a server that listens has a port")
  return address.port
}

/** The kinds of servers there are; `kinds.ts` says how each is started. */
export type KindName = "floor" | "ours" | "better-auth" | "oidc-provider"

export type Mount = "node" | "express" | "koa" | "web"

/** One server to start. It runs in a process of its own. */
export interface ServerSpec {
  readonly kind: KindName
  readonly mount: Mount
  readonly store: "memory" | "postgres"
  /** A `postgres://` address of a database of its own. */
  readonly database?: string
  /** How many subjects it has; as many as a run needs unless given. */
  readonly subjects?: number
}

/** A server that takes requests. */
export interface Running {
  readonly port: number
  /** What the port serves, for calls from within the process. */
  readonly listener?: RequestListener
  /** Statements sent to the store so far, for requests. */
  readonly statements: () => number
  /** JSON: what the load needs to make requests. */
  readonly seed: unknown
  readonly close: () => Promise<void>
}

/** One kind of server. */
export interface ServerKind {
  readonly start: (spec: ServerSpec) => Promise<Running>
}

/** Connections of a server to its database: the same for every kind, or the pool is what is measured. */
export const POOL_SIZE = 20

/** What a server has used since it started. */
export interface Usage {
  /** Processor time, in microseconds. */
  readonly cpu: number
  /** Resident memory, in bytes. */
  readonly rss: number
  readonly statements: number
}

/** What this process has used. */
export const usage = (statements: number): Usage => {
  const { system, user } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage.rss(), statements }
}

/**
 * Hands mailed codes to the load, which plays the user at the mailbox: a line a letter, `address code`. The same for
 * every server, so that none is measured by its mail.
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
