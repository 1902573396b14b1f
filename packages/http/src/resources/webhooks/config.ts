import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { idempotencyHeader } from "../signedRetry.ts"

const ConfigBody = Schema.Struct({
  id: core.ConfigId,
  umaDomain: Schema.String,
  proxyUmaSubdomain: Schema.optionalKey(Schema.String),
  webhookEndpoint: Schema.optionalKey(Schema.String),
  supportedCurrencies: Schema.Array(core.SupportedCurrency),
  isRegulatedFinancialInstitution: Schema.Boolean,
  embeddedWalletConfig: core.EmbeddedWalletConfig,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "PlatformConfig" })

const configBody = ({ configId, ...config }: core.PlatformConfig): typeof ConfigBody.Type => ({
  id: configId,
  ...config
})

export const readConfig = endpoint(
  HttpApiEndpoint.get("readConfig", "/config", { success: ConfigBody }),
  { summary: "Read the platform configuration", scope: "MANAGE" },
  () => Effect.map(core.readConfig(), configBody)
)

export const updateConfig = endpoint(
  HttpApiEndpoint.patch("updateConfig", "/config", {
    headers: idempotencyHeader,
    payload: core.ConfigPatch,
    success: ConfigBody
  }),
  {
    summary: "Update the platform configuration",
    description:
      "Omitted fields are unchanged. webhookEndpoint receives the events: a public https address, or null for none. A new address is sent a TEST event.",
    scope: "MANAGE",
    refusals: ["ConfigRefused", "WebhookEndpointRefused"]
  },
  ({ payload }) => Effect.map(core.updateConfig(payload), configBody)
)
