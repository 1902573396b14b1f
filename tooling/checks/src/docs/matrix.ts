import { MARK } from "../printed/formatted.ts"
import { type Listed, signatureOf } from "./endpoints.ts"

/**
 * Prints the module that exports the endpoints, below the matrix of endpoints and checks. A row is an endpoint; the
 * columns are its checks, in the order in which the server runs them.
 */
export const matrixModule = (endpoints: ReadonlyArray<Listed>): string => {
  const rows = endpoints.map(rowOf)
  const widths = HEAD.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [HEAD, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  const comment = [...INTRODUCTION, "", ...lines].map((line) => `// ${line}`.trimEnd()).join("\n")
  return `${MARK}\n//\n${comment}\n\nexport { endpoints, resources } from "./groups.ts"\n`
}

const INTRODUCTION = [
  "The checks of each endpoint, in the order in which the server runs them.",
  "",
  "Every call is authenticated first, by its API token or as a user of `forUser`, and limited after its scope.",
  "mode: it exists only in modes with this feature · user: `forUser` serves it · body: how it is read · key: takes an",
  "Idempotency-Key · decodes: path, headers, query, body · own: the field that names the user's object · signs: `retry` is",
  "a signed retry, `stamp` a stamp over an earlier payload, both after the authority and the policy of the account."
]

const HEAD = ["", "mode", "user", "scope", "body", "key", "decodes", "own", "signs"]

const rowOf = ({ body, ground = "", isRepeatable, ofUser, refusals, scope, shape }: Listed): ReadonlyArray<string> => [
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
