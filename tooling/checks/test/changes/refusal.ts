import type { Change } from "./Change.ts"

/** A refusal: its class, with its tag and its entry of the catalogue. No file is new. */
export const refusal: Change = {
  name: "refusal",
  costs: { created: 0, edited: 1 },
  edits: [
    {
      edit: "packages/core/src/rules/tokens/ApiToken.ts",
      find: "/** The token has, or would have,",
      by: `/** The token is not valid before its start time. */
export class TokenNotYetValid extends Refusal("TokenNotYetValid")(withCode("forbidden", "TOKEN_NOT_YET_VALID"), {
  reason: "Token not yet valid",
  message: "The token is valid from a later time. Use it then.",
  cause: "The token was created with a start time.",
  remedy: "Read the token for its start time."
}) {}

/** The token has, or would have,`
    }
  ],
  shown: `import assert from "node:assert/strict"
import { TokenNotYetValid } from "@countersign/core/internal"
import { bodyOf, catalogue } from "@countersign/http"

const { code, message, status } = bodyOf(new TokenNotYetValid())
assert.deepEqual([status, code], [403, "TOKEN_NOT_YET_VALID"])
assert.match(message, /later time/u)
assert.equal(catalogue.TokenNotYetValid.reason, "Token not yet valid")
`
}
