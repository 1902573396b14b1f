import { createCountersign } from "countersign"
import { Store } from "countersign/effect"
import { Layer } from "effect"
import { openStore } from "../openStore.ts"
import { type Heat, nodeOf, options, type Race } from "./nodeOf.ts"

/** What a node in a process of its own is asked. */
export type Question = { readonly prepare: ReadonlyArray<Race> } | { readonly race: ReadonlyArray<Heat> }

// Started by fork with the address of a database: says that it is there, and answers one question after another.
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
