import type { Schema } from "effect"

/** What a schema is made of, and parts of that. */
export type Ast = Schema.Top["ast"]
export type Part<Tag extends Ast["_tag"]> = Extract<Ast, { readonly _tag: Tag }>
export type Checks = NonNullable<Ast["checks"]>
type Check = Checks[number]
export type Filter = Extract<Check, { readonly _tag: "Filter" }>

/** The parts that describe JSON by its own types. Every other kind of part is opaque to a reader of schemas. */
export type JsonPart = Part<"String" | "Number" | "Boolean" | "Null" | "Literal" | "Union" | "Arrays" | "Objects">

export const isJsonPart = (ast: Ast): ast is JsonPart => JSON_PARTS.has(ast._tag)

const JSON_PARTS: ReadonlySet<Ast["_tag"]> = new Set<JsonPart["_tag"]>([
  "String",
  "Number",
  "Boolean",
  "Null",
  "Literal",
  "Union",
  "Arrays",
  "Objects"
])

/** The filters of a check, one after the other. */
export const filtersOf = (check: Check): ReadonlyArray<Filter> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

/** Whether a check is about a length, so that it looks at no element of a list. */
export const isLengthCheck = ({ annotations }: Filter): boolean => {
  const constraint = annotations?.arbitraryConstraint
  return typeof constraint === "object" && ("minLength" in constraint || "maxLength" in constraint)
}
