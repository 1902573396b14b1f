// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { entry, invalid } from "../model/entries.ts"
import { FieldError } from "../model/fieldErrors.ts"

const errors = { errors: Schema.Array(FieldError) }

/** An address that webhooks are not sent to. `check` names the rule that it breaks. */
export class WebhookEndpointRefused extends Schema.TaggedError<WebhookEndpointRefused>()("WebhookEndpointRefused", { check: Schema.String }) { static readonly entry = invalid("Webhook endpoint refused", "Webhooks go to https addresses of the public internet, on port 443 or 8443, without a user name. reason names the rule that this one breaks.") }

/** Settings that would decide nothing, or go past what the policy of the host allows. */
export class ConfigRefused extends Schema.TaggedError<ConfigRefused>()("ConfigRefused", errors) { static readonly entry = invalid("Config refused", "The config has settings that cannot take effect. details.errors names each one, and what it must be.") }

/** The platform lists its currencies, and this one is not among them. */
export class CurrencyUnsupported extends Schema.TaggedError<CurrencyUnsupported>()("CurrencyUnsupported", {}) { static readonly entry = entry("invalid", "INVALID_CURRENCY", "Currency is not supported", "supportedCurrencies of the platform's config does not have the currency of this payment. Add it with PATCH /config, or use another.") }

/** The platform has not enabled payments of this direction in this currency. */
export class TransactionTypeDisabled extends Schema.TaggedError<TransactionTypeDisabled>()("TransactionTypeDisabled", {}) { static readonly entry = invalid("Transaction type is not enabled", "supportedCurrencies of the platform's config does not enable this type of transaction in this currency. Change it with PATCH /config.") }

/** The amount is under `minAmount` or over `maxAmount` of the currency. */
export class AmountBeyondLimits extends Schema.TaggedError<AmountBeyondLimits>()("AmountBeyondLimits", errors) { static readonly entry = entry("invalid", "AMOUNT_OUT_OF_RANGE", "Amount outside the platform's limits", "supportedCurrencies of the platform's config has limits for this currency. details.errors names them; choose an amount within.") }

/** The platform requires fields of the counterparty that its account does not have. */
export class CounterpartyIncomplete extends Schema.TaggedError<CounterpartyIncomplete>()("CounterpartyIncomplete", errors) { static readonly entry = entry("invalid", "MISSING_MANDATORY_USER_INFO", "Counterparty lacks mandatory fields", "supportedCurrencies of the platform's config requires fields of the counterparty. details.errors names them; add them to its account.") }
