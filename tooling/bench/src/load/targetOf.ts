import { connect, type Socket } from "node:net"
import { headersOf, replyOf } from "./reply.ts"
import type { CallOptions, Reply, Target } from "./Target.ts"

/** A server, with one connection per concurrent call. */
export const targetOf = (port: number, seed: unknown): Target & { readonly close: () => void } => {
  const idle: Array<ReturnType<typeof connection>> = []
  const all: Array<ReturnType<typeof connection>> = []
  const fresh = () => {
    const made = connection(port)
    all.push(made)
    return made
  }
  return {
    port,
    seed,
    call: async (method, path, options = {}) => {
      const taken = idle.pop() ?? fresh()
      const reply = await taken.ask(method, path, options)
      idle.push(taken)
      return reply
    },
    close: () => {
      for (const each of all) each.close()
    }
  }
}

/**
 * One keep-alive connection that makes one call at a time. Node's HTTP client costs as much CPU as a server's response,
 * and the load shares two cores with the servers that it measures. When the server closes the connection between two
 * calls, as it does after an unread body, the next call opens a new one.
 */
const connection = (port: number) => {
  let socket: Socket | undefined
  let read = ""
  let waiting: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | undefined
  const opened = (): Socket => {
    const made = connect({ port, host: "127.0.0.1", noDelay: true })
    const isCurrent = () => socket === made
    const fail = (error: Error) => {
      if (!isCurrent()) return
      socket = undefined
      waiting?.reject(error)
      waiting = undefined
    }
    // The responses of the flows are ASCII, so a character is a byte.
    made.setEncoding("latin1").on("data", (chunk: string) => {
      if (!isCurrent()) return
      read += chunk
      const reply = replyOf(read)
      if (reply === undefined) return
      const isLast = CLOSES.test(read.slice(0, read.indexOf("\r\n\r\n") + 4))
      read = ""
      const { resolve } = waiting ?? {}
      waiting = undefined
      if (isLast) {
        socket = undefined
        made.destroy()
      }
      resolve?.(reply)
    })
    made.on("error", fail).on("close", () => fail(new Error(`the server on port ${port} closed the connection`)))
    return made
  }
  return {
    ask: (method: string, path: string, { body = "", headers = {} }: CallOptions): Promise<Reply> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket ??= opened()
        const type = body === "" || headers["content-type"] !== undefined ? "" : "content-type: application/json\r\n"
        const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${type}${length}${headersOf(headers)}\r\n${body}`
        )
      }),
    close: () => {
      const last = socket
      socket = undefined
      last?.destroy()
    }
  }
}

const CLOSES = /\r\nconnection: *close\r\n/iu
