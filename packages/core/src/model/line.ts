import { Schema } from "effect"

/** A name of one line. Some of these end in mail headers. */
export const line = (max: number) =>
  Schema.String.check(
    Schema.isMinCodePoints(1),
    Schema.isMaxCodePoints(max),
    Schema.isPattern(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, {
      fault: "The text has a line break or a control character",
      send: `one line of 1 to ${max} characters`
    })
  )
