import { Schema } from "effect"
import { type Ast, type CompileOptions, decoderOf, isLengthCheck, type Part, REFUSED } from "./compiledDecoder.ts"
import {
  choices,
  constraintOf,
  FAULTS_LISTED,
  type FieldError,
  faultBy,
  formFault,
  isRecord,
  jsonTypes,
  ownFilters,
  sendOf,
  typeOf
} from "./expected.ts"

/** The faults of an input: the first ones, and the number of further ones. */
export interface Faults {
  readonly errors: ReadonlyArray<FieldError>
  readonly more: number
}

export interface FaultOptions extends CompileOptions {
  /** The field name that a fault of the whole input is reported under: `body`, `query`, `headers` or `path`. */
  readonly root: string
  /** Maximum number of listed faults; further ones are counted. Defaults to {@link FAULTS_LISTED}. */
  readonly listed?: number
}

/**
 * Explains why an input does not decode. It walks the schema once, and lists only up to their length bounds, so the
 * cost and the size of the report are bounded for any input. The report repeats no part of the input.
 *
 * A schema describes its input by the annotation `send`, a noun phrase. A check may describe its failure by `fault`, a
 * sentence without a full stop, and a check of an object names the field to blame by `at`. Types, lengths, ranges and
 * choices need no annotation.
 */
export const faultsOf = (
  schema: Schema.Codec<unknown, unknown>,
  options: FaultOptions
): ((input: unknown) => Faults) => {
  const check = checkerOf(schema.ast, options)
  return (input) => {
    const report = new Report(options)
    check(input, report)
    // The walk and the decoder agree on faults. If they ever disagree, the report names the whole input.
    if (report.count === 0) report.add("The value does not have the required form", sendOf(schema.ast))
    return { errors: report.errors, more: report.count - report.errors.length }
  }
}

/** Collects the faults of one input and tracks the current path. */
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
  if (ast._tag === "Objects") return objectChecker(ast, options)
  if (ast._tag === "Arrays") return listChecker(ast, options)
  return ast._tag === "Union" ? choiceChecker(ast, options) : leaf(ast)
}

/** A node without fields of its own: its type is checked first, then its checks in order. */
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
    const add = () => report.add(failed === undefined ? formFault(ast) : faultBy(failed, input), send, constraint)
    const field = failed?.annotations?.at
    return typeof field === "string" ? report.at(field, add) : add()
  }
}

/** Returns whether the decoder accepts a value, without a report. */
const deciderOf = (ast: Ast): ((input: unknown) => boolean) => {
  const decode = decoderOf(Schema.make<Schema.Codec<unknown, unknown>>(ast), { isStrict: false })
  return (input) => decode(input) !== REFUSED
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
  // An object without an index signature, or with one of type `Never`, is closed: it accepts no other key.
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

/**
 * An undeclared field is named only if its key looks like a field name. Any other key may be an account number or a
 * secret.
 */
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
    // The length is checked first, so no element of a list that is too long is read.
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

/**
 * A union of objects with a literal discriminator: the discriminator selects the member, and only faults of that member
 * are reported.
 */
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

/** Returns whether a key looks like a field name: letters, and too few digits for an account number. */
export const isName = (key: string): boolean => NAME.test(key) && (key.match(/[0-9]/gu) ?? []).length <= 3

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/u
