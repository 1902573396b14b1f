import { Schema, SchemaTransformation } from "effect"

/** A yes or no in a query. */
export const flag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text: "true" | "false") => text === "true",
      encode: (is: boolean) => (is ? ("true" as const) : ("false" as const))
    })
  )
)
