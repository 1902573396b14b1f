import { type Change, SERVICE } from "./Change.ts"

/** A figure of the policy: its name, default, bounds and reason in one place. Its type in the promise API is printed. */
export const policyField: Change = {
  name: "policy field",
  edits: [
    {
      edit: "packages/core/src/model/Policy.ts",
      find: "  /** How long a quote is valid. */",
      by: `  /** Notes that a customer may have. */
  notesPerCustomer: whole({ default: 20, least: 1, most: 100 }, "More than any platform writes."),
  /** How long a quote is valid. */`
    }
  ],
  shown: `${SERVICE}
import { defaultPolicy, policyFields } from "@countersign/core/internal"

assert.equal(defaultPolicy.notesPerCustomer, 20)
assert.equal(policyFields.notesPerCustomer.why, "More than any platform writes.")
createCountersign({ logs: "none", policy: { notesPerCustomer: 100 } })
assert.throws(
  () => createCountersign({ logs: "none", policy: { notesPerCustomer: 101 } }),
  /policy\\.notesPerCustomer must be a whole number from 1 to 100/u
)
process.exit(0)
`
}
