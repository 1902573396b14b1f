import { callers } from "@countersign/harness/world"
import { Schema } from "effect"
import { feeding } from "../feeding.ts"
import { worldOf } from "../wallet.ts"

const world = worldOf()

/** The address of a new customer: what is stored, and the address that a login code is sent to; or the status of the refusal. */
export const emails = feeding(Schema.Struct({ email: Schema.String }), async ({ email }) => {
  const created = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL", email } })
  if (created.status !== 201) return { refused: created.status }
  const accounts = await world.call(
    callers.a,
    "GET",
    `/internal-accounts?customerId=${created.body.id}&type=EMBEDDED_WALLET`
  )
  const list = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accounts.body.data[0].id}`)
  return { stored: created.body.email, signsInAs: list.body.data[0].nickname }
})
