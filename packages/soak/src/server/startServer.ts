import { child } from "@countersign/bench/run/child"
import { Schema } from "effect"
import { built } from "../built.ts"
import type { ServerSpec } from "./ServerSpec.ts"

/** A server of this library in a process of its own. */
export const startServer = async (spec: ServerSpec) => {
  const process = child(built("server/main.js"), [JSON.stringify(spec)], ["--expose-gc"])
  const { port, seeds } = ready(await process.next())
  return {
    port,
    /** What the load needs to call for each of the platforms. */
    seeds,
    vitals: async () => vitals(await process.ask("vitals")),
    /** Begins to watch the event loop anew. */
    watch: async () => void (await process.ask("watch")),
    delay: async () => delay(await process.ask("delay")),
    stop: process.stop
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>

const ready = Schema.decodeUnknownSync(Schema.Struct({ port: Schema.Int, seeds: Schema.Array(Schema.Unknown) }))
const vitals = Schema.decodeUnknownSync(
  Schema.Struct({
    heap: Schema.Number,
    resources: Schema.Record(Schema.String, Schema.Number),
    listeners: Schema.Int,
    fibers: Schema.Int
  })
)
const delay = Schema.decodeUnknownSync(Schema.Struct({ p50: Schema.Number, p99: Schema.Number, max: Schema.Number }))
