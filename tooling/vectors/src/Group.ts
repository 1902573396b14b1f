import type { Check, Comparison, Fields } from "@countersign/vectors"
import { encodeUtf8, sha256Hex } from "@countersign/wire"
import type { Input } from "./Input.ts"

/** The operations of wire for one encoding rule, and the cases for each. */
export interface Group {
  readonly name: string
  readonly about: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly cases: () => Cases | Promise<Cases>
}

type Cases = Readonly<Record<string, ReadonlyArray<Draft>>>

/**
 * Runs a function of wire on an input. `run` throws a `WireError`, or {@link Refused} when the function returns false.
 */
export interface Operation {
  readonly says: string
  readonly run: (input: Input) => Fields | Promise<Fields>
}

/** A case as its author writes it. */
export type Draft = ReturnType<typeof valid> | ReturnType<typeof wrong>

/**
 * A case that must succeed, with its value if an independent source has one. An omitted value is computed by wire, and a
 * test compares it with the committed file.
 */
export const valid = (name: string, input: Fields, value?: Fields) => ({ valid: true as const, name, input, value })

/** A case that must be refused by this check, with the reason in one line. */
export const wrong = (name: string, input: Fields, check: Check, why: string) => {
  return { valid: false as const, name, input, check, why, causeless: false }
}

/** {@link wrong} without a cause: it depends on the order of wire's checks, so that a reader may find another one. */
export const wrongAtOnce = (...parts: Parameters<typeof wrong>): Draft => ({ ...wrong(...parts), causeless: true })

/** The fields of a text that is signed: its length in UTF-8 and its SHA-256 beside it. */
export const signedText = (text: string): Fields => ({
  text,
  bytes: encodeUtf8(text).length,
  digest: sha256Hex(text)
})

/** Thrown by an operation whose function in wire returns false instead of throwing. */
export class Refused extends Error {
  readonly check: Comparison

  constructor(check: Comparison) {
    super(check)
    this.check = check
  }
}

/** Returns `value` when the comparison succeeds. Throws {@link Refused} otherwise. */
export const checked = (verdict: boolean, check: Comparison, value: Fields): Fields => {
  if (!verdict) throw new Refused(check)
  return value
}
