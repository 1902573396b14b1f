import { encodeUtf8 } from "@countersign/wire"
import { Schema } from "effect"
import { dated } from "../../../model/counted.ts"
import { EmbeddedWalletConfig } from "../../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../../model/Environment.ts"
import { ConfigId } from "../../../model/ids.ts"
import { invalid, Refusal, withCode } from "../../../model/Refusal.ts"
import { withinBounds } from "../../../model/settingBounds.ts"
import { FieldError, line } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"
import { absent, type Plan, unchanged } from "../../../store/plans.ts"
import { byId, type Stored } from "../../../store/records.ts"

const domain = Schema.String.check(
  Schema.isMaxLength(253),
  Schema.isPattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, {
    send: "a domain name in lower case, such as pay.example.com or xn--mnchen-3ya.de"
  })
)
const label = Schema.String.check(
  Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, {
    send: "one label of a domain name: at most 63 lower-case letters, digits and hyphens"
  })
)
const amount = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const SupportedCurrency = Schema.Struct({
  currencyCode: Schema.String.check(
    Schema.isPattern(/^[A-Z][A-Z0-9_]{2,15}$/u, { send: "a currency code in upper case, such as USD" })
  ),
  minAmount: Schema.optionalKey(amount),
  maxAmount: Schema.optionalKey(amount),
  requiredCounterpartyFields: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: line(64), mandatory: Schema.Boolean })).check(Schema.isMaxLength(50))
  ),
  enabledTransactionTypes: Schema.Array(Schema.Literals(["INCOMING", "OUTGOING"])).check(Schema.isMaxLength(2))
}).annotate({
  description:
    "A currency that a platform supports, and its limits, inclusive and in its smallest unit. They limit the sent amount of OUTGOING payments and the received amount of INCOMING ones"
})
export type SupportedCurrency = typeof SupportedCurrency.Type

const settings = {
  umaDomain: domain,
  proxyUmaSubdomain: label,
  supportedCurrencies: Schema.Array(SupportedCurrency).check(Schema.isMaxLength(200)),
  isRegulatedFinancialInstitution: Schema.Boolean
}

/** The configuration of a platform, one record per environment. */
export const PlatformConfig = Schema.Struct({
  ...settings,
  configId: ConfigId,
  proxyUmaSubdomain: Schema.optionalKey(label),
  /** The URL that events are sent to. If absent, no events are sent. */
  webhookEndpoint: Schema.optionalKey(Schema.String),
  /** The tokens that vouch for the one that set the endpoint; absent if the host's own program did. */
  webhookEndpointBy: Schema.optionalKey(Schema.Array(Schema.String)),
  embeddedWalletConfig: Schema.toType(EmbeddedWalletConfig),
  ...dated
})
export type PlatformConfig = typeof PlatformConfig.Type

export const ConfigPatch = Schema.Struct({
  umaDomain: Schema.optionalKey(domain),
  proxyUmaSubdomain: Schema.optionalKey(label),
  webhookEndpoint: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({ description: "Null removes the endpoint" })
  ),
  supportedCurrencies: Schema.optionalKey(
    settings.supportedCurrencies.check(
      // Every reply about the configuration repeats the list and must stay below 64 KiB (I20).
      Schema.makeFilter((list) => encodeUtf8(JSON.stringify(list)).length <= 49_152, {
        fault: "The list is longer than 48 KiB",
        send: "a list of at most 200 currencies, and of at most 48 KiB as JSON"
      })
    )
  ),
  isRegulatedFinancialInstitution: Schema.optionalKey(Schema.Boolean),
  embeddedWalletConfig: Schema.optionalKey(EmbeddedWalletConfig)
}).annotate({ description: "Omitted fields stay unchanged" })
export type ConfigPatch = typeof ConfigPatch.Type

/** One record per environment, so the key is constant. */
export const CONFIG_KEY = "config"

export const platformConfigs = Collection.make({
  name: "platform_configs",
  schema: PlatformConfig,
  id: () => CONFIG_KEY,
  isOftenAbsent: true
})

/** The default domain. RFC 2606 section 2 reserves it, so it can never exist. */
export const UMA_DOMAIN = "countersign.invalid"

/** The configuration of a platform that has set nothing. */
export const freshConfig = (configId: ConfigId, at: Millis): PlatformConfig => ({
  configId,
  umaDomain: UMA_DOMAIN,
  supportedCurrencies: [],
  isRegulatedFinancialInstitution: false,
  embeddedWalletConfig: {},
  createdAt: at,
  updatedAt: at
})

/** The configuration after a patch by a caller for whom these tokens vouch. */
export const patchedConfig = (
  config: PlatformConfig,
  patch: ConfigPatch,
  at: Millis,
  vouchers: ReadonlyArray<string> = []
): PlatformConfig => {
  const { embeddedWalletConfig, webhookEndpoint: wanted, ...fields } = patch
  const { webhookEndpoint: known, webhookEndpointBy: knownBy = [], ...rest } = config
  const webhookEndpoint = wanted === undefined ? known : (wanted ?? undefined)
  const webhookEndpointBy = webhookEndpoint === known ? knownBy : vouchers
  return {
    ...rest,
    ...fields,
    ...(webhookEndpoint === undefined ? {} : { webhookEndpoint }),
    ...(webhookEndpoint === undefined || webhookEndpointBy.length === 0 ? {} : { webhookEndpointBy }),
    embeddedWalletConfig: { ...config.embeddedWalletConfig, ...embeddedWalletConfig },
    updatedAt: at
  }
}

export const configOf = (environment: EnvironmentKey) => byId(platformConfigs, environment, CONFIG_KEY)

/**
 * The plan of an operation that has read the platform's configuration. Without an endpoint its events are given up from
 * the start, and no worker writes them again. An approval call stays, because its missing answer is a decision.
 */
export const announcedTo = <P extends Plan>(
  config: Stored<PlatformConfig> | undefined,
  environment: EnvironmentKey,
  plan: P
): P => {
  const { drafts = [], guards = [] } = plan
  if (config?.value.webhookEndpoint !== undefined || !drafts.some(({ unheard }) => unheard !== undefined)) return plan
  // An endpoint that is set in between receives the events of the next attempt.
  const same = config === undefined ? absent(platformConfigs, environment, CONFIG_KEY) : unchanged(config)
  return {
    ...plan,
    drafts: drafts.map((draft) => (draft.unheard === undefined ? draft : { ...draft, insert: draft.unheard })),
    guards: [...guards, same]
  }
}

/** The platform's settings for its wallets. */
export const walletConfigOf = (config: Stored<PlatformConfig> | undefined): EmbeddedWalletConfig =>
  withinBounds(config?.value.embeddedWalletConfig ?? {}, "embeddedWalletConfig")

const errors = { errors: Schema.Array(FieldError) }

/** Webhooks are never sent to this address. `check` names the rule that it violates. */
export class WebhookEndpointRefused extends Refusal("WebhookEndpointRefused", { check: Schema.String })(invalid, {
  reason: "Webhook endpoint refused",
  message:
    "The webhook endpoint is not allowed, and reason names the rule. Use a public https URL on port 443 or 8443 without a user name.",
  cause:
    "Webhooks are sent only to public addresses over https, which protects internal networks from server-side request forgery.",
  remedy: "Use a public host name with a valid certificate. For local development, use a tunnel."
}) {}

export class ConfigRefused extends Refusal("ConfigRefused", errors)(invalid, {
  reason: "Config refused",
  message: "The config contains settings that cannot take effect. Correct each setting listed in details.errors.",
  cause:
    "A setting conflicts with another setting, names an unknown currency or field, or exceeds the policy of the deployment.",
  remedy: "Change each listed setting to a value that details.errors allows, and send the config again."
}) {}

export class CurrencyUnsupported extends Refusal("CurrencyUnsupported")(withCode("invalid", "INVALID_CURRENCY"), {
  reason: "Currency is not supported",
  message:
    "The platform's config does not support the currency of this payment. Add it to supportedCurrencies with PATCH /config, or use another currency.",
  cause: "The platform's config has a supportedCurrencies list, and this currency is not in it.",
  remedy: "Read the list with GET /config. Without a list, the platform supports every currency of its rails."
}) {}

export class TransactionTypeDisabled extends Refusal("TransactionTypeDisabled")(invalid, {
  reason: "Transaction type is not enabled",
  message:
    "The platform's config does not enable this type of transaction in this currency. Enable it in supportedCurrencies with PATCH /config.",
  cause: "enabledTransactionTypes of the currency does not contain the direction of the payment.",
  remedy: "Add INCOMING or OUTGOING to enabledTransactionTypes, or use another currency."
}) {}

export class AmountBeyondLimits extends Refusal("AmountBeyondLimits", errors)(
  withCode("invalid", "AMOUNT_OUT_OF_RANGE"),
  {
    reason: "Amount outside the platform's limits",
    message:
      "The amount is outside the platform's limits for this currency. Choose an amount within the limits in details.errors.",
    cause: "supportedCurrencies in the platform's config sets minAmount and maxAmount for this currency.",
    remedy: "Change the amount, or change the limits with PATCH /config."
  }
) {}

export class CounterpartyIncomplete extends Refusal("CounterpartyIncomplete", errors)(
  withCode("invalid", "MISSING_MANDATORY_USER_INFO"),
  {
    reason: "Counterparty lacks mandatory fields",
    message:
      "The counterparty lacks fields that the platform requires for this currency. Add the fields in details.errors to the external account.",
    cause: "supportedCurrencies in the platform's config lists requiredCounterpartyFields for this currency.",
    remedy:
      "Create the external account with these fields of the beneficiary, or change the requirement with PATCH /config."
  }
) {}
