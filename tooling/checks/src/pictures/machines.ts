import { Schema } from "effect"
import { stateDiagram } from "./stateDiagram.ts"

/** Draws what `@countersign/core` exports as `machines`, by file name. */
export const machinePictures = (core: unknown): ReadonlyMap<string, string> =>
  new Map(decode(core).machines.map((machine) => [fileOf(machine.name), stateDiagram(machine)]))

/** `EmailOtp` is drawn in `machine-email-otp.svg`. */
export const fileOf = (machine: string): string => `machine-${kebab(machine)}.svg`

const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, "-").toLowerCase()

const Texts = Schema.Array(Schema.String)
const Edge = Schema.Struct({ from: Schema.String, on: Schema.String, to: Schema.String })
const decode = Schema.decodeUnknownSync(
  Schema.Struct({
    machines: Schema.Array(
      Schema.Struct({ name: Schema.String, begins: Texts, states: Texts, edges: Schema.Array(Edge) })
    )
  })
)
