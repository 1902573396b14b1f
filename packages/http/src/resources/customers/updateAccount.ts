import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { InternalAccountBody, internalAccountBody } from "./readAccounts.ts"

export const updateAccount = endpoint(
  HttpApiEndpoint.patch("updateAccount", "/internal-accounts/:id", {
    params: { id: core.AccountId },
    headers: retryHeaders,
    payload: Schema.Struct({ privateEnabled: Schema.Boolean }),
    success: [Challenge, InternalAccountBody]
  }),
  {
    summary: "Change the privacy of a wallet",
    description: "Signed retry by a session of the account.",
    scope: "MANAGE",
    refusals: [...ofRetry, "AccountNotFound", "CredentialNotFound"]
  },
  ({ headers, params, payload }) =>
    signed(headers, (retry) => core.updateAccount({ accountId: params.id, ...payload }, retry), internalAccountBody)
)
