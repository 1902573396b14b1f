import * as core from "@countersign/core/internal"
import { Effect } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { ofJudging, verifiedAccount } from "./createExternalAccount.ts"
import { ExternalAccountBody, externalAccountBody } from "./readExternalAccounts.ts"

const shape = {
  params: { id: core.ExternalAccountId },
  headers: idempotencyHeader,
  payload: verifiedAccount("ExternalAccountPatch"),
  success: ExternalAccountBody
}
const description =
  "accountInfo is merged into the stored value (RFC 7396): null removes a field. A changed destination or beneficiary is verified again; status ACTIVE or INACTIVE enables and disables the account."
const refusals = [...ofJudging, "ExternalAccountNotFound", "StatusUnreachable"] as const

const update = (scope: core.AccountScope, id: core.ExternalAccountId, body: core.JsonObject) =>
  Effect.map(core.updateExternalAccount(id, body, scope), externalAccountBody)

export const updateExternalAccount = endpoint(
  HttpApiEndpoint.patch("updateExternalAccount", "/customers/external-accounts/:id", shape),
  { summary: "Change an external account of a customer", description, scope: "MANAGE", refusals },
  ({ params, payload }) => update("customer", params.id, payload)
)

export const updatePlatformAccount = endpoint(
  HttpApiEndpoint.patch("updatePlatformAccount", "/platform/external-accounts/:id", shape),
  { summary: "Change an external account of the platform", description, scope: "MANAGE", refusals },
  ({ params, payload }) => update("platform", params.id, payload)
)
