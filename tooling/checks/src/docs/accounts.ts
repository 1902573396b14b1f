import type { Field, Format, Kind, Variant } from "@countersign/account-types"
import { generatedPage, table } from "../workspace/markdown.ts"

/** Prints the export `accountTypes` of `@countersign/account-types`: one row per type, sorted by name. */
export const accountsPage = (accountTypes: ReadonlyMap<string, Kind>): string => {
  const rows = [...accountTypes.values()].map((kind) => {
    const beneficiary = kind.selfCustody === true ? "optional" : "required"
    const fields = kind.variants.map((variant) => variant.fields.map(describe).join("; "))
    return [
      `\`${kind.accountType}\``,
      kind.currencies.join(", "),
      fields.join("<br>or: "),
      distinct(kind.variants.flatMap(checks)).join("; "),
      distinct(kind.variants.map(({ identifier }) => `\`${identifier}\``)).join(", "),
      distinct(kind.variants.flatMap(({ rails }) => rails)).join(", "),
      beneficiary,
      `${kind.source.note} (${kind.source.asOf})`
    ]
  })
  return generatedPage("Account types", INTRODUCTION, table(HEAD, rows), "")
}

const HEAD = [
  ...["Type", "Currency", "Fields", "In production also", "Identifier", "Rails", "Beneficiary"],
  "Source, as of"
]

const INTRODUCTION = `Each field must match the format next to its name. In the sandbox, the last three characters of the identifier, before any
\`@\`, choose the outcome; the sandbox therefore omits the checks that only production makes.
`

const describe = (field: Field): string => `\`${field.name}\`${field.required ? "" : " (optional)"} ${saysOf(field)}`

const saysOf = (field: Field): string =>
  field.type === "choice"
    ? field.choices.join(" or ")
    : Object.entries(formatsOf(field))
        .map(([choice, { says }]) => (field.type === "text" ? says : `${choice}: ${says}`))
        .join(", ")

const checks = (variant: Variant): ReadonlyArray<string> =>
  variant.fields
    .flatMap((field) => Object.values(formatsOf(field)))
    .flatMap(({ production }) => production?.rules.map(({ says }) => says) ?? [])

/** The formats of a field, by the choice that they depend on. */
const formatsOf = (field: Field): Readonly<Record<string, Format>> => {
  switch (field.type) {
    case "text":
      return { any: field.format }
    case "choice":
      return {}
    case "dependent":
      return field.formats
  }
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]
