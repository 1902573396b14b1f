import { type Change, SERVICE } from "./Change.ts"

/** A refusal with the header Retry-After: its class, with its tag and its entry of the catalogue. No file is new. */
export const refusal: Change = {
  name: "refusal",
  edits: [
    {
      edit: "packages/core/src/things/recovery/rules/refusals.ts",
      find: "export class RecoveryUnconfirmed ",
      by: `/** The platform was greeted recently. */
export class GreetedAlready extends Refusal("GreetedAlready", { until: Millis, at: Millis })(conflict, {
  reason: "Greeted already",
  message: "The platform was greeted recently. Greet it again after Retry-After seconds.",
  cause: "A platform is greeted once a minute.",
  remedy: "Wait for the time that Retry-After states."
}) {}

export class RecoveryUnconfirmed `
    }
  ],
  // GET /greeting, another recorded change, is refused with it.
  shown: `${SERVICE}
import { catalogue } from "@countersign/http"

const { body, retryAfter, status } = await ask("GET", "/greeting?name=early")
assert.deepEqual([status, body.code, body.reason, retryAfter], [409, "CONFLICT", "Greeted already", "60"])
assert.match(body.message, /greeted recently/u)
assert.equal(catalogue.GreetedAlready.status, 409)
process.exit(0)
`
}
