import { Result, Schema } from "effect"
import { filtersOf, isLengthCheck, type PlainOptions, plainOf, REFUSED } from "../kernel/plain.ts"
import { FAULTS_LISTED, type FieldError } from "./fieldErrors.ts"

type Ast = Schema.Top["ast"]
type Part<Tag extends Ast["_tag"]> = Extract<Ast, { readonly _tag: Tag }>

/** What is wrong with an input: the first faults, and how many more there are. */
export interface Faults {
  readonly errors: ReadonlyArray<FieldError>
  readonly more: number
}

export interface FaultOptions extends PlainOptions {
  /** The field a fault of the whole input is reported at: `body`, `query`, `headers` or `path`. */
  readonly root: string
  /** How many faults are listed; the rest is counted. {@link FAULTS_LISTED} when left out. */
  readonly listed?: number
}

/**
 * Explains why an input does not decode. The cost is that of one walk over the schema and over lists within their
 * lengths, and the report is bounded, whatever the input holds. No part of the input is repeated.
 *
 * A schema says what it takes by the annotation `send`, a noun phrase, and a check may say what is wrong by `fault`,
 * a sentence without its full stop. Types, lengths, ranges and choices need no annotation.
 */
export const faultsOf = (
  schema: Schema.Codec<unknown, unknown>,
  options: FaultOptions
): ((input: unknown) => Faults) => {
  const check = checkerOf(schema.ast, options)
  return (input) => {
    const report = new Report(options)
    check(input, report)
    // The walk and the decoder agree on what is wrong; if they ever do not, the whole input is named.
    if (report.count === 0) report.add("The value does not have the required form", sendOf(schema.ast))
    return { errors: report.errors, more: report.count - report.errors.length }
  }
}

/** The faults of one input, at the place that the walk has reached. */
class Report {
  readonly errors: Array<FieldError> = []
  readonly place: Array<string | number> = []
  count = 0
  readonly #root: string
  readonly #listed: number

  constructor({ listed = FAULTS_LISTED, root }: FaultOptions) {
    this.#root = root
    this.#listed = listed
  }

  add(fault: string, send: string, constraint?: FieldError["constraint"]): void {
    this.count += 1
    if (this.errors.length >= this.#listed) return
    const field = this.place.length === 0 ? this.#root : this.place.join(".")
    this.errors.push({ field, message: `${fault}. Send ${send}.`, ...(constraint === undefined ? {} : { constraint }) })
  }

  at(segment: string | number, inner: () => void): void {
    this.place.push(segment)
    inner()
    this.place.pop()
  }
}

type Checker = (input: unknown, report: Report) => void

const checkerOf = (ast: Ast, options: FaultOptions): Checker => {
  if (ast.encoding !== undefined) return leaf(ast)
  switch (ast._tag) {
    case "Objects":
      return objectChecker(ast, options)
    case "Arrays":
      return listChecker(ast, options)
    case "Union":
      return choiceChecker(ast, options)
    case "Any":
    case "BigInt":
    case "Boolean":
    case "Declaration":
    case "Enum":
    case "Literal":
    case "Never":
    case "Null":
    case "Number":
    case "ObjectKeyword":
    case "String":
    case "Suspend":
    case "Symbol":
    case "TemplateLiteral":
    case "Undefined":
    case "UniqueSymbol":
    case "Unknown":
    case "Void":
      return leaf(ast)
  }
}

/** A part without fields of its own: its type first, then its checks in their order. */
const leaf = (ast: Ast): Checker => {
  const isRight = deciderOf(ast)
  const send = sendOf(ast)
  const constraint = constraintOf(ast)
  const wanted = jsonTypes(ast)
  const filters = ownFilters(ast)
  return (input, report) => {
    if (isRight(input)) return
    const type = typeOf(input)
    if (!wanted.includes(type)) return report.add(`The value is ${type}`, send, constraint)
    const failed = filters.find((filter) => filter.run(input, ast, {}) !== undefined)
    report.add(failed === undefined ? formFault(ast) : faultBy(failed, input), send, constraint)
  }
}

/** Decides as the decoder does, and reports nothing. */
const deciderOf = (ast: Ast): ((input: unknown) => boolean) => {
  const schema = Schema.make<Schema.Codec<unknown, unknown>>(ast)
  const plain = plainOf(schema, { isStrict: false })
  if (plain !== undefined) return (input) => plain(input) !== REFUSED
  const decode = Schema.decodeUnknownResult(schema)
  return (input) => Result.isSuccess(decode(input))
}

const objectChecker = (ast: Part<"Objects">, options: FaultOptions): Checker => {
  const fields = ast.propertySignatures.map(({ name, type }) => ({
    name: String(name),
    isOptional: type.context?.isOptional === true,
    send: sendOf(type),
    constraint: constraintOf(type),
    check: checkerOf(type, options)
  }))
  const names = fields.map(({ name }) => name)
  // Without an index signature no other key is declared; one of `Never` declares that there is none.
  const isClosed = options.isStrict && ast.indexSignatures.every(({ type }) => type._tag === "Never")
  const whole = ast.checks === undefined ? undefined : leaf(ast)
  return (input, report) => {
    if (!isRecord(input)) return report.add(`The value is ${typeOf(input)}`, sendOf(ast))
    const before = report.count
    for (const { check, constraint, isOptional, name, send } of fields) {
      if (name in input) report.at(name, () => check(input[name], report))
      else if (!isOptional) report.at(name, () => report.add("This field is missing", send, constraint))
    }
    if (isClosed) addUnknown(input, names, report)
    if (report.count === before) whole?.(input, report)
  }
}

/** An undeclared field is named if its key reads as a name: any other may be an account number or a secret. */
const addUnknown = (input: object, names: ReadonlyArray<string>, report: Report): void => {
  let unnamed = 0
  for (const key of Object.keys(input)) {
    if (names.includes(key)) continue
    if (isName(key)) report.at(key, () => report.add("This field is not known here", "the object without it"))
    else unnamed += 1
  }
  if (unnamed === 0) return
  const send = names.length === 0 ? "an empty object" : `an object of these fields only: ${names.join(", ")}`
  report.add(unnamed === 1 ? "A field of this object is not known here" : `${unnamed} fields are not known here`, send)
}

const listChecker = (ast: Part<"Arrays">, options: FaultOptions): Checker => {
  const [item, ...more] = ast.rest
  if (item === undefined || ast.elements.length + more.length > 0) return leaf(ast)
  const send = sendOf(ast)
  const check = checkerOf(item, options)
  const [first, then] = [ownFilters(ast).filter(isLengthCheck), ownFilters(ast).filter((each) => !isLengthCheck(each))]
  return (input, report) => {
    if (!Array.isArray(input)) return report.add(`The value is ${typeOf(input)}`, send)
    // The length decides first: no element of a list that is too long is looked at.
    const sized = first.find((filter) => filter.run(input, ast, {}) !== undefined)
    if (sized !== undefined) return report.add(faultBy(sized, input), send)
    const before = report.count
    for (const [at, each] of input.entries()) report.at(at, () => check(each, report))
    if (report.count > before) return
    const failed = then.find((filter) => filter.run(input, ast, {}) !== undefined)
    if (failed !== undefined) report.add(faultBy(failed, input), send)
  }
}

const choiceChecker = (ast: Part<"Union">, options: FaultOptions): Checker => {
  const types = ast.types.filter(({ _tag }) => _tag !== "Null")
  const [only] = types
  const isNullable = types.length < ast.types.length
  if (only !== undefined && types.length === 1) {
    const check = checkerOf(only, options)
    return (input, report) => {
      if (!isNullable || input !== null) check(input, report)
    }
  }
  const forms = formsOf(types, options)
  if (forms === undefined) return leaf(ast)
  const { byValue, name } = forms
  const values = [...byValue.keys()]
  const send = choices(values)
  return (input, report) => {
    if (!isRecord(input)) return report.add(`The value is ${typeOf(input)}`, `an object whose ${name} is ${send}`)
    const form = byValue.get(input[name])
    if (form !== undefined) return form(input, report)
    const fault = Object.hasOwn(input, name) ? "The value is not one of those allowed" : "This field is missing"
    report.at(name, () => report.add(fault, send, { enum: values.map(String) }))
  }
}

/** Objects that one field of literals discriminates: the form is chosen by it, and only its own faults are reported. */
const formsOf = (types: ReadonlyArray<Ast>, options: FaultOptions) => {
  const objects = types.flatMap((type) => (type._tag === "Objects" ? [type] : []))
  if (objects.length < types.length) return undefined
  for (const { name } of objects[0]?.propertySignatures ?? []) {
    const values = objects.flatMap(({ propertySignatures }) =>
      propertySignatures.flatMap((each) =>
        each.name === name && each.type._tag === "Literal" ? [each.type.literal] : []
      )
    )
    if (new Set(values).size < types.length) continue
    const checkers = objects.map((each) => checkerOf(each, options))
    return {
      name: String(name),
      byValue: new Map<unknown, Checker>(values.map((value, at) => [value, checkers[at] ?? (() => {})]))
    }
  }
  return undefined
}

type Filter = ReturnType<typeof filtersOf>[number]

const ownFilters = (ast: Ast): ReadonlyArray<Filter> => (ast.encoding === undefined ? checksOf(ast) : [])

const checksOf = ({ checks }: Ast): ReadonlyArray<Filter> => (checks ?? []).flatMap(filtersOf)

/** All that is asked of a text or a number, by whichever form of it: before it is transformed and after. */
const everyCheck = (ast: Ast): ReadonlyArray<Filter> => [
  ...(ast.encoding ?? []).flatMap(({ to }) => everyCheck(to)),
  ...checksOf(ast)
]

/** What is wrong by one check: in its own words, or by the length or range it bounds. */
const faultBy = ({ annotations }: Filter, input: unknown): string => {
  const own = annotations?.fault
  if (typeof own === "string") return own
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

const formFault = ({ _tag }: Ast): string =>
  _tag === "Literal" || _tag === "Union" ? "The value is not one of those allowed" : FORM

const FORM = "The text does not have the required form"

const isWhole = ({ annotations }: Filter): boolean => annotations?.representation?.id === "effect/schema/isInt"

interface Bounds {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** The bounds that the checks of the schema library publish for generators of values. */
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

/** The tightest bounds of a part. */
const within = (ast: Ast): Bounds => {
  const bounds = everyCheck(ast).map(({ annotations }) => boundsOf(annotations))
  const minimums = bounds.flatMap(({ minimum }) => minimum ?? [])
  const maximums = bounds.flatMap(({ maximum }) => maximum ?? [])
  return {
    minimum: minimums.length === 0 ? undefined : Math.max(...minimums),
    maximum: maximums.length === 0 ? undefined : Math.min(...maximums)
  }
}

/** The same for programs, in the words of JSON Schema. */
const constraintOf = (ast: Ast): FieldError["constraint"] => {
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

/** What to send for a part, as a noun phrase: its own, or one made from its type and its bounds. */
const sendOf = (ast: Ast): string => annotated(ast) ?? derived(ast)

const annotated = (ast: Ast): string | undefined => {
  const said = [ast.annotations?.send, ...checksOf(ast).map(({ annotations }) => annotations?.send)]
  return (
    said.findLast((each): each is string => typeof each === "string") ??
    (ast.encoding ?? []).map(({ to }) => annotated(to)).find((each) => each !== undefined)
  )
}

const derived = (ast: Ast): string => {
  const source = ast.encoding?.at(-1)?.to
  if (source !== undefined) return sendOf(source)
  const values = literalsOf(ast)
  if (values !== undefined) return choices(values)
  switch (ast._tag) {
    case "String":
      return `text${sized(within(ast), "characters")}`
    case "Number":
      return `${everyCheck(ast).some(isWhole) ? "a whole number" : "a number"}${ranged(within(ast))}`
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
    case "Any":
    case "BigInt":
    case "Declaration":
    case "Enum":
    case "Literal":
    case "Never":
    case "ObjectKeyword":
    case "Suspend":
    case "Symbol":
    case "TemplateLiteral":
    case "Undefined":
    case "UniqueSymbol":
    case "Unknown":
    case "Void":
      return "a JSON value"
  }
}

const sized = ({ maximum, minimum }: Bounds, unit: string): string => {
  if (maximum !== undefined) return ` of ${minimum === undefined ? "at most" : `${minimum} to`} ${maximum} ${unit}`
  return minimum === undefined ? "" : ` of at least ${minimum} ${unit}`
}

const ranged = ({ maximum, minimum }: Bounds): string => {
  if (minimum === undefined) return maximum === undefined ? "" : ` up to ${maximum}`
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

const choices = (values: ReadonlyArray<unknown>): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`

/** The values of a choice of literals, and of one literal. */
const literalsOf = (ast: Ast): ReadonlyArray<unknown> | undefined => {
  if (ast.encoding !== undefined) return literalsOf(ast.encoding.at(-1)?.to ?? { ...ast, encoding: undefined })
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const values = ast.types.flatMap((type) => (type._tag === "Literal" ? [type.literal] : []))
  return values.length === ast.types.length ? values : undefined
}

type JsonType = "text" | "a number" | "a boolean" | "null" | "a list" | "an object" | "no JSON"

/** The JSON types of which some value may be right. */
const jsonTypes = (ast: Ast): ReadonlyArray<JsonType> => {
  const source = ast.encoding?.at(-1)?.to
  if (source !== undefined) return jsonTypes(source)
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
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
    case "Any":
    case "BigInt":
    case "Declaration":
    case "Enum":
    case "Never":
    case "ObjectKeyword":
    case "Suspend":
    case "Symbol":
    case "Undefined":
    case "UniqueSymbol":
    case "Unknown":
    case "Void":
      return ["text", "a number", "a boolean", "null", "a list", "an object", "no JSON"]
  }
}

const typeOf = (input: unknown): JsonType => {
  if (input === null) return "null"
  if (typeof input === "string") return "text"
  if (typeof input === "number") return "a number"
  if (typeof input === "boolean") return "a boolean"
  if (Array.isArray(input)) return "a list"
  return typeof input === "object" ? "an object" : "no JSON"
}

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> => typeOf(input) === "an object"

/** Whether a key reads as the name of a field: letters, and too few digits for an account number. */
export const isName = (key: string): boolean => NAME.test(key) && (key.match(/[0-9]/gu) ?? []).length <= 3

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/u
