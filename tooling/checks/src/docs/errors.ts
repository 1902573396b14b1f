import { Schema } from "effect"
import { notice } from "./notice.ts"

const Refusal = Schema.Struct({
  status: Schema.Int,
  code: Schema.String,
  message: Schema.String,
  reason: Schema.optional(Schema.String),
  check: Schema.optional(Schema.String)
})
type Refusal = typeof Refusal.Type

/** Prints what `@countersign/http` exports as `catalogue`: an entry a code, a row for each cause with its cure. */
export const errorsPage = (http: unknown): string => {
  const refusals = Object.entries(decode(http).catalogue)
    .map(([tag, refusal]) => ({ tag, ...refusal, ...causeAndCure(tag, refusal) }))
    .sort((one, other) => one.status - other.status || compare(one.tag, other.tag))
  const codes = [...new Set(refusals.map(({ code }) => code))].sort(compare)
  const index = codes.map((code) => `[${code}](#${code.toLowerCase()})`).join(" · ")
  const entries = codes.map((code) => [
    `## ${code}\n`,
    ...table(refusals.filter((refusal) => refusal.code === code)),
    ""
  ])
  return [notice, "# Errors\n", INTRODUCTION, `${index}\n`, ...entries.flat()].join("\n")
}

const INTRODUCTION = `Every refusal there is (I16), by \`code\`. A refusal is JSON of \`status\`, \`code\`, \`message\` and mostly \`details\`.
Under **Check** stand \`details.check\`, for programs, and \`details.reason\`, for people. Match on \`code\`, and on \`details.check\`
where a code has several; \`message\` is cause and cure as below, and its words may change.
`

const table = (refusals: ReadonlyArray<Refusal & Told & { readonly tag: string }>): ReadonlyArray<string> => [
  row(["Status", "Check", "Cause", "Cure", "Name in the code"]),
  "|---|---|---|---|---|",
  ...refusals.map(({ cause, check, cure, reason = "", status, tag }) =>
    row([`${status}`, [check === undefined ? "" : `\`${check}\``, reason].join(" ").trim(), cause, cure, `\`${tag}\``])
  )
]

interface Told {
  readonly cause: string
  readonly cure: string
}

/** The first sentence of a message says what happened, the others what to do. A refusal without a cure is not printed. */
const causeAndCure = (tag: string, { message }: Refusal): Told => {
  const [, cause, cure] = /^(.*?[.]) (.*)$/su.exec(message) ?? []
  if (cause === undefined || cure === undefined) throw new Error(`${tag} says what happened, and not what to do`)
  return { cause, cure }
}

const decode = Schema.decodeUnknownSync(Schema.Struct({ catalogue: Schema.Record(Schema.String, Refusal) }))

const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
