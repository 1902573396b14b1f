import { createRequire } from "node:module"
import { countersignKoa } from "@countersign/koa"
import type { Mount } from "@countersign/testkit"
import { bodyParser } from "@koa/bodyparser"
import Koa3 from "koa"
import oldBodyParser from "koa-bodyparser"
import mounted from "koa-mount"
import { type Host, listening, quiet } from "./Host.ts"

// The types are those of Koa 3, as far as this file uses them.
const Koa2: typeof Koa3 = createRequire(import.meta.url)("koa2")

const listen = (Koa: typeof Koa3) => (mount: Mount) => {
  const app = new Koa({ proxy: mount.isProxied })
  // Koa logs every client disconnect, and the tests have many.
  app.silent = true
  const parsers = new Map([
    ["@koa/bodyparser", bodyParser({ enableTypes: ["json", "form", "text"] })],
    ["koa-bodyparser", oldBodyParser()]
  ])
  const parser = parsers.get(mount.parser)
  if (parser !== undefined) app.use(parser)
  app.use(mounted(mount.prefix, countersignKoa(mount, quiet)))
  return listening(app.callback())
}

const shared = {
  mounting: "`countersignKoa`, prefix by `koa-mount`",
  parsers: ["@koa/bodyparser", "koa-bodyparser"],
  proxySetting: "proxy"
}

export const koa: ReadonlyArray<Host> = [
  { name: "Koa 2", listen: listen(Koa2), ...shared },
  { name: "Koa 3", listen: listen(Koa3), ...shared }
]
