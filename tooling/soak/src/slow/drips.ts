import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** How often each says one more byte, in milliseconds. */
const PAUSE = 500
/** They do not all say it at once. */
const PARTS = 10

const HEAD = "POST /2025-10-13/customers HTTP/1.1\r\nHost: slow.test\r\nContent-Type: application/json\r\n"

/** Every other one begins a body and never ends it; the rest do not come to the end of their headers. */
const beginning = (nth: number): string => (nth % 2 === 0 ? `${HEAD}Content-Length: 5000\r\n\r\n{` : `${HEAD}X-Slow: `)

/** Connections that say a byte now and then. Answers what lets them go, and tells how many the server had kept until then. */
export const drips = async (port: number, count: number): Promise<() => number> => {
  const sockets: ReadonlyArray<Socket> = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const socket = connect(port, "127.0.0.1")
      await once(socket, "connect")
      socket.on("error", () => socket.destroy())
      socket.resume()
      socket.write(beginning(nth))
      return socket
    })
  )
  let tick = 0
  const timer = setInterval(() => {
    tick += 1
    for (const [nth, socket] of sockets.entries())
      if (nth % PARTS === tick % PARTS && socket.writable) socket.write(" ")
  }, PAUSE / PARTS)
  return () => {
    const open = sockets.filter((socket) => socket.writable).length
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    return open
  }
}
