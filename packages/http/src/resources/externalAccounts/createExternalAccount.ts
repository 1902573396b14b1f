import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import type { RefusalTag } from "../../errors/catalogue.ts"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { ExternalAccountBody, externalAccountBody } from "./readExternalAccounts.ts"

const success = ExternalAccountBody.pipe(HttpApiSchema.status(201))

/** What an account that is created or changed is refused with. */
export const ofJudging = [
  "ExternalAccountExists",
  "ExternalAccountInvalid",
  "ExternalAccountMistyped",
  "ExternalAccountRejected"
] as const satisfies ReadonlyArray<RefusalTag>
const refusals = [...ofJudging, "CustomerDeleted", "CustomerNotFound"] as const

/**
 * A body that the type of account judges whole, so that everything wrong with it is told at once. The document shows
 * what the account types ask for: see `document/openApi.ts`.
 */
export const judgedWhole = (identifier: string) => Schema.Record(Schema.String, Schema.Json).annotate({ identifier })

const create = (scope: core.AccountScope, body: core.JsonObject) =>
  Effect.map(core.createExternalAccount(scope, body), externalAccountBody)

export const createExternalAccount = endpoint(
  HttpApiEndpoint.post("createExternalAccount", "/customers/external-accounts", {
    headers: idempotencyHeader,
    payload: judgedWhole("NewExternalAccount"),
    success
  }),
  {
    summary: "Create an external account of a customer",
    description:
      "Every field is judged by the rules of its accountType; a refusal names all that are wrong. Without customerId the account is the platform's.",
    scope: "MANAGE",
    refusals
  },
  ({ payload }) => create("customer", payload)
)

export const createPlatformAccount = endpoint(
  HttpApiEndpoint.post("createPlatformAccount", "/platform/external-accounts", {
    headers: idempotencyHeader,
    payload: judgedWhole("NewPlatformAccount"),
    success
  }),
  { summary: "Create an external account of the platform", scope: "MANAGE", refusals },
  ({ payload }) => create("platform", payload)
)
