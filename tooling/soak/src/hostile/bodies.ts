import { isJsonPart } from "@countersign/core/internal"
import { endpoints } from "@countersign/http"
import type { Schema } from "effect"

/** A body that is designed to be expensive. */
export interface HostileBody {
  /** `method path`, as the contract has them. */
  readonly endpoint: string
  readonly method: string
  /** The path with a well-formed id for each parameter. */
  readonly path: string
  /** The defect of the body, and its position. */
  readonly name: string
  /** Built on demand, because all texts together would take gigabytes. */
  readonly text: () => string
}

type Ast = Schema.Top["ast"]
type Value = null | boolean | number | string | ReadonlyArray<Value> | { readonly [key: string]: Value }

/**
 * Hostile bodies of up to `limit` bytes for every endpoint of the contract with a body: values that are invalid,
 * numerous or long in every position of the schema, and texts that are expensive to parse. `idOf` returns an id of the
 * caller with a prefix such as `Customer`, or `undefined` for an unknown prefix.
 */
export const hostileBodies = (
  limit: number,
  idOf: (prefix: string) => string | undefined
): ReadonlyArray<HostileBody> => {
  const bodies: Array<HostileBody> = []
  for (const { shape: endpoint } of endpoints) {
    const asts = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas].map(({ ast }) => ast))
    const [parameters = {}] = endpoint.params === undefined ? [] : samples(endpoint.params.ast)
    const id = isObject(parameters) ? String(parameters.id) : ""
    const path = endpoint.path.replace(":id", () => idOf(id.split(":")[0] ?? "") ?? id)
    const name = `${endpoint.method} ${endpoint.path}`
    const each = asts.length === 0 ? [] : [...texts(limit), ...asts.flatMap((ast) => shaped(ast, limit))]
    for (const [what, text] of each) {
      bodies.push({ endpoint: name, method: endpoint.method, path, name: what, text })
    }
  }
  return bodies
}

type Named = readonly [name: string, text: () => string]

/** Texts that are not a valid body of any endpoint. */
const texts = (limit: number): ReadonlyArray<Named> => {
  const filled = (unit: string, open: string, close: string) =>
    open + unit.repeat(Math.floor((limit - open.length - close.length - unit.length) / unit.length)) + close
  const keys = (key: (nth: number) => string, value: Value = 0) => JSON.stringify(keyed({}, limit, key, value))
  return [
    ["keys that read as names", () => keys(lettered)],
    ["keys of digits", () => keys((nth) => String(4_111_111_111 + nth))],
    ["keys of lists", () => keys(lettered, [])],
    ["integer-like keys", () => keys(String)],
    ["keys spelled with escapes", () => keys((nth) => `k${nth}`).replaceAll('"k', '"\\u006b')],
    ["one key again and again", () => filled('"a":0,', "{", '"a":0}')],
    ["the key __proto__ at the end", () => filled('"":0,', "{", '"__proto__":0}')],
    ["a list of numbers", () => filled("0,", "[", "0]")],
    ["a list of objects", () => filled("{},", "[", "{}]")],
    ["a list of lists", () => filled("[],", "[", "[]]")],
    ["a list of texts", () => filled('"",', "[", '""]')],
    ["open brackets", () => "[".repeat(limit)],
    ["open objects", () => filled('{"a":', "", "")],
    ["nests within the depth", () => filled(`${"[".repeat(30)}${"]".repeat(30)},`, "[", "[]]")],
    ["one long text", () => filled("a", '"', '"')],
    ["one long text of escapes", () => filled("\\u0041", '"', '"')],
    ["one long text of backslashes", () => filled("\\\\", '"', '"')],
    ["one long text of quotes", () => filled('\\"', '"', '"')],
    ["a text that nothing closes", () => filled("a", '"', "")],
    ["a NUL at the end", () => filled("a", '"', '\\u0000"')],
    ["half a character at the end", () => filled("a", '"', '\\ud800"')],
    ["a long number", () => filled("1", "", "1")],
    ["a long fraction", () => filled("1", "0.", "1")],
    ["white space", () => filled(" ", "", "{}")],
    ["white space after each key", () => filled('"a" :0,', "{", '"a":0}')],
    ["no JSON", () => "a".repeat(limit)]
  ]
}

const lettered = (nth: number): string =>
  `k${[...nth.toString(26)].map((digit) => LETTERS[parseInt(digit, 26)]).join("")}`
const LETTERS = "abcdefghijklmnopqrstuvwxyz"

/** Bodies of nearly the right shape, with a hostile value in one position at a time. */
const shaped = (ast: Ast, limit: number): ReadonlyArray<Named> =>
  samples(ast).flatMap((sample) =>
    placesIn(sample).flatMap(({ path, value }) =>
      spoils(value, limit - JSON.stringify(sample).length).map(
        ([name, spoilt]): Named => [
          `${name} at ${path.join(".") || "the top"}`,
          () => JSON.stringify(put(sample, path, spoilt()))
        ]
      )
    )
  )

/** Hostile replacements of a value, as large as the remaining size permits. */
const spoils = (value: Value, room: number): ReadonlyArray<readonly [string, () => Value]> => {
  const some = (of: Value) => (): Value => new Array<Value>(Math.floor(room / (JSON.stringify(of).length + 1))).fill(of)
  const long = (unit: string) => (): Value =>
    unit.repeat(Math.max(0, Math.floor(room / (Buffer.byteLength(JSON.stringify(unit)) - 2))))
  const keys = (key: (nth: number) => string) => () => keyed(isObject(value) ? value : {}, room, key, 0)
  if (typeof value === "string") {
    return [
      ...UNITS.map((unit) => [`long text of ${unit}`, long(unit)] as const),
      ["a long text with a hostile end", () => `${"a".repeat(Math.max(0, room - 5))}!\n`],
      ["a list of nulls", some(null)]
    ]
  }
  if (Array.isArray(value)) {
    const [item = null] = value
    return [
      ["a list of nulls", some(null)],
      ["a list of right items", some(item)],
      ["a list of objects", some({})],
      ["a list of texts", some("a")],
      ["a list of surplus keys", some({ surplus: 0 })],
      ["a list of a few items, each wrong", () => new Array<Value>(200).fill(null)]
    ]
  }
  if (isObject(value)) {
    return [
      ["surplus keys", keys(lettered)],
      ["a few surplus keys", () => ({ ...value, ...Object.fromEntries(FEW.map((nth) => [lettered(nth), 0])) })],
      ["surplus keys of digits", keys((nth) => `${nth}4111111`)]
    ]
  }
  return [
    ["a long text", long("a")],
    ["a list of nulls", some(null)]
  ]
}

/** An object with as many further keys as the room permits. */
const keyed = (value: { readonly [key: string]: Value }, room: number, key: (nth: number) => string, of: Value) => {
  const made = { ...value }
  for (let left = room, nth = 0; left > 40; nth += 1) {
    made[key(nth)] = of
    left -= key(nth).length + JSON.stringify(of).length + 4
  }
  return made
}

/** Units of long texts that are slow to match, to trim, to normalize or to escape. */
const UNITS = ["a", "0", " ", "a.", "a@", "-", "é", "\u{1F600}", "\uFDFA", "\\", '"']
/** The maximum number of unknown keys in an object of a body. */
const FEW = Array.from({ length: 200 }, (_, nth) => nth)

interface Placed {
  readonly path: ReadonlyArray<string>
  readonly value: Value
}

const placesIn = (value: Value, path: ReadonlyArray<string> = []): ReadonlyArray<Placed> => [
  { path, value },
  ...(typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key])))
]

const put = (value: Value, [key, ...rest]: ReadonlyArray<string>, by: Value): Value => {
  if (key === undefined) return by
  if (typeof value !== "object" || value === null) return value
  const changed = Object.entries(value).map(
    ([name, part]) => [name, name === key ? put(part, rest, by) : part] as const
  )
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}

const isObject = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Sample values for the shape of a schema, one per variant. The texts need not be valid. */
const samples = (ast: Ast): ReadonlyArray<Value> => {
  const source = ast.encoding?.at(-1)?.to
  if (source !== undefined) return samples(source)
  const form = /^([A-Za-z]+):<uuid>$/u.exec(String(ast.annotations?.description))
  if (form !== null) return [`${form[1]}:01890000-0000-7000-8000-000000000000`]
  if (!isJsonPart(ast)) return ["a"]
  switch (ast._tag) {
    case "Objects": {
      if (ast.propertySignatures.length === 0) return [ACCOUNT]
      const fields = ast.propertySignatures.map(({ name, type }) => [String(name), samples(type)] as const)
      const most = Math.max(...fields.map(([, values]) => values.length))
      return Array.from({ length: most }, (_, nth) =>
        Object.fromEntries(fields.map(([name, values]) => [name, values[nth % values.length] ?? null]))
      )
    }
    case "Arrays":
      return (ast.rest[0] === undefined ? [] : samples(ast.rest[0]).slice(0, 1)).map((item) => [item])
    case "Union":
      return ast.types.every(({ _tag }) => _tag === "Literal")
        ? ast.types.slice(0, 1).flatMap(samples)
        : ast.types.flatMap(samples)
    case "Literal":
      return [typeof ast.literal === "bigint" ? 0 : ast.literal]
    case "Number":
      return [1]
    case "Boolean":
      return [true]
    case "Null":
      return [null]
    case "String":
      return ["a"]
  }
}

/** The bodies without a schema are external accounts. */
const ACCOUNT: Value = {
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    bankAccountType: "CHECKING",
    beneficiary: {
      beneficiaryType: "BUSINESS",
      businessInfo: { legalName: "Firm" },
      address: { line1: "1 Main St", city: "Springfield", postalCode: "62701", country: "US" }
    }
  }
}
