// A node of a service as a host runs it: bare node:http, its own pool, settings from the environment. It runs the build
// output, because a child process cannot run TypeScript sources.
import { createServer } from "node:http"
import { nodeBridge } from "@countersign/http/node"
import { postgres } from "@countersign/postgres"
import { createCountersign } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import pg from "pg"

const { databaseUrl, options, pool: size, timeout } = JSON.parse(process.env.HOST ?? "{}")
const pool = new pg.Pool({ connectionString: databaseUrl, max: size })
pool.on("error", () => {})

/** The commits that a test stops this process at: see `Hold` in nodes.ts. */
const holds = []
process.on("message", ({ hold }) => {
  if (hold === undefined) return
  holds.push(hold)
  process.send({ holds: hold.id })
})
const reach = (hold) => process.send({ reached: hold.id })

/** A commit that runs until the point of its hold, if it has one, and never returns then. */
const held = (changes, commit) => {
  const text = JSON.stringify(changes)
  const hold = holds.find(({ contains }) => contains.every((part) => text.includes(part)))
  if (hold === undefined) return commit
  if (hold.point === "before")
    return Effect.andThen(
      Effect.sync(() => reach(hold)),
      Effect.never
    )
  if (hold.point === "during") reach(hold)
  return Effect.flatMap(commit, () => {
    if (hold.point === "after") reach(hold)
    return Effect.never
  })
}
const store = Layer.effect(
  Store,
  Effect.map(Store, (inner) =>
    Store.of({
      ...inner,
      commit: (changes, guards) => Effect.suspend(() => held(changes, inner.commit(changes, guards)))
    })
  )
).pipe(Layer.provide(postgres({ pool, timeout })))

const countersign = createCountersign({
  ...options,
  mailer: { sendCode: async () => {} },
  logs: "none",
  store
})
const server = createServer({ keepAliveTimeout: 600_000 }, nodeBridge(countersign.handler))
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
process.once("SIGTERM", async () => {
  server.close()
  await countersign.close()
  server.closeAllConnections()
  await pool.end()
  process.exit(0)
})
