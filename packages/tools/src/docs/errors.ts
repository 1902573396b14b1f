import { Schema } from "effect"
import { notice } from "./notice.ts"

const Exports = Schema.Struct({
  catalogue: Schema.Record(
    Schema.String,
    Schema.Struct({
      status: Schema.Int,
      code: Schema.String,
      message: Schema.String,
      reason: Schema.optional(Schema.String),
      check: Schema.optional(Schema.String)
    })
  )
})

/** Prints what `@countersign/http` exports as `catalogue`: one row for each refusal, by status and code. */
export const errorsPage = (http: unknown): string => {
  const refusals = Object.entries(decode(http).catalogue)
    .map(([tag, refusal]) => ({ tag, ...refusal }))
    .sort((one, other) => one.status - other.status || compare(one.code, other.code) || compare(one.tag, other.tag))
    .map(({ tag, status, code, reason = "", message, check = "" }) =>
      row([`${status}`, `\`${code}\``, reason, message, check, `\`${tag}\``])
    )
  const head = [
    row(["Status", "Code", "Reason", "Message", "What to check", "Name in the code"]),
    "|---|---|---|---|---|---|"
  ]
  return [notice, "# Errors\n", ...head, ...refusals, ""].join("\n")
}

const decode = Schema.decodeUnknownSync(Exports)

const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
