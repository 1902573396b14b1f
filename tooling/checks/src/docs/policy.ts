import type { Expression } from "oxc-parser"
import { constantsOf, parsed } from "../workspace/source.ts"
import { docstringOf, membersOf, type Source } from "./ports.ts"

/**
 * Prints the type of the policy in the promise API, from the table of its fields in core: the name and the docstring of
 * each, and the type of its tag. Throws for a field without a docstring, and for a tag without a type.
 */
export const policyTypes = ({ path, text }: Source): string => {
  const source = parsed(path, text)
  const constants = constantsOf(source.program)
  const written = (name: string): Expression => {
    const value = constants.get(name)
    if (value === undefined) throw new Error(`docs: ${path} has no ${name}`)
    return value
  }
  const oneOf = (name: string) => source.words(written(name)).slice(1, -1).replaceAll(", ", " | ")
  const types: Readonly<Record<string, string>> = {
    ...TYPES,
    EmailChange: oneOf("EMAIL_CHANGES"),
    FirstLegs: oneOf("FIRST_LEGS")
  }
  const typeOf = (name: string, field: Expression): string => {
    const type = types[tagOf(field) ?? ""]
    if (type === undefined) throw new Error(`docs: the tag of the policy field ${name} has no type`)
    return type
  }
  return [
    ...HEAD,
    ...membersOf(written("policyFields")).flatMap((member) => [
      `  ${docstringOf(member, path, source)}`,
      `  readonly ${member.name}: ${typeOf(member.name, member.value)}`
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
const TYPES = { Whole: "number", Rate: "RateLimit", Currency: "Currency", Currencies: "ReadonlyArray<Currency>" }

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
