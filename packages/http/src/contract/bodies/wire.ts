import { Millis } from "@countersign/core"
import { Schema, SchemaTransformation } from "effect"
import { isoText } from "./isoText.ts"

/** ISO 8601 in UTC on the wire, milliseconds since the epoch inside. */
export const Timestamp = Schema.String.annotate({
  description: "ISO 8601, UTC",
  format: "date-time",
  send: "an instant in ISO 8601, such as 2026-01-31T12:00:00Z"
}).pipe(
  Schema.decodeTo(
    Millis,
    SchemaTransformation.transform({
      decode: (text: string) => Date.parse(text),
      encode: (millis: number) => isoText(millis)
    })
  )
)
