import { WireError, type WireErrorCode } from "@countersign/wire"
import { type Group, Refused } from "./Group.ts"
import { inputOf } from "./Input.ts"
import type { Check, Fields } from "./VectorFile.ts"

/** What wire makes of an input: a value, or the check that refused it. */
export type Answer =
  | { readonly valid: true; readonly value: Fields }
  | { readonly valid: false; readonly check: Check; readonly cause?: WireErrorCode }

/** Runs one operation of a group. Anything thrown that is no refusal is a fault of the case, and is thrown on. */
export const answer = async (group: Group, operation: string, input: Fields): Promise<Answer> => {
  const found = group.operations[operation]
  if (found === undefined) throw new TypeError(`${group.name} has no operation ${operation}`)
  try {
    return { valid: true, value: await found.run(inputOf(input)) }
  } catch (error) {
    if (error instanceof Refused) return { valid: false, check: error.check }
    if (!(error instanceof WireError)) throw error
    const cause = innermost(error)
    return { valid: false, check: error.code, ...(cause === error.code ? {} : { cause }) }
  }
}

const innermost = (error: WireError): WireErrorCode =>
  error.cause instanceof WireError ? innermost(error.cause) : error.code
