import { MARK } from "../printed/formatted.ts"
import { generatedPage, table } from "../workspace/markdown.ts"

/** The parts of an endpoint of `@countersign/http` that its rows show. */
interface Listed {
  readonly shape: {
    readonly identifier: string
    readonly method: string
    readonly path: string
    readonly params?: object | undefined
    readonly headers?: object | undefined
    readonly query?: object | undefined
    readonly payload: { readonly size: number }
  }
  readonly ground?: string | undefined
  readonly scope: string
  readonly body: "strict" | "lenient" | "none"
  readonly isRepeatable: boolean
  readonly isSecret: boolean
  readonly ofUser: { readonly owner: string } | undefined
  readonly refusals: ReadonlyArray<string>
}

type Exports = Readonly<{ BODY_LIMIT: number; endpoints: ReadonlyArray<Listed> }>

/** Prints a row for each endpoint of `@countersign/http`, with its checks in the order of execution. */
export const endpointsPage = ({ BODY_LIMIT, endpoints }: Exports): string => {
  const rows = endpoints.map(({ body, ground = "", isRepeatable, isSecret, ofUser, refusals, scope, shape }) => [
    `\`${shape.method} ${shape.path}\``,
    ground,
    scope,
    body === "none" ? "" : `${BODY_LIMIT / 1024} KiB${body === "lenient" ? ", or none" : ""}`,
    isRepeatable ? "takes a key" : "",
    isSecret ? "once" : "",
    signatureOf(refusals),
    ofUser === undefined ? "" : ofUser.owner === "none" ? "yes" : `\`${ofUser.owner}\``,
    `\`${shape.identifier}\``
  ])
  return generatedPage("Endpoints", INTRODUCTION, table(HEAD, rows), "")
}

const INTRODUCTION = `Every endpoint under the base path, with its checks from left to right in the order in which the server runs them. Every
endpoint requires an API token, or a user of \`forUser\`. **Feature**: the endpoint exists only where the token's mode has this feature. **Scope**: the
scope that the token needs. **Body**: the maximum size, unless the option \`bodyLimit\` sets another; "or none" means that a
missing body counts as \`{}\`. **Idempotent**: the endpoint accepts an \`Idempotency-Key\`. **Secret**: the reply contains a key,
so the server does not store it for a repeated call. **Signature**: \`retry\` is a signed retry, where the operation requires one;
\`stamp\` is a stamp over a payload from an earlier reply. **User**: \`forUser\` serves it to a signed-in user, whose own object this
field names.
`

const HEAD = ["Endpoint", "Feature", "Scope", "Body", "Idempotent", "Secret", "Signature", "User", "Name"]

/**
 * Prints the module that exports the endpoints, below the matrix of endpoints and checks. A row is an endpoint; the
 * columns are its checks, in the order in which the server runs them.
 */
export const matrixModule = (endpoints: ReadonlyArray<Listed>): string => {
  const rows = endpoints.map(checksOf)
  const widths = CHECKS.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [CHECKS, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  const comment = [...MATRIX, "", ...lines].map((line) => `// ${line}`.trimEnd()).join("\n")
  return `${MARK}\n//\n${comment}\n\nexport { endpoints, resources } from "./groups.ts"\n`
}

const MATRIX = [
  "The checks of each endpoint, in the order in which the server runs them.",
  "",
  "Every call is authenticated first, by its API token or as a user of `forUser`, and limited after its scope.",
  "mode: it exists only in modes with this feature · user: `forUser` serves it · body: how it is read · key: takes an",
  "Idempotency-Key · decodes: path, headers, query, body · own: the field that names the user's object · signs: `retry` is",
  "a signed retry, `stamp` a stamp over an earlier payload, both after the authority and the policy of the account."
]

const CHECKS = ["", "mode", "user", "scope", "body", "key", "decodes", "own", "signs"]

const checksOf = ({ body, ground = "", isRepeatable, ofUser, refusals, scope, shape }: Listed) => [
  `${shape.method.padEnd("DELETE".length)} ${shape.path}`,
  ground,
  ofUser === undefined ? "" : "yes",
  scope,
  body === "none" ? "" : body,
  isRepeatable ? "yes" : "",
  [
    shape.params === undefined ? "-" : "p",
    shape.headers === undefined ? "-" : "h",
    shape.query === undefined ? "-" : "q",
    shape.payload.size === 0 ? "-" : "b"
  ].join(""),
  ofUser === undefined || ofUser.owner === "none" ? "" : ofUser.owner,
  signatureOf(refusals)
]

/** The signature that an endpoint may require, by its refusals. */
const signatureOf = (refusals: ReadonlyArray<string>): string => {
  if (refusals.includes("RequestUnknown")) return "retry"
  return refusals.includes("StampMissing") ? "stamp" : ""
}
