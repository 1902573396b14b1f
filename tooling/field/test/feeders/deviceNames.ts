import { passkeyAddition, RP, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { callers } from "@countersign/harness/world"
import { Schema } from "effect"
import { feeding } from "../feeding.ts"
import { ownerIn, worldOf } from "../wallet.ts"

const world = worldOf()

/** The nickname that a person gives to a passkey: what is stored and listed, or the status of the refusal. */
export const deviceNames = feeding(Schema.Struct({ nickname: Schema.String }), async ({ nickname }) => {
  const { accountId, keys } = await ownerIn(world)
  const path = "/auth/credentials"
  const body = passkeyAddition(accountId, makeAuthenticator(RP), undefined, nickname)
  const added = await signed(world, callers.a, keys, { method: "POST", path, body })
  if (added.status !== 201) return { refused: added.status }
  const { data } = (await world.call(callers.a, "GET", `${path}?accountId=${accountId}`)).body
  const listed = data.find(({ id }: { readonly id: string }) => id === added.body.id)
  return { stored: listed.nickname }
})
