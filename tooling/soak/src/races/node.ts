import { openStore } from "@countersign/bench/ours/start"
import { createCountersign } from "countersign"
import { Store } from "countersign/effect"
import { Layer } from "effect"
import { type Heat, nodeOf, options, type Race } from "./nodeOf.ts"

/** A message to a node in another process. */
export type Question = { readonly prepare: ReadonlyArray<Race> } | { readonly race: ReadonlyArray<Heat> }

// Started by fork with the URL of a database. Reports that it is ready, then answers one message at a time.
const opened = await openStore(process.argv[2])
const node = nodeOf(createCountersign({ ...options, store: Layer.succeed(Store, opened.store) }))

process.on("message", async (question: Question) => {
  process.send?.("prepare" in question ? await node.prepare(question.prepare) : await node.race(question.race))
})
process.on(
  "disconnect",
  () =>
    void node
      .stop()
      .then(opened.close)
      .finally(() => process.exit())
)
process.send?.("ready")
