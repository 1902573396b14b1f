import type { Change } from "./Change.ts"

/** A refusal: its class, with its tag and data, and its one line of HTTP. No file is new. */
export const refusal: Change = {
  name: "refusal",
  costs: { created: 0, edited: 2 },
  edits: [
    {
      edit: "packages/core/src/tokens/refusals.ts",
      after: `import { Schema } from "effect"`,
      insert: `
/** The token may not be used before a time that its maker set. */
export class TokenNotYetValid extends Schema.TaggedError<TokenNotYetValid>()("TokenNotYetValid", {}) {}`
    },
    {
      edit: "packages/http/src/errors/rules.ts",
      after: "  TokenNotFound: entry(404",
      insert: `  TokenNotYetValid: entry(403, "TOKEN_NOT_YET_VALID", "Token not yet valid", "The token is valid from a later time on. Use it then."),`
    }
  ],
  shown: `import assert from "node:assert/strict"
import { TokenNotYetValid } from "@countersign/core/internal"
import { bodyOf } from "@countersign/http"

const { code, message, status } = bodyOf(new TokenNotYetValid())
assert.deepEqual([status, code], [403, "TOKEN_NOT_YET_VALID"])
assert.match(message, /later time/u)
`
}
