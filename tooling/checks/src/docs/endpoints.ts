import { generatedPage, table } from "../workspace/markdown.ts"

export interface Listed {
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

interface Exports {
  readonly BODY_LIMIT: number
  readonly endpoints: ReadonlyArray<Listed>
}

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

/** The signature that an endpoint may require, by its refusals. */
export const signatureOf = (refusals: ReadonlyArray<string>): string => {
  if (refusals.includes("RequestUnknown")) return "retry"
  return refusals.includes("StampMissing") ? "stamp" : ""
}
