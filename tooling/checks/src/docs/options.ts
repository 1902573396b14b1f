import { EMAIL_CHANGES, FIRST_LEGS, type PolicyField, RATE_BOUNDS } from "@countersign/core/internal"
import type { Comment } from "oxc-parser"
import { generatedPage, table } from "../workspace/markdown.ts"
import { parsed } from "../workspace/source.ts"

/**
 * Prints the options of `createCountersign` from the source that declares them, and each field of its policy. Throws
 * when an option has no docstring.
 */
export const optionsPage = (path: string, source: string, policy: Readonly<Record<string, PolicyField>>): string => {
  const interfaces = interfacesOf(path, source)
  const root = interfaces.find(({ name }) => name === ROOT)
  if (root === undefined) throw new Error(`docs: ${path} declares no interface ${ROOT}`)
  const parts = interfaces.filter(({ name }) => name !== ROOT && isReached(name, interfaces))
  const undocumented = [root, ...parts].flatMap(({ name, options }) =>
    options.filter(({ text }) => text === "").map((option) => `${name}.${option.name}`)
  )
  if (undocumented.length > 0) {
    throw new Error(
      `docs: ${path} has options without a docstring: ${undocumented.join(", ")}. Write the shape, the unit and the default of each`
    )
  }
  return generatedPage(
    "Options of createCountersign",
    INTRODUCTION,
    ...section("CountersignOptions", root),
    ...parts.flatMap((part) => section(part.name, part)),
    "## Policy\n",
    POLICY,
    table(
      ["Field", "Default", "Bounds", "Why"],
      Object.entries(policy).map(([name, field]) => [`\`${name}\``, ...figures(field), field.why])
    ),
    ""
  )
}

const ROOT = "CountersignOptions"

const INTRODUCTION = `Every option is optional. An omitted option gets a development default, and \`createCountersign\` rejects production
tokens while one of those is in force. Types are those of TypeScript.
`

const POLICY = `Fields of the option \`policy\`. Durations are in milliseconds. \`createCountersign\` rejects an unknown field and a value out of
its bounds. A rate limit is a token bucket, \`{ capacity: 5, refillEvery: 30_000 }\`: so many calls at once, then one more every so many milliseconds.
`

type Declared = ReturnType<typeof interfacesOf>[number]

/** Returns whether an option of the root has this interface as its type, directly or through other interfaces. */
const isReached = (name: string, interfaces: ReadonlyArray<Declared>): boolean =>
  interfaces
    .filter((declared) => declared.options.some(({ type }) => new RegExp(`\\b${name}\\b`, "u").test(type)))
    .some((declared) => declared.name === ROOT || isReached(declared.name, interfaces))

/** The exported interfaces with their docstrings. The name of an optional option has a question mark. */
const interfacesOf = (path: string, source: string) => {
  const { commentOf, program, words } = parsed(path, source)
  const declared = program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined
    if (declaration?.type !== "TSInterfaceDeclaration") return []
    const options = declaration.body.body.flatMap((member) => {
      if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") return []
      const type = member.typeAnnotation?.typeAnnotation
      return [
        {
          name: `${member.key.name}${member.optional ? "?" : ""}`,
          type: onOneLine((type === undefined ? "" : words(type)).replaceAll(/\/\*\*.*?\*\//gsu, "")),
          text: docstring(commentOf(member))
        }
      ]
    })
    const bases = declaration.extends.map(({ expression }) => words(expression))
    return [{ name: declaration.id.name, text: docstring(commentOf(statement)), options, bases }]
  })
  return declared.map(({ bases, ...own }) => {
    const inherited = declared.filter(({ name }) => bases.includes(name))
    return { ...own, options: [...own.options, ...inherited.flatMap(({ options }) => options)] }
  })
}

const docstring = (comment: Comment | undefined): string =>
  comment?.value.startsWith("*") === true ? onOneLine(comment.value.replaceAll(/^\s*\*+\s?/gmu, "")).trim() : ""

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ")

const section = (title: string, { options, text }: Declared): ReadonlyArray<string> => [
  `## ${title}\n`,
  ...(text === "" ? [] : [`${text}\n`]),
  table(
    ["Option", "Type", "Description"],
    options.map(({ name, text, type }) => [`\`${name}\``, `\`${type}\``, text])
  ),
  ""
]

const figures = (field: PolicyField): readonly [standard: string, bounds: string] => {
  switch (field._tag) {
    case "Whole":
      return [written(field.default), range(field)]
    case "EmailChange":
      return [code(field.default), EMAIL_CHANGES.map(code).join(" or ")]
    case "FirstLegs":
      return [code(field.default), FIRST_LEGS.map(code).join(" or ")]
    case "Rate":
      return [
        `${code("capacity")} ${written(field.default.capacity)}, ${code("refillEvery")} ${written(field.default.refillEvery)}`,
        `${code("capacity")} ${range(RATE_BOUNDS.capacity)}, ${code("refillEvery")} ${range(RATE_BOUNDS.refillEvery)}`
      ]
    case "Currency":
      return [`${field.default.code}, ${field.default.decimals} decimals`, ""]
    case "Currencies":
      return [field.default.map(({ code }) => code).join(", "), ""]
  }
}

const code = (text: string): string => `\`${text}\``

const range = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `${written(least)} to ${written(most)}`

const written = (figure: number): string => figure.toLocaleString("en-US")
