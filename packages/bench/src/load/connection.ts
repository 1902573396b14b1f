import { connect, type Socket } from "node:net"
import { headersOf, replyOf } from "./reply.ts"
import type { CallOptions, Reply } from "./Target.ts"

/**
 * One keep-alive connection that asks one thing at a time. Node's own client costs as much as a server's answer; the
 * load shares two cores with the servers that it measures.
 */
export const connection = (port: number) => {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
  let read = ""
  let waiting: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | undefined
  // Answers of the flows are ASCII, so a character is a byte.
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    read += chunk
    const reply = replyOf(read)
    if (reply === undefined) return
    read = ""
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.(reply)
  })
  const fail = (error: Error) => waiting?.reject(error)
  socket.on("error", fail).on("close", () => fail(new Error(`the server on port ${port} hung up`)))
  return {
    ask: (method: string, path: string, { body = "", headers = {} }: CallOptions): Promise<Reply> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        const type = body === "" || headers["content-type"] !== undefined ? "" : "content-type: application/json\r\n"
        const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${type}${length}${headersOf(headers)}\r\n${body}`
        )
      }),
    close: () => socket.destroy()
  }
}
