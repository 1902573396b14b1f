import { connect } from "node:net"

/** The letters of a box: the code that comes next for an address. */
export const lettersFrom = (port: number) => {
  const waiting = new Map<string, (code: string) => void>()
  const come = new Map<string, string>()
  let read = ""
  connect({ port, host: "127.0.0.1" })
    .setEncoding("utf8")
    .on("data", (chunk: string) => {
      const lines = (read + chunk).split("\n")
      read = lines.pop() ?? ""
      for (const line of lines) {
        const [address = "", code = ""] = line.split(" ")
        const take = waiting.get(address)
        waiting.delete(address)
        if (take === undefined) come.set(address, code)
        else take(code)
      }
    })
    .unref()
  return (address: string): Promise<string> =>
    new Promise((resolve) => {
      const code = come.get(address)
      come.delete(address)
      if (code === undefined) waiting.set(address, resolve)
      else resolve(code)
    })
}
