import { type Expression, Visitor } from "oxc-parser"
import { membersOf, parsed, type Source } from "./ports.ts"

/**
 * Prints the type of the policy in the promise API, from the table of its fields in core: the name and the docstring of
 * each, and the type of its tag. Throws for a field without a docstring, and for a tag without a type.
 */
export const policyTypes = (source: Source): string => {
  const { docstring, program } = parsed(source)
  const constants = new Map<string, Expression>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const value = init?.type === "TSSatisfiesExpression" || init?.type === "TSAsExpression" ? init.expression : init
      if (id.type === "Identifier" && value !== null) constants.set(id.name, value)
    }
  }).visit(program)
  const written = (name: string): Expression => {
    const value = constants.get(name)
    if (value === undefined) throw new Error(`docs: ${source.path} has no ${name}`)
    return value
  }
  const changes = written("EMAIL_CHANGES")
  const types: Readonly<Record<string, string>> = {
    ...TYPES,
    EmailChange: source.text.slice(changes.start + 1, changes.end - 1).replaceAll(", ", " | ")
  }
  const typeOf = (name: string, field: Expression): string => {
    const type = types[tagOf(field) ?? ""]
    if (type === undefined) throw new Error(`docs: the tag of the policy field ${name} has no type`)
    return type
  }
  return [
    ...HEAD,
    ...membersOf(written("policyFields")).flatMap(({ name, start, value }) => [
      `  ${docstring(name, start)}`,
      `  readonly ${name}: ${typeOf(name, value)}`
    ]),
    "}",
    ""
  ].join("\n")
}

/** The tag of a field: as it is written, or that of its constructor, such as `Whole` of `whole`. */
const tagOf = (field: Expression): string | undefined => {
  if (field.type === "CallExpression" && field.callee.type === "Identifier") {
    return field.callee.name.replace(/^./u, (first) => first.toUpperCase())
  }
  return membersOf(field, "_tag").flatMap(({ value }) => (value.type === "Literal" ? [String(value.value)] : []))[0]
}

/** The type of the values of each tag, as a host reads it. */
const TYPES = {
  Whole: "number",
  Rate: "RateLimit",
  Currency: "Currency",
  Currencies: "ReadonlyArray<Currency>"
}

const HEAD = [
  "// Printed from the fields of the policy by `npm run docs`. Change the field in core, not this file.",
  `import type { Currency } from "./values.ts"`,
  "",
  "/** `capacity` calls at once, and one more every `refillEvery` milliseconds. */",
  "export interface RateLimit {",
  "  readonly capacity: number",
  "  readonly refillEvery: number",
  "}",
  "",
  "/** The policy of a host. Durations are in milliseconds. docs/generated/options.md has defaults, bounds and reasons. */",
  "export interface PolicyValues {"
]
