import { Secrets } from "@countersign/core"
import { Effect } from "effect"
import { type Delivery, numberIn } from "./Message.ts"

/** Chance without chance: the ids that a delivery makes end in its number. */
export const secretsOf = (delivery: Delivery): Secrets["Service"] =>
  Secrets.of({
    bytes: (count) =>
      Effect.sync(() => {
        const bytes = new Uint8Array(count)
        const number = numberIn(delivery)
        bytes.set(number, count - number.length)
        return bytes
      }),
    code: () => Effect.die(new Error("model: no modelled workflow makes codes"))
  })
