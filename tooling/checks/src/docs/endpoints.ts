import { notice } from "./notice.ts"

interface Listed {
  readonly shape: { readonly identifier: string; readonly method: string; readonly path: string }
  readonly ground: string | undefined
  readonly scope: string
  readonly body: "strict" | "lenient" | "none"
  readonly isRepeatable: boolean
  readonly isSecret: boolean
  readonly refusals: ReadonlyArray<string>
}

interface Exports {
  readonly BODY_LIMIT: number
  readonly endpoints: ReadonlyArray<Listed>
}

/** Prints what `@countersign/http` exports as `endpoints`: a row each, the checks of a call in the order it meets them. */
export const endpointsPage = ({ BODY_LIMIT, endpoints }: Exports): string => {
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
