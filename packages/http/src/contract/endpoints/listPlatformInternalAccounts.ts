import { AccountType } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { currencyCode } from "../bodies/codes.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"

export const listPlatformInternalAccounts = HttpApiEndpoint.get(
  "listPlatformInternalAccounts",
  "/platform/internal-accounts",
  {
    query: { currency: Schema.optionalKey(currencyCode), type: Schema.optionalKey(AccountType) },
    success: Schema.Struct({ data: Schema.Array(InternalAccountBody) })
  }
).annotate(OpenApi.Summary, "List the platform's own internal accounts")
