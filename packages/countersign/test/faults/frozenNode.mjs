// A node that does due work once, and waits at a point of it until its parent tells it to go on: with the claim in its
// hands, before it has read what a mail says, or while the mail server has the mail. It runs the build output.
import { postgres } from "@countersign/postgres"
import { createCountersign } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import pg from "pg"

const { databaseUrl, options, point } = JSON.parse(process.env.HOST ?? "{}")
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
pool.on("error", () => {})
const told = new Promise((resolve) => process.once("message", resolve))
const reach = async () => {
  process.send({ reached: point })
  await told
}

const readsSettings = (refs) => refs.length === 1 && refs[0].collection.name === "platform_settings"
const store = Layer.effect(
  Store,
  Effect.map(Store, (inner) =>
    Store.of({
      ...inner,
      load: (refs) =>
        point === "claimed" && readsSettings(refs)
          ? Effect.flatMap(inner.load(refs), (rows) => Effect.as(Effect.promise(reach), rows))
          : inner.load(refs)
    })
  )
).pipe(Layer.provide(postgres({ pool })))

const sendCode = async ({ to }) => {
  process.send({ mailed: to })
  if (point === "mailing") await reach()
}
const countersign = createCountersign({ ...options, store, logs: "none", workers: "none", mailer: { sendCode } })
const report = await countersign.runDueWork().catch(({ message }) => ({ message }))
await countersign.close()
await pool.end()
process.send({ report }, () => process.disconnect())
