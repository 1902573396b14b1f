import { Schema } from "effect"
import { type Ast, type Filter, filtersOf, isJsonPart, valueOf } from "./compiledDecoder.ts"

/**
 * Returns what a caller should send for a schema node, as a noun phrase: its annotation, or a phrase derived from its
 * type and bounds.
 */
export const sendOf = (ast: Ast): string => annotated(ast) ?? derived(ast)

const annotated = (ast: Ast): string | undefined => {
  const messages = [ast.annotations?.send, ...checksOf(ast).map(({ annotations }) => annotations?.send)]
  return (
    messages.findLast((each): each is string => typeof each === "string") ??
    (ast.encoding ?? []).map(({ to }) => annotated(to)).find((each) => each !== undefined)
  )
}

const derived = (ast: Ast): string => {
  const source = ast.encoding?.at(-1)?.to
  if (source !== undefined) return sendOf(source)
  const values = literalsOf(ast)
  if (values !== undefined) return choices(values)
  if (!isJsonPart(ast)) return "a JSON value"
  switch (ast._tag) {
    case "String":
      return `text${sized(within(ast), "characters")}`
    case "Number":
      return `${everyCheck(ast).some(isInteger) ? "a whole number" : "a number"}${ranged(within(ast))}`
    case "Boolean":
      return "true or false"
    case "Arrays": {
      const item = ast.rest[0]
      return `a list${sized(within(ast), "items")}${item === undefined ? "" : `, each ${sendOf(item)}`}`
    }
    case "Objects": {
      const names = ast.propertySignatures.map(({ name }) => String(name))
      return names.length === 0 ? "an object" : `an object of ${names.join(", ")}`
    }
    case "Union":
      return ast.types.map(sendOf).join(", or ")
    case "Null":
      return "null"
    case "Literal":
      return choices([ast.literal])
  }
}

/** The same information for programs, in JSON Schema keywords. */
export const constraintOf = (ast: Ast): FieldError["constraint"] => {
  const values = literalsOf(ast)
  if (values !== undefined) return { enum: values.map(String) }
  if (!jsonTypes(ast).includes("text")) return undefined
  const { maximum, minimum } = within(ast)
  if (maximum === undefined && minimum === undefined) return undefined
  return {
    ...(minimum === undefined ? {} : { minLength: minimum }),
    ...(maximum === undefined ? {} : { maxLength: maximum })
  }
}

/** Returns the fault that a failed check reports: its annotation, or a sentence derived from its length or range. */
export const faultBy = ({ annotations }: Filter, input: unknown): string => {
  const annotated = annotations?.fault
  if (typeof annotated === "string") return annotated
  const { maximum, minimum } = boundsOf(annotations)
  if (typeof input === "number") {
    return maximum === undefined && minimum === undefined
      ? "The number does not have the required form"
      : "The number is out of range"
  }
  const [what, unit] = Array.isArray(input) ? ["list", "items"] : ["text", "characters"]
  if (maximum !== undefined) return `The ${what} is longer than ${maximum} ${unit}`
  if (minimum === undefined) return what === "list" ? "The list has an item twice" : FORM
  return minimum === 1 ? `The ${what} is empty` : `The ${what} is shorter than ${minimum} ${unit}`
}

export const formFault = ({ _tag }: Ast): string =>
  _tag === "Literal" || _tag === "Union" ? "The value is not one of those allowed" : FORM

const FORM = "The text does not have the required form"

const sized = ({ maximum, minimum }: Bounds, unit: string): string => {
  if (maximum !== undefined) return ` of ${minimum === undefined ? "at most" : `${minimum} to`} ${maximum} ${unit}`
  return minimum === undefined ? "" : ` of at least ${minimum} ${unit}`
}

const ranged = ({ maximum, minimum }: Bounds): string => {
  if (minimum === undefined) return maximum === undefined ? "" : ` up to ${maximum}`
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

export const choices = (values: ReadonlyArray<unknown>): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`

/** The values of a literal, or of a union of literals. */
const literalsOf = (ast: Ast): ReadonlyArray<unknown> | undefined => {
  if (ast.encoding !== undefined) return literalsOf(ast.encoding.at(-1)?.to ?? { ...ast, encoding: undefined })
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const values = ast.types.flatMap((type) => (type._tag === "Literal" ? [type.literal] : []))
  return values.length === ast.types.length ? values : undefined
}

type JsonType = "text" | "a number" | "a boolean" | "null" | "a list" | "an object" | "no JSON"

const EVERY_TYPE: ReadonlyArray<JsonType> = ["text", "a number", "a boolean", "null", "a list", "an object", "no JSON"]

/** The JSON types that a valid value may have. */
export const jsonTypes = (ast: Ast): ReadonlyArray<JsonType> => {
  const source = ast.encoding?.at(-1)?.to
  if (source !== undefined) return jsonTypes(source)
  if (!isJsonPart(ast)) return ast._tag === "TemplateLiteral" ? ["text"] : EVERY_TYPE
  switch (ast._tag) {
    case "String":
      return ["text"]
    case "Number":
      return ["a number"]
    case "Boolean":
      return ["a boolean"]
    case "Null":
      return ["null"]
    case "Literal":
      return [typeOf(ast.literal)]
    case "Arrays":
      return ["a list"]
    case "Objects":
      return ["an object"]
    case "Union":
      return ast.types.flatMap(jsonTypes)
  }
}

export const typeOf = (input: unknown): JsonType => {
  if (input === null) return "null"
  if (typeof input === "string") return "text"
  if (typeof input === "number") return "a number"
  if (typeof input === "boolean") return "a boolean"
  if (Array.isArray(input)) return "a list"
  return typeof input === "object" ? "an object" : "no JSON"
}

export const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> => typeOf(input) === "an object"

const isInteger = ({ annotations }: Filter): boolean => annotations?.representation?.id === "effect/schema/isInt"

interface Bounds {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** The bounds that the schema library's checks publish for generators. */
const boundsOf = (annotations: Filter["annotations"]): Bounds => {
  const constraint: unknown = annotations?.arbitraryConstraint
  if (!isRecord(constraint)) return {}
  return {
    minimum: firstNumber(constraint, ["minimum", "exclusiveMinimum", "minLength", "minCodePoints"]),
    maximum: firstNumber(constraint, ["maximum", "exclusiveMaximum", "maxLength", "maxCodePoints"])
  }
}

const firstNumber = (from: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>): number | undefined =>
  names.map((name) => from[name]).find((value): value is number => typeof value === "number")

/** The tightest bounds of a node. */
const within = (ast: Ast): Bounds => {
  const bounds = everyCheck(ast).map(({ annotations }) => boundsOf(annotations))
  const minimums = bounds.flatMap(({ minimum }) => minimum ?? [])
  const maximums = bounds.flatMap(({ maximum }) => maximum ?? [])
  return {
    minimum: minimums.length === 0 ? undefined : Math.max(...minimums),
    maximum: maximums.length === 0 ? undefined : Math.min(...maximums)
  }
}

export const ownFilters = (ast: Ast): ReadonlyArray<Filter> => (ast.encoding === undefined ? checksOf(ast) : [])

const checksOf = ({ checks }: Ast): ReadonlyArray<Filter> => (checks ?? []).flatMap(filtersOf)

/** All checks of a string or number node, on both sides of its transformations. */
const everyCheck = (ast: Ast): ReadonlyArray<Filter> => [
  ...(ast.encoding ?? []).flatMap(({ to }) => everyCheck(to)),
  ...checksOf(ast)
]

type Json = Schema.Json

/** Returns those of the paths, such as `businessInfo.taxId`, at which the value has no field. */
export const missing = (value: Json, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => isAbsent(path.split(".").reduce<Json | undefined>(valueOf, value)))

const isAbsent = (value: Json | undefined): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)

/** The fault of one field of a request. Never contains the value that was sent. */
export const FieldError = Schema.Struct({
  field: Schema.String,
  message: Schema.String,
  constraint: Schema.optionalKey(
    Schema.Struct({
      pattern: Schema.optionalKey(Schema.String),
      enum: Schema.optionalKey(Schema.Array(Schema.String)),
      minLength: Schema.optionalKey(Schema.Int),
      maxLength: Schema.optionalKey(Schema.Int)
    })
  )
})
export type FieldError = typeof FieldError.Type

/** An error response lists at most this many faults and counts the rest (I20). */
export const FAULTS_LISTED = 32

/** A single line of 1 to `max` characters. Such values may end up in mail headers, so line breaks are rejected. */
export const line = (max: number) =>
  Schema.String.check(
    Schema.isMinCodePoints(1),
    Schema.isMaxCodePoints(max),
    Schema.isPattern(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, {
      fault: "The text has a line break or a control character",
      send: `one line of 1 to ${max} characters`
    })
  )
