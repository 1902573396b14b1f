import type { Check, Comparison, Fields } from "@countersign/vectors"
import type { Input } from "./Input.ts"

/** The operations of wire for one encoding rule, and the cases for each. */
export interface Group {
  readonly name: string
  readonly about: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly cases: () => Cases | Promise<Cases>
}

/** The cases of each operation, by its name. */
type Cases = Readonly<Record<string, ReadonlyArray<Draft>>>

/**
 * Runs a function of wire on an input. `run` throws a `WireError`, or {@link Refused} when the function returns false.
 */
export interface Operation {
  readonly says: string
  readonly run: (input: Input) => Fields | Promise<Fields>
}

/**
 * A case as its author writes it. An omitted value is computed by wire, and a test compares it with the committed file.
 */
export type Draft =
  | {
      readonly valid: true
      readonly name: string
      readonly input: Fields
      readonly value?: Fields
    }
  | WrongDraft

interface WrongDraft {
  readonly valid: false
  readonly name: string
  readonly input: Fields
  readonly check: Check
  readonly why: string
  /** Set when the cause depends on the order of wire's checks, so that a reader may find another one. */
  readonly causeless: boolean
}

/** A case that must succeed, with its value if an independent source has one. */
export const valid = (name: string, input: Fields, value?: Fields): Draft => ({
  valid: true,
  name,
  input,
  ...(value === undefined ? {} : { value })
})

/** A case that must be refused by this check, with the reason in one line. */
export const wrong = (name: string, input: Fields, check: Check, why: string): WrongDraft => ({
  valid: false,
  name,
  input,
  check,
  why,
  causeless: false
})

/** {@link wrong} without a cause, because the cause depends on the order of wire's checks. */
export const wrongAtOnce = (...parts: Parameters<typeof wrong>): Draft => ({ ...wrong(...parts), causeless: true })

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
