import { once } from "node:events"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { hostConversation, type Mount } from "@countersign/testkit"
import express5 from "express"
import { describe, it } from "vitest"
import { countersignExpress } from "../src/index.ts"

// Its types are those of 5, as far as this test calls it.
const express4: typeof express5 = createRequire(import.meta.url)("express4")

const listenOn = (express: typeof express5) => async (mount: Mount) => {
  const app = express().set("trust proxy", mount.isProxied)
  const parsers = new Map([
    ["json", express.json()],
    ["raw", express.raw({ type: () => true })],
    ["text", express.text({ type: () => true })],
    ["form", express.urlencoded({ extended: false })]
  ])
  const parser = parsers.get(mount.parser)
  if (parser !== undefined) app.use(parser)
  // The stories make the handler fail on purpose: nobody needs to be told.
  app.use(mount.prefix, countersignExpress(mount, { onDefect: () => "told" }))
  const server = createServer(app)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

for (const [name, express] of [
  ["Express 5", express5],
  ["Express 4", express4]
] as const) {
  hostConversation({ name, listen: listenOn(express), parsers: ["json", "raw", "text", "form"], describe, it })
}
