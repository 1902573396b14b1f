import { type PolicyField, RATE_BOUNDS } from "@countersign/core/internal"
import { withBlock } from "./block.ts"
import { escaped } from "./threats.ts"

/** The page of defaults with the fields of the policy between its two marks. Throws where a mark is missing. */
export const defaultsPage = (page: string, fields: Readonly<Record<string, PolicyField>>): string =>
  withBlock(
    page,
    "<!-- Written by `npm run docs` from packages/core/src/model/policyFields.ts. -->",
    [
      "| Field | Default | Bounds | Why |",
      "| --- | --- | --- | --- |",
      ...Object.entries(fields).map(
        ([name, field]) => `| ${[`\`${name}\``, ...figures(field), field.why].map(escaped).join(" | ")} |`
      )
    ].join("\n")
  )

const figures = (field: PolicyField): readonly [standard: string, bounds: string] => {
  switch (field._tag) {
    case "Whole":
      return [written(field.default), range(field)]
    case "Rate":
      return [
        `${written(field.default.capacity)}, one more every ${written(field.default.refillEvery)}`,
        `${range(RATE_BOUNDS.capacity)}, every ${range(RATE_BOUNDS.refillEvery)}`
      ]
    case "Currency":
      return [`${field.default.code}, ${field.default.decimals} decimals`, ""]
    case "Currencies":
      return [field.default.map(({ code }) => code).join(", "), ""]
  }
}

const range = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `${written(least)} to ${written(most)}`

const written = (figure: number): string => figure.toLocaleString("en-US")
