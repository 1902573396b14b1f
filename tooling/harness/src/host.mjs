// A node of a service as a host runs it: bare node:http, its own pool, settings from the environment. It runs the build
// output, because a child process cannot run TypeScript sources.
import { createServer } from "node:http"
import { nodeBridge } from "@countersign/http/node"
import { postgres } from "@countersign/postgres"
import { createCountersign } from "countersign"
import pg from "pg"

const { databaseUrl, options, pool: size, timeout } = JSON.parse(process.env.HOST ?? "{}")
const pool = new pg.Pool({ connectionString: databaseUrl, max: size })
pool.on("error", () => {})
const countersign = createCountersign({
  ...options,
  mailer: { sendCode: async () => {} },
  logs: "none",
  store: postgres({ pool, timeout })
})
const server = createServer(nodeBridge(countersign.handler))
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
process.once("SIGTERM", async () => {
  server.close()
  await countersign.close()
  server.closeAllConnections()
  await pool.end()
  process.exit(0)
})
