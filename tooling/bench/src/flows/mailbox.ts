import { once } from "node:events"
import { connect } from "node:net"
import { memoised } from "../native/memoised.ts"

/** The letters of a server, read where it posts them. */
export const mailbox = memoised(async (port: number) => {
  const awaited = new Map<string, (code: string) => void>()
  const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1")
  let rest = ""
  socket.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const [address = "", code = ""] = line.split(" ")
      awaited.get(address)?.(code)
      awaited.delete(address)
    }
  })
  // A server that is done closes its box.
  socket.on("error", () => socket.destroy()).unref()
  await once(socket, "connect")
  return {
    /** The code of the next letter to an address. */
    letter: (address: string): Promise<string> => new Promise((resolve) => void awaited.set(address, resolve))
  }
})
