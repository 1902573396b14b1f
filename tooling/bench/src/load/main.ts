import type { IncomingHttpHeaders } from "node:http"
import { connect, type Socket } from "node:net"
import type { User } from "../flows/Flow.ts"
import { flowOf } from "../flows/index.ts"
import { type Slice, slice } from "./slice.ts"
import type { CallOptions, Order, Reply, SliceOrder, Target } from "./Target.ts"

/** Headers as they are sent. */
const headersOf = (headers: Readonly<Record<string, string>>): string => {
  let text = ""
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return text
}

/** The reply that a text holds, once all of it is there. */
export const replyOf = (text: string): Reply | undefined => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const body = bodyOf(head, text.slice(end + 4))
  return body === undefined ? undefined : new Read(Number(text.slice(9, 12)), head, body)
}

/** Most flows look at no header of an answer: they are read when they are asked for. */
class Read implements Reply {
  readonly status: number
  readonly body: string
  readonly #head: string
  constructor(status: number, head: string, body: string) {
    this.status = status
    this.body = body
    this.#head = head
  }
  get headers(): IncomingHttpHeaders {
    const headers: IncomingHttpHeaders = {}
    for (const line of this.#head.split("\r\n").slice(1)) {
      const colon = line.indexOf(":")
      const name = line.slice(0, colon).toLowerCase()
      const value = line.slice(colon + 1).trim()
      if (name === "set-cookie") headers["set-cookie"] = [...(headers["set-cookie"] ?? []), value]
      else headers[name] = value
    }
    return headers
  }
}

/** RFC 9112 section 6: by its length, in chunks, or none. */
const bodyOf = (head: string, rest: string): string | undefined => {
  const length = /\r\ncontent-length: *(\d+)/iu.exec(head)?.[1]
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest.slice(0, Number(length))
  return /\r\ntransfer-encoding: *chunked/iu.test(head) ? chunked(rest) : ""
}

const chunked = (rest: string): string | undefined => {
  if (!rest.endsWith("0\r\n\r\n")) return undefined
  let body = ""
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at)
    if (line < 0) return undefined
    const size = Number.parseInt(rest.slice(at, line), 16)
    if (size === 0) return body
    body += rest.slice(line + 2, line + 2 + size)
    at = line + 4 + size
  }
}

/**
 * One keep-alive connection that makes one call at a time. Node's own client costs as much as a server's answer; the
 * load shares two cores with the servers that it measures. A server that closes the connection between two calls, as it
 * does after a body that it did not read, gets a new one with the next call.
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
    // Answers of the flows are ASCII, so a character is a byte.
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
    made.on("error", fail).on("close", () => fail(new Error(`the server on port ${port} hung up`)))
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

/** A server with as many connections as there are calls at once. */
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

// Started by fork: does what it is ordered to, one order at a time, and answers each.
const targets = new Map<string, ReturnType<typeof targetOf>>()
const opened = new Map<string, Promise<ReadonlyArray<User>>>()

const obey = async (order: Order): Promise<object> => {
  switch (order.order) {
    case "meet":
      targets.set(order.server, targetOf(order.port, order.seed))
      return {}
    case "leave":
      targets.get(order.server)?.close()
      for (const key of opened.keys()) if (key.startsWith(`${order.server} `)) opened.delete(key)
      return {}
    case "slice":
      return sliceOf(order)
  }
}

const sliceOf = async ({ flow, measured, server, users, warm }: SliceOrder): Promise<Slice> => {
  const key = `${server} ${flow} ${users}`
  const all = await usersOf(server, flow, users)
  // A half more than the last slice took.
  const runs = Math.ceil(((lastRuns.get(key) ?? FIRST_RUNS) * 1.5) / users)
  await Promise.all(all.map(({ ahead }) => ahead?.(runs)))
  const made = await slice(all, warm, measured)
  lastRuns.set(key, made.runs)
  return made
}

const lastRuns = new Map<string, number>()
const FIRST_RUNS = 100

/** The users of a flow on a server, prepared the first time they are asked for. */
const usersOf = (server: string, name: string, users: number): Promise<ReadonlyArray<User>> => {
  const key = `${server} ${name} ${users}`
  const known = opened.get(key) ?? prepared(server, name, users)
  opened.set(key, known)
  return known
}

const prepared = async (server: string, name: string, users: number): Promise<ReadonlyArray<User>> => {
  const { open } = flowOf(name)
  const target = targets.get(server)
  if (target === undefined) throw new Error(`the load has not met ${server}`)
  return Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
}

process.on("message", (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ done }),
    (error: Error) => process.send?.({ failed: error.message })
  )
})
process.on("disconnect", () => process.exit())
