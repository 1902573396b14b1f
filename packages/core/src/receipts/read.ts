import { parseStrictJson, WireError } from "@countersign/wire"
import { Option, Schema } from "effect"
import { Receipt, ReceiptHead } from "./Receipt.ts"

/** A receipt as an export spells it, one line of JSON; none where it is another thing. What is not hashed has no place in it. */
export const readReceipt = (line: string): Option.Option<Receipt> => Option.flatMap(jsonOf(line), receiptOf)

/** The head of a chain, one line of JSON; none where it is another thing. */
export const readReceiptHead = (line: string): Option.Option<ReceiptHead> => Option.flatMap(jsonOf(line), headOf)

const strict = { onExcessProperty: "error" } as const
const receiptOf = Schema.decodeUnknownOption(Receipt, strict)
const headOf = Schema.decodeUnknownOption(ReceiptHead, strict)

const jsonOf = (line: string): Option.Option<unknown> => {
  try {
    return Option.some(parseStrictJson(line, { maxLength: 1_048_576 }))
  } catch (error) {
    if (error instanceof WireError) return Option.none()
    throw error
  }
}
