import { Schema } from "effect"

/** Sends the input of a report to the product, and returns what it answers in the words of the report. */
export type Feeder = (input: unknown) => unknown

/** A feeder whose inputs have this form. An input of another form throws, also one with an unknown member. */
export const feeding = <A>(input: Schema.Codec<A, unknown>, feed: (input: A) => unknown): Feeder => {
  const decode = Schema.decodeUnknownSync(input, { onExcessProperty: "error" })
  return (given) => feed(decode(given))
}

export const Texts = Schema.Record(Schema.String, Schema.String)
