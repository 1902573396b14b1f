import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, patch } from "../endpoint.ts"
import { dated, optional } from "../fields.ts"

const ConfigBody = Schema.Struct({
  id: core.ConfigId,
  umaDomain: Schema.String,
  proxyUmaSubdomain: Schema.optionalKey(Schema.String),
  webhookEndpoint: optional(
    Schema.String,
    "Over HTTP, a token without MANAGE reads the origin alone: the rest of the address can be a secret"
  ),
  supportedCurrencies: Schema.Array(core.SupportedCurrency),
  isRegulatedFinancialInstitution: Schema.Boolean,
  embeddedWalletConfig: Schema.toType(core.EmbeddedWalletConfig),
  ...dated
}).annotate({ identifier: "PlatformConfig", description: "The configuration of a platform" })

const configBody = ({ configId, webhookEndpointBy: _, ...config }: core.PlatformConfig): typeof ConfigBody.Type => ({
  id: configId,
  ...config
})

export const readConfig = get("readConfig", "/config", {
  summary: "Read the platform configuration",
  success: ConfigBody,
  handle: Effect.fnUntraced(function* () {
    const { webhookEndpoint, ...config } = configBody(yield* core.readConfig())
    if (webhookEndpoint === undefined) return config
    const isManaged = (yield* core.CurrentPrincipal)?.scopes.includes("MANAGE") ?? true
    return { ...config, webhookEndpoint: isManaged ? webhookEndpoint : new URL(webhookEndpoint).origin }
  })
})

export const updateConfig = patch("updateConfig", "/config", {
  summary: "Update the platform configuration",
  description:
    "Omitted fields are unchanged. webhookEndpoint receives the events: a public https address, or null for none. A new address is sent a TEST event.",
  tokenAlone: {
    achieves:
      "Redirects webhooks; changes the names in mails, and the reply address within the domains of the host's mailer; makes codes stricter.",
    because:
      "An event authorises nothing here. Codes become no shorter and live no longer than the host's policy, and mails leave from the host's address with the host's words.",
    writes: ["platform_configs"]
  },
  payload: core.ConfigPatch,
  success: ConfigBody,
  refusals: ["ConfigRefused", "WebhookEndpointRefused"],
  handle: ({ payload }) => Effect.map(core.updateConfig(payload), configBody)
})
