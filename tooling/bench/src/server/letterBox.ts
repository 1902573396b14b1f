import { createServer, type Socket } from "node:net"
import { portOf } from "./listening.ts"

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
