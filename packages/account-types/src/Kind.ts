import type { Field } from "./Field.ts"

/** The values of an account by field name, once they are known to be texts. */
export type Values = Readonly<Record<string, string>>

/** One way to name an account of a kind. The variant is the first whose identifier was sent, or else the first. */
export interface Variant {
  readonly name: string
  readonly label: string
  readonly fields: ReadonlyArray<Field>
  /** The field whose last three characters choose the outcome in the sandbox. */
  readonly identifier: string
  /** `paymentRails` of an answer. */
  readonly rails: ReadonlyArray<string>
  /** Set where only one type of beneficiary can be paid this way. */
  readonly beneficiaryType?: "INDIVIDUAL" | "BUSINESS"
}

/** What two fields must be to one another. It is asked when the field at `path` is right by itself. */
export interface Rule {
  readonly path: string
  readonly says: string
  readonly holds: (values: Values) => boolean
}

/** Everything known of one `accountType`. */
export interface Kind<T extends string = string> {
  readonly accountType: T
  /** Set on a spelling that is taken and echoed, but stored as another type. */
  readonly aliasOf?: string
  readonly label: string
  readonly currencies: readonly [string, ...ReadonlyArray<string>]
  /** Whose beneficiary rules hold: a row of the beneficiary tables, or the rules of every destination without a row. */
  readonly destination: string
  /** Set on a wallet, which its owner holds: no beneficiary is needed. */
  readonly selfCustody?: boolean
  readonly variants: readonly [Variant, ...ReadonlyArray<Variant>]
  readonly rules?: ReadonlyArray<Rule>
  /** The values as they are stored: one spelling of each field, and what follows from the others filled in. */
  readonly canonical?: (values: Values) => Values
  readonly source: Source
}

/** Where the rules of a kind come from, and the month they were read. */
export interface Source {
  readonly asOf: `${number}-${number}`
  readonly note: string
}

/** Keeps the literal name of a kind in its type. */
export const kind = <const T extends string>(definition: Kind<T>): Kind<T> => definition

/** The one variant of a kind that has no others. */
export const only = (
  identifier: string,
  rails: ReadonlyArray<string>,
  fields: ReadonlyArray<Field>
): readonly [Variant] => [{ name: "DEFAULT", label: "Account", identifier, rails, fields }]

/**
 * What is wrong with one field. `path` is dotted and names fields of ours only; `constraint` completes the sentence "It
 * must be". Neither repeats what was sent.
 */
export interface Issue {
  readonly path: string
  readonly constraint: string
  /** The same for programs, where attributes of a form can say it. */
  readonly limits?: Limits
  /** Set where the shape is right, and a check digit or checksum says that no such account exists. */
  readonly isMistyped?: true
}

/** What a text must be, in the words of JSON Schema. `pattern` is anchored. */
export interface Limits {
  readonly pattern?: string
  readonly enum?: ReadonlyArray<string>
  readonly minLength?: number
  readonly maxLength?: number
}

/** The same issues, one object further out. */
export const under = (parent: string, issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> =>
  issues.map((issue) => ({ ...issue, path: issue.path === "" ? parent : `${parent}.${issue.path}` }))

/** A value of JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** An object of JSON. */
export interface JsonObject {
  readonly [field: string]: Json
}

/** True for an object among the values of JSON. */
export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
