import { createRequire } from "node:module"
import { countersignExpress } from "@countersign/express"
import type { Mount } from "@countersign/testkit"
import express5 from "express"
import { type Host, listening, quiet } from "./Host.ts"

// The types are those of Express 5, as far as this file uses them.
const express4: typeof express5 = createRequire(import.meta.url)("express4")

const listen = (express: typeof express5) => (mount: Mount) => {
  const app = express().set("trust proxy", mount.isProxied)
  const parsers = new Map([
    ["json", express.json()],
    ["raw", express.raw({ type: () => true })],
    ["text", express.text({ type: () => true })],
    ["form", express.urlencoded({ extended: false })]
  ])
  const parser = parsers.get(mount.parser)
  if (parser !== undefined) app.use(parser)
  app.use(mount.prefix, countersignExpress(mount, quiet))
  return listening(app)
}

const shared = {
  mounting: "`countersignExpress`, prefix by `app.use`",
  parsers: ["json", "raw", "text", "form"],
  proxySetting: "trust proxy"
}

export const express: ReadonlyArray<Host> = [
  { name: "Express 4", listen: listen(express4), ...shared },
  { name: "Express 5", listen: listen(express5), ...shared }
]
