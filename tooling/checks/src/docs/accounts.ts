import { Schema } from "effect"
import { notice } from "./notice.ts"

/** Prints the export `accountTypes` of `@countersign/account-types`: one row per type, sorted by name. */
export const accountsPage = (accountTypes: unknown): string => {
  const rows = [...decode(accountTypes).accountTypes.values()].map((kind) => {
    const beneficiary = kind.selfCustody === true ? "optional" : "required"
    const fields = kind.variants.map((variant) => variant.fields.map(describe).join("; "))
    return row([
      `\`${kind.accountType}\``,
      kind.currencies.join(", "),
      fields.join("<br>or: "),
      distinct(kind.variants.flatMap(checks)).join("; "),
      distinct(kind.variants.map(({ identifier }) => `\`${identifier}\``)).join(", "),
      distinct(kind.variants.flatMap(({ rails }) => rails)).join(", "),
      beneficiary,
      `${kind.source.note} (${kind.source.asOf})`
    ])
  })
  const head = [
    row(["Type", "Currency", "Fields", "In production also", "Identifier", "Rails", "Beneficiary", "Source, as of"]),
    "|---|---|---|---|---|---|---|---|"
  ]
  return [notice, "# Account types\n", INTRODUCTION, ...head, ...rows, ""].join("\n")
}

const INTRODUCTION = `Each field must match the format next to its name. In the sandbox, the last three characters of the identifier, before any
\`@\`, choose the outcome; the sandbox therefore omits the checks that only production makes.
`

const Format = Schema.Struct({
  says: Schema.String,
  production: Schema.optional(Schema.Struct({ says: Schema.String }))
})
const named = { name: Schema.String, required: Schema.Boolean }
const Field = Schema.Union([
  Schema.Struct({ ...named, type: Schema.Literal("text"), format: Format }),
  Schema.Struct({ ...named, type: Schema.Literal("choice"), choices: Schema.Array(Schema.String) }),
  Schema.Struct({ ...named, type: Schema.Literal("dependent"), formats: Schema.Record(Schema.String, Format) })
])
const Variant = Schema.Struct({
  identifier: Schema.String,
  rails: Schema.Array(Schema.String),
  fields: Schema.Array(Field)
})
const Kind = Schema.Struct({
  accountType: Schema.String,
  currencies: Schema.Array(Schema.String),
  selfCustody: Schema.optional(Schema.Boolean),
  variants: Schema.Array(Variant),
  source: Schema.Struct({ asOf: Schema.String, note: Schema.String })
})
const decode = Schema.decodeUnknownSync(Schema.Struct({ accountTypes: Schema.ReadonlyMap(Schema.String, Kind) }))

const describe = (field: typeof Field.Type): string =>
  `\`${field.name}\`${field.required ? "" : " (optional)"} ${saysOf(field)}`

const saysOf = (field: typeof Field.Type): string => {
  switch (field.type) {
    case "text":
      return field.format.says
    case "choice":
      return field.choices.join(" or ")
    case "dependent":
      return Object.entries(field.formats)
        .map(([choice, { says }]) => `${choice}: ${says}`)
        .join(", ")
  }
}

const checks = (variant: typeof Variant.Type): ReadonlyArray<string> =>
  variant.fields.flatMap(formatsOf).flatMap(({ production }) => (production === undefined ? [] : [production.says]))

const formatsOf = (field: typeof Field.Type): ReadonlyArray<typeof Format.Type> => {
  switch (field.type) {
    case "text":
      return [field.format]
    case "choice":
      return []
    case "dependent":
      return Object.values(field.formats)
  }
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")
