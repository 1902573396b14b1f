import type { Answer } from "../node/Heard.ts"
import type { Delivery } from "../node/Message.ts"
import type { Next } from "../node/Next.ts"
import type { Rows } from "../store/Rows.ts"
import { read } from "../store/read.ts"
import type { Switch } from "../switches/Switch.ts"

/** What the store answers to a call that reads. */
export const answerOf = (rows: Rows, delivery: Delivery, next: Next, bug: Switch | undefined): Answer => {
  if (next._tag !== "Load") throw new Error(`model: ${delivery.message.name} was to read, and does not`)
  return {
    _tag: "Found",
    rows: next.refs.map((ref) => {
      const found = read(rows, ref)
      return bug?.read?.({ found, ref, rows, delivery }) ?? found
    })
  }
}
