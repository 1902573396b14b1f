import { ExternalAccountId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { ExternalAccountBody } from "../bodies/ExternalAccountBody.ts"

const shape = {
  params: { id: ExternalAccountId },
  success: ExternalAccountBody,
  error: refusalsOf("readExternalAccount")
}

export const readExternalAccount = HttpApiEndpoint.get(
  "readExternalAccount",
  "/customers/external-accounts/:id",
  shape
).annotate(OpenApi.Summary, "Read an external account of a customer")

export const readPlatformAccount = HttpApiEndpoint.get(
  "readPlatformAccount",
  "/platform/external-accounts/:id",
  shape
).annotate(OpenApi.Summary, "Read an external account of the platform")
