import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { AuthMethod, authMethod } from "./readCredentials.ts"

export const addCredential = endpoint(
  HttpApiEndpoint.post("addCredential", "/auth/credentials", {
    headers: retryHeaders,
    payload: Schema.Union(Object.values(core.kinds).map(({ addition }) => addition)),
    success: [Challenge, AuthMethod.pipe(HttpApiSchema.status(201))]
  }),
  {
    summary: "Add a credential to an account",
    description:
      "Signed retry by a session of the account. For an account without credentials, the first call returns 201.",
    scope: "MANAGE",
    refusals: [
      ...ofRetry,
      ...core.refusalsOf("add"),
      "AccountNotFound",
      "CredentialSetChanged",
      "CustomerDeleted",
      "TooManyCredentials"
    ]
  },
  ({ headers, payload, sent }) =>
    signed(
      headers,
      (retry) => core.addCredential({ accountId: payload.accountId, addition: payload, body: sent }, retry),
      ({ credential, otpEncryptionTargetBundle }) => authMethod(credential, otpEncryptionTargetBundle)
    )
)
