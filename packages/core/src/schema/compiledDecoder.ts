import { Result, Schema } from "effect"

/** The syntax tree of a schema, and its node types. */
export type Ast = Schema.Top["ast"]
export type Part<Tag extends Ast["_tag"]> = Extract<Ast, { readonly _tag: Tag }>
type Checks = NonNullable<Ast["checks"]>
type Check = Checks[number]
export type Filter = Extract<Check, { readonly _tag: "Filter" }>

/** The nodes that describe JSON by its own types. Every other node is opaque to functions that walk a schema. */
type JsonPart = Part<"String" | "Number" | "Boolean" | "Null" | "Literal" | "Union" | "Arrays" | "Objects">

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

export const filtersOf = (check: Check): ReadonlyArray<Filter> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

/** Returns whether a check constrains a length only, so that it reads no element of a list. */
export const isLengthCheck = ({ annotations }: Filter): boolean => {
  const constraint = annotations?.arbitraryConstraint
  return typeof constraint === "object" && ("minLength" in constraint || "maxLength" in constraint)
}

/** Returned by a compiled decoder for a value that it rejects. The schema itself explains the reason. */
export const REFUSED: unique symbol = Symbol("refused")

type Link = NonNullable<Ast["encoding"]>[number]

/** Returns the value as its schema decodes it, or `REFUSED`. */
type Plain = (input: unknown) => unknown

export interface CompileOptions {
  /** Whether an undeclared key is rejected. Otherwise it is dropped. */
  readonly isStrict: boolean
  /** Returns an object or list whose content does not change as it is, in place of a copy. For records, which are never mutated. */
  readonly isShared?: boolean
}

/**
 * Compiles a schema into a decoder that runs without the schema interpreter. It supports objects, lists, unions,
 * strings, numbers and literals, with their checks and their pure transformations. Declarations are decoded by their
 * own parsers. Returns `undefined` for a schema with any other node. Pass `Schema.flip(schema)` to get an encoder.
 */
export const compiled = <A>(
  schema: Schema.Codec<A, unknown>,
  options: CompileOptions
): ((input: unknown) => A | typeof REFUSED) | undefined => {
  const read = readerOf(schema.ast, options)
  const isRead = (value: unknown): value is A => value !== REFUSED
  if (read === undefined) return undefined
  return (input) => {
    try {
      const value = read(input)
      return isRead(value) ? value : REFUSED
    } catch {
      // A check that throws is a rejection. The interpreter reports the cause.
      return REFUSED
    }
  }
}

/** The compiled decoder of a schema, or the schema's own, up to its first error, where it cannot be compiled. */
export const decoderOf = <A>(
  schema: Schema.Codec<A, unknown>,
  options: CompileOptions
): ((input: unknown) => A | typeof REFUSED) => {
  const decode = interpreted(schema, options)
  return compiled(schema, options) ?? ((input) => Result.getOrElse(decode(input), () => REFUSED))
}

const interpreted = <A>(schema: Schema.Codec<A, unknown>, { isStrict }: CompileOptions) =>
  Schema.decodeUnknownResult(schema, isStrict ? { onExcessProperty: "error" } : {})

/**
 * Returns a decoder that accepts valid values without the interpreter. For an invalid value it runs the interpreter and
 * throws its error.
 */
export const compiledDecoder = <A>(
  schema: Schema.Codec<A, unknown>,
  options: CompileOptions = { isStrict: false }
): ((input: unknown) => A) => {
  const plain = compiled(schema, options)
  const read = interpreted(schema, options)
  return (input) => {
    const value = plain === undefined ? REFUSED : plain(input)
    return value === REFUSED ? Result.getOrThrow(read(input)) : value
  }
}

const readerOf = (ast: Ast, options: CompileOptions): Plain | undefined => {
  if (ast._tag === "Declaration" && ast.encoding === undefined) return declared(ast, options)
  const shape = "encodingChecks" in ast && ast.encodingChecks !== undefined ? undefined : shapeOf(ast, options)
  if (shape === undefined) return undefined
  const checked = ast.checks === undefined ? shape : afterwards(shape, checkOf(ast, ast.checks))
  // The list has the outermost transformation last; decoding undoes it first.
  return (ast.encoding ?? []).reduceRight<Plain | undefined>(
    (source, link, position) => {
      const from = readerOf(link.to, options)
      const change = changeOf(link)
      if (from === undefined || change === undefined) return undefined
      const read = afterwards(source === undefined ? from : afterwards(source, from), change)
      return position === 0 ? afterwards(read, checked) : read
    },
    ast.encoding === undefined ? checked : undefined
  )
}

/** A declaration, such as any JSON, is decoded by its own parser. */
const declared = (ast: Part<"Declaration">, options: CompileOptions): Plain => {
  const read = interpreted(Schema.make<Schema.Codec<unknown, unknown>>(ast), options)
  const isAnyJson = ast.checks === undefined && ast.annotations?.representation === JSON_REPRESENTATION
  return (input) =>
    isAnyJson && isSmallJson(input, { left: 1000 }) ? input : Result.getOrElse(read(input), () => REFUSED)
}

const JSON_REPRESENTATION = Schema.Json.ast.annotations?.representation

/** Whether a value is plain JSON of at most `left` objects and lists. The interpreter also reads circular references. */
export const isSmallJson = (value: unknown, budget: { left: number }): boolean => {
  if (typeof value !== "object" || value === null) {
    return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
  }
  budget.left -= 1
  if (budget.left < 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isSmallJson(value[at], budget)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const inner of Object.values(value)) if (!isSmallJson(inner, budget)) return false
  return true
}

const afterwards =
  (first: Plain, second: Plain): Plain =>
  (input) => {
    const value = first(input)
    return value === REFUSED ? REFUSED : second(value)
  }

const checkOf = (ast: Ast, checks: Checks): Plain => {
  const filters = checks.flatMap(filtersOf)
  return (input) => {
    for (const { run } of filters) if (run(input, ast, DEFAULTS) !== undefined) return REFUSED
    return input
  }
}

const DEFAULTS: Parameters<Filter["run"]>[2] = {}

const changeOf = ({ transformation }: Link): Plain | undefined => {
  if (transformation._tag === "Middleware") return undefined
  const { decode } = transformation
  if (decode._tag === "Passthrough") return (input) => input
  return decode._tag === "Transform" ? (input) => decode.transform(input) : undefined
}

const shapeOf = (ast: Ast, options: CompileOptions): Plain | undefined => {
  if (!isJsonPart(ast)) return undefined
  switch (ast._tag) {
    case "String":
      return (input) => (typeof input === "string" ? input : REFUSED)
    case "Number":
      return (input) => (typeof input === "number" ? input : REFUSED)
    case "Boolean":
      return (input) => (typeof input === "boolean" ? input : REFUSED)
    case "Null":
      return (input) => (input === null ? input : REFUSED)
    case "Literal":
      return (input) => (input === ast.literal ? input : REFUSED)
    case "Union":
      return choiceOf(ast, options)
    case "Arrays":
      return listOf(ast, options)
    case "Objects":
      return objectOf(ast, options)
  }
}

/** The first member that accepts the value. */
const choiceOf = ({ options: { mode = "anyOf" } = {}, types }: Part<"Union">, options: CompileOptions) => {
  const choices = types.flatMap((type) => readerOf(type, options) ?? [])
  if (mode !== "anyOf" || choices.length < types.length) return undefined
  return (input: unknown) => {
    for (const read of choices) {
      const value = read(input)
      if (value !== REFUSED) return value
    }
    return REFUSED
  }
}

const listOf = (ast: Part<"Arrays">, options: CompileOptions): Plain | undefined => {
  const { checks = [], elements, rest } = ast
  const [item, ...more] = rest
  const { isShared = false } = options
  const lengths = checks.flatMap(filtersOf).filter(isLengthCheck)
  const read = item === undefined || elements.length + more.length > 0 ? undefined : readerOf(item, options)
  if (read === undefined) return undefined
  return (input) => {
    if (!Array.isArray(input)) return REFUSED
    // The length is checked before any element is read (I20).
    for (const { run } of lengths) if (run(input, ast, DEFAULTS) !== undefined) return REFUSED
    let values: Array<unknown> | undefined = isShared ? undefined : []
    for (let at = 0; at < input.length; at += 1) {
      const value = read(input[at])
      if (value === REFUSED) return REFUSED
      if (value !== input[at]) values ??= input.slice(0, at)
      values?.push(value)
    }
    return values ?? input
  }
}

interface Field {
  readonly name: string
  readonly read: Plain
  readonly isOptional: boolean
}

const objectOf = (ast: Part<"Objects">, options: CompileOptions): Plain | undefined => {
  const { indexSignatures, propertySignatures } = ast
  if (indexSignatures.length === 1 && propertySignatures.length === 0) return recordOf(indexSignatures[0], options)
  const fields = propertySignatures.flatMap((property) => fieldOf(property, options) ?? [])
  if (fields.length < propertySignatures.length || indexSignatures.length > 0) return undefined
  // A schema of an object without fields accepts every value except null and undefined.
  if (fields.length === 0) return (input) => input ?? REFUSED
  const names = new Set<PropertyKey>(fields.map(({ name }) => name))
  const { isShared = false, isStrict } = options
  return (input) => {
    if (!isRecord(input) || (isStrict && hasOther(input, names))) return REFUSED
    let values: Record<string, unknown> | undefined = isShared ? undefined : {}
    let present = 0
    for (const { isOptional, name, read } of fields) {
      // `in` matches the interpreter. The name comes from the schema, never from the caller.
      if (name in input) {
        const value = read(input[name])
        if (value === REFUSED) return REFUSED
        if (value !== input[name]) values ??= firstOf(fields, present, input)
        if (values !== undefined) values[name] = value
        present += 1
      } else if (!isOptional) return REFUSED
    }
    return values ?? (Object.keys(input).length === present ? input : firstOf(fields, present, input))
  }
}

const firstOf = (fields: ReadonlyArray<Field>, count: number, input: Readonly<Record<string, unknown>>) => {
  const present = fields.filter(({ name }) => name in input).slice(0, count)
  return Object.fromEntries(present.map(({ name }) => [name, input[name]]))
}

/** An object of any keys. */
const recordOf = (
  signature: Part<"Objects">["indexSignatures"][number] | undefined,
  options: CompileOptions
): Plain | undefined => {
  if (signature === undefined) return undefined
  const { parameter, type } = signature
  const isAnyKey = parameter._tag === "String" && parameter.checks === undefined && parameter.encoding === undefined
  const read = isAnyKey ? readerOf(type, options) : undefined
  if (read === undefined) return undefined
  return (input) => {
    if (!isRecord(input)) return REFUSED
    const names = Object.keys(input)
    if (options.isStrict && hasOther(input, new Set(names))) return REFUSED
    const values: Record<string, unknown> = {}
    for (const name of names) {
      const value = read(input[name])
      if (value === REFUSED) return REFUSED
      if (name === "__proto__") Object.defineProperty(values, name, { value, ...OWN })
      else values[name] = value
    }
    return values
  }
}

const OWN = { writable: true, enumerable: true, configurable: true }

const fieldOf = (
  { name, type }: Part<"Objects">["propertySignatures"][number],
  options: CompileOptions
): Field | undefined => {
  const read = readerOf(type, options)
  return read === undefined || typeof name !== "string" || name === "__proto__"
    ? undefined
    : { name, read, isOptional: type.context?.isOptional ?? false }
}

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input)

const hasOther = (input: object, names: ReadonlySet<PropertyKey>): boolean => {
  for (const key of Reflect.ownKeys(input)) {
    if (!names.has(key) && Object.prototype.propertyIsEnumerable.call(input, key)) return true
  }
  return false
}

/** An own field of a body that is an object. */
export const valueOf = (body: Schema.Json | undefined, field: string): Schema.Json | undefined =>
  typeof body === "object" && body !== null && !Array.isArray(body) && Object.hasOwn(body, field)
    ? Object(body)[field]
    : undefined

export const isObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
