import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach } from "vitest"

const closers: Array<() => void> = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves an app until its test is over; answers where. */
export const serve = async (app: RequestListener) => {
  const server = createServer(app)
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
