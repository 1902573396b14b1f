import { Discovery } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { countryCode, currencyCode } from "../bodies/codes.ts"

export const listDiscoveries = HttpApiEndpoint.get("listDiscoveries", "/discoveries", {
  query: { country: Schema.optionalKey(countryCode), currency: Schema.optionalKey(currencyCode) },
  success: Schema.Struct({ data: Schema.Array(Discovery.annotate({ identifier: "Discovery" })) })
})
  .annotate(OpenApi.Summary, "List the banks of a country or a currency")
  .annotate(
    OpenApi.Description,
    "Accounts in some countries are taken only with a bankName of this list, spelled to the letter."
  )
