import type { Check, Comparison, Fields, Input } from "./VectorFile.ts"

/** One encoding decision: the operations of wire that take it, and cases for each. */
export interface Group {
  readonly name: string
  readonly about: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly cases: () => ReadonlyArray<Draft> | Promise<ReadonlyArray<Draft>>
}

/** What wire does with an input. `run` throws a `WireError`, or {@link Refused} where wire answers false. */
export interface Operation {
  readonly says: string
  readonly run: (input: Input) => Fields | Promise<Fields>
}

/** A case as its author writes it. A value left out is the one wire gives, and a test holds it to the committed file. */
export type Draft =
  | {
      readonly valid: true
      readonly operation: string
      readonly name: string
      readonly input: Fields
      readonly value?: Fields
    }
  | WrongDraft

interface WrongDraft {
  readonly valid: false
  readonly operation: string
  readonly name: string
  readonly input: Fields
  readonly check: Check
  readonly why: string
  /** Where wire's own cause is only an accident of its order: a reader may as well find another. */
  readonly causeless: boolean
}

/** A case that must succeed, with the value known from elsewhere where one is given. */
export const valid = (operation: string, name: string, input: Fields, value?: Fields): Draft => ({
  valid: true,
  operation,
  name,
  input,
  ...(value === undefined ? {} : { value })
})

/** A case that must be refused by this check, and why in one line. */
export const wrong = (operation: string, name: string, input: Fields, check: Check, why: string): WrongDraft => ({
  valid: false,
  operation,
  name,
  input,
  check,
  why,
  causeless: false
})

/** {@link wrong}, without the cause that wire gives: it is an accident of the order in which wire looks. */
export const wrongAtOnce = (...parts: Parameters<typeof wrong>): Draft => ({ ...wrong(...parts), causeless: true })

/** Thrown by an operation whose function in wire answers false instead of throwing. */
export class Refused extends Error {
  readonly check: Comparison

  constructor(check: Comparison) {
    super(check)
    this.check = check
  }
}

/** `value` when the comparison holds, {@link Refused} when it does not. */
export const holds = (verdict: boolean, check: Comparison, value: Fields): Fields => {
  if (!verdict) throw new Refused(check)
  return value
}
