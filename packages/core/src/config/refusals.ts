import { Schema } from "effect"
import { FieldError } from "../model/fieldErrors.ts"

const errors = { errors: Schema.Array(FieldError) }

/** An address that webhooks are not sent to. `check` names the rule that it breaks. */
export class WebhookEndpointRefused extends Schema.TaggedError<WebhookEndpointRefused>()("WebhookEndpointRefused", {
  check: Schema.String
}) {}

/** Settings that would decide nothing, or go past what the policy of the host allows. */
export class ConfigRefused extends Schema.TaggedError<ConfigRefused>()("ConfigRefused", errors) {}

/** The platform lists its currencies, and this one is not among them. */
export class CurrencyUnsupported extends Schema.TaggedError<CurrencyUnsupported>()("CurrencyUnsupported", {}) {}

/** The platform has not enabled payments of this direction in this currency. */
export class TransactionTypeDisabled extends Schema.TaggedError<TransactionTypeDisabled>()(
  "TransactionTypeDisabled",
  {}
) {}

/** The amount is under `minAmount` or over `maxAmount` of the currency. */
export class AmountBeyondLimits extends Schema.TaggedError<AmountBeyondLimits>()("AmountBeyondLimits", errors) {}

/** The platform requires fields of the counterparty that its account does not have. */
export class CounterpartyIncomplete extends Schema.TaggedError<CounterpartyIncomplete>()(
  "CounterpartyIncomplete",
  errors
) {}
