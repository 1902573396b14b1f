import { ConfigId, EmbeddedWalletConfig, type PlatformConfig, SupportedCurrency } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

export const ConfigBody = Schema.Struct({
  id: ConfigId,
  umaDomain: Schema.String,
  proxyUmaSubdomain: Schema.optionalKey(Schema.String),
  webhookEndpoint: Schema.optionalKey(Schema.String),
  supportedCurrencies: Schema.Array(SupportedCurrency),
  isRegulatedFinancialInstitution: Schema.Boolean,
  embeddedWalletConfig: EmbeddedWalletConfig,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "PlatformConfig" })

export const configBody = ({ configId, ...config }: PlatformConfig): typeof ConfigBody.Type => ({
  id: configId,
  ...config
})
