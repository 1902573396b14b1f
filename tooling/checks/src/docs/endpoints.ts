import { Schema } from "effect"
import { notice } from "./notice.ts"

const Endpoint = Schema.Struct({
  shape: Schema.Struct({ identifier: Schema.String, method: Schema.String, path: Schema.String }),
  ground: Schema.UndefinedOr(Schema.String),
  scope: Schema.String,
  body: Schema.Literals(["strict", "lenient", "none"]),
  isRepeatable: Schema.Boolean,
  isSecret: Schema.Boolean,
  refusals: Schema.Array(Schema.String)
})

/** Prints what `@countersign/http` exports as `endpoints`: a row each, the checks of a call in the order it meets them. */
export const endpointsPage = (http: unknown): string => {
  const { BODY_LIMIT, endpoints } = decode(http)
  const rows = endpoints.map(({ body, ground = "", isRepeatable, isSecret, refusals, scope, shape }) => [
    `\`${shape.method} ${shape.path}\``,
    ground,
    scope,
    body === "none" ? "" : `${BODY_LIMIT / 1024} KiB${body === "lenient" ? ", or none" : ""}`,
    isRepeatable ? "takes a key" : "",
    isSecret ? "once" : "",
    signatureOf(refusals),
    `\`${shape.identifier}\``
  ])
  return `${[notice, "# Endpoints\n", INTRODUCTION, row(HEAD), row(HEAD.map(() => "---")), ...rows.map(row)].join("\n")}\n`
}

const INTRODUCTION = `Every endpoint under its base path, and what a call of it meets, from left to right, before its operation runs. A call
needs an API token everywhere. **Feature**: the endpoint exists only where the mode of the token has it. **Scope**: what the
token has to permit. **Body**: the most that is read, unless the option \`bodyLimit\` sets another; "or none": what is no JSON
object counts as \`{}\`. **Idempotent**: a call under an \`Idempotency-Key\` is carried out once. **Secret**: the answer delivers a
key, so that it is not kept for a repeated call. **Signature**: \`retry\` is the signed retry, where the operation asks for one;
\`stamp\` a stamp over what an earlier answer gave to sign.
`

const HEAD = ["Endpoint", "Feature", "Scope", "Body", "Idempotent", "Secret", "Signature", "Name"]

const signatureOf = (refusals: ReadonlyArray<string>): string => {
  if (refusals.includes("RequestUnknown")) return "retry"
  return refusals.includes("StampMissing") ? "stamp" : ""
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const decode = Schema.decodeUnknownSync(Schema.Struct({ BODY_LIMIT: Schema.Finite, endpoints: Schema.Array(Endpoint) }))
