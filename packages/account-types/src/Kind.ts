import type { Field } from "./Field.ts"

/** The values of an account by field name, after a check that they are texts. */
export type Values = Readonly<Record<string, string>>

/** One way to identify an account of a kind. The variant is the first whose identifier was sent, or else the first. */
export interface Variant {
  readonly name: string
  readonly label: string
  readonly fields: ReadonlyArray<Field>
  /** The field whose last three characters choose the outcome in the sandbox. */
  readonly identifier: string
  /** `paymentRails` of a response. */
  readonly rails: ReadonlyArray<string>
  /** Set when this variant can pay only one type of beneficiary. */
  readonly beneficiaryType?: "INDIVIDUAL" | "BUSINESS"
}

/** A rule about two fields. It is checked when the field at `path` is valid by itself. */
export interface Rule {
  readonly path: string
  readonly says: string
  readonly holds: (values: Values) => boolean
}

/** The definition of one `accountType`. */
export interface Kind<T extends string = string> {
  readonly accountType: T
  /** Set on an alias, which is accepted and echoed but stored as another type. */
  readonly aliasOf?: string
  readonly label: string
  readonly currencies: readonly [string, ...ReadonlyArray<string>]
  /** Selects the beneficiary rules: a row of the beneficiary tables, or the rules for destinations without a row. */
  readonly destination: string
  /** Set on a self-custodial wallet: no beneficiary is required. */
  readonly selfCustody?: boolean
  readonly variants: readonly [Variant, ...ReadonlyArray<Variant>]
  readonly rules?: ReadonlyArray<Rule>
  /** Returns the stored values: the canonical form of each field, with derived values filled in. */
  readonly canonical?: (values: Values) => Values
  readonly source: Source
}

/** The source of the rules of a kind, and the month when it was read. */
export interface Source {
  readonly asOf: `${number}-${number}`
  readonly note: string
}

/**
 * Defines a kind, and preserves its literal name in its type. Its beneficiary rules are those of its first currency,
 * unless the definition names another destination.
 */
export const kind = <const T extends string>(
  definition: Omit<Kind<T>, "destination"> & Partial<Pick<Kind<T>, "destination">>
): Kind<T> => ({ destination: definition.currencies[0], ...definition })

/** The account type of one currency, which is named by it. */
export const local = <const C extends string>(
  currency: C,
  label: string,
  variants: Kind["variants"],
  source: Source,
  more: Pick<Kind, "canonical" | "rules"> = {}
): Kind<`${C}_ACCOUNT`> =>
  kind({ accountType: `${currency}_ACCOUNT`, label, currencies: [currency], variants, source, ...more })

export const variant = (
  name: string,
  label: string,
  identifier: string,
  rails: ReadonlyArray<string>,
  ...fields: ReadonlyArray<Field>
): Variant => ({ name, label, identifier, rails, fields })

/** The single variant of a kind without alternatives. */
export const only = (
  identifier: string,
  rails: ReadonlyArray<string>,
  ...fields: ReadonlyArray<Field>
): readonly [Variant] => [variant("DEFAULT", "Account", identifier, rails, ...fields)]

/**
 * A fault of one field. `path` is dotted and contains only known field names; `constraint` completes the
 * sentence "It must be". Neither repeats the sent value.
 */
export interface Issue {
  readonly path: string
  readonly constraint: string
  /** The same in machine-readable form, if the attributes of a form can express it. */
  readonly limits?: Limits
  /** Set when the format is valid but a check digit or checksum shows that no such account exists. */
  readonly isMistyped?: true
}

/** Constraints in the terms of JSON Schema. `pattern` is anchored. */
export interface Limits {
  readonly pattern?: string
  readonly enum?: ReadonlyArray<string>
  readonly minLength?: number
  readonly maxLength?: number
}

/** Prefixes the paths of issues with the name of the enclosing object. */
export const under = (parent: string, issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> =>
  issues.map((issue) => ({ ...issue, path: issue.path === "" ? parent : `${parent}.${issue.path}` }))

export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [field: string]: Json
}

export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
