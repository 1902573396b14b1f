import { child } from "@countersign/bench/run/child"
import { Schema } from "effect"
import { built } from "../built.ts"
import type { Pace, Paced } from "./Pace.ts"

/** A process that makes load, one pace at a time. */
export const startLoad = () => {
  const process = child(built("load/main.js"))
  return {
    pace: async (order: Pace): Promise<Paced> => {
      const said = read(await process.ask(order))
      if ("failed" in said) throw new Error(said.failed)
      return said
    },
    stop: process.stop
  }
}

export type Load = ReturnType<typeof startLoad>

const read = Schema.decodeUnknownSync(
  Schema.Union([
    Schema.Struct({ failed: Schema.String }),
    Schema.Struct({
      times: Schema.Array(Schema.Number),
      rate: Schema.Number,
      answers: Schema.Record(Schema.String, Schema.Number)
    })
  ])
)
