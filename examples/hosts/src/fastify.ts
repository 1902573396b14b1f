import { countersignFastify } from "@countersign/fastify"
import type { Mount } from "@countersign/testkit"
import formbody from "@fastify/formbody"
import makeFastify, { type FastifyInstance } from "fastify"
import { type Host, quiet } from "./Host.ts"

/** "json" is Fastify's own parser, which runs in every test. */
const parsers = new Map<string, (app: FastifyInstance) => unknown>([
  ["json", () => undefined],
  ["form", (app) => app.register(formbody)],
  ["raw", (app) => parsing(app, "buffer")],
  ["text", (app) => parsing(app, "string")]
])

const parsing = (app: FastifyInstance, parseAs: "buffer" | "string") => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", { parseAs }, (_request, body, done) => done(null, body))
}

const listen = async (mount: Mount) => {
  const app = makeFastify({ trustProxy: mount.isProxied, forceCloseConnections: true })
  await parsers.get(mount.parser)?.(app)
  app.register(countersignFastify(mount, quiet), { prefix: mount.prefix })
  return { origin: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() }
}

export const fastify: ReadonlyArray<Host> = [
  {
    name: "Fastify 5",
    mounting: "`countersignFastify`, prefix by `register`",
    listen,
    parsers: ["json", "form", "raw", "text"],
    proxySetting: "trustProxy"
  }
]
