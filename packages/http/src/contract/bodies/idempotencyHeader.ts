import { Schema } from "effect"

/** The header of a call that may be made again. Whatever it holds is judged before the call is. */
export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 printable characters. Called again with it, the endpoint answers as it did, and does nothing."
    })
  )
}
