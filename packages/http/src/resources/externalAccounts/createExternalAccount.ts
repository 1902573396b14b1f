import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import type { RefusalTag } from "../../errors/catalogue.ts"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { ExternalAccountBody, externalAccountBody } from "./readExternalAccounts.ts"

const success = ExternalAccountBody.pipe(HttpApiSchema.status(201))

/** The refusals of creating and changing an external account. */
export const ofJudging = [
  "ExternalAccountExists",
  "ExternalAccountInvalid",
  "ExternalAccountMistyped",
  "ExternalAccountRejected"
] as const satisfies ReadonlyArray<RefusalTag>
const refusals = [...ofJudging, "CustomerDeleted", "CustomerNotFound"] as const

/**
 * A body that the account type validates as a whole, so that all errors are reported together. The document shows the
 * fields of the account types: see `document/openApi.ts`.
 */
export const verifiedAccount = (identifier: string) =>
  Schema.Record(Schema.String, Schema.Json).annotate({ identifier })

const create = (scope: core.AccountScope, body: core.JsonObject) =>
  Effect.map(core.createExternalAccount(scope, body), externalAccountBody)

export const createExternalAccount = endpoint(
  HttpApiEndpoint.post("createExternalAccount", "/customers/external-accounts", {
    headers: idempotencyHeader,
    payload: verifiedAccount("NewExternalAccount"),
    success
  }),
  {
    summary: "Create an external account of a customer",
    description:
      "All fields are validated by the rules of the accountType; a refusal lists every error. Without customerId, the account belongs to the platform.",
    scope: "MANAGE",
    refusals
  },
  ({ payload }) => create("customer", payload)
)

export const createPlatformAccount = endpoint(
  HttpApiEndpoint.post("createPlatformAccount", "/platform/external-accounts", {
    headers: idempotencyHeader,
    payload: verifiedAccount("NewPlatformAccount"),
    success
  }),
  { summary: "Create an external account of the platform", scope: "MANAGE", refusals },
  ({ payload }) => create("platform", payload)
)
