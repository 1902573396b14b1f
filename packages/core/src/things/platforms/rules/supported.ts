import { flatBeneficiary, isJsonObject } from "@countersign/account-types"
import { Result } from "effect"
import type { Money } from "../../../model/currencies.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { boundFaults } from "../../../model/settingBounds.ts"
import { isAddressIn } from "../../../model/text.ts"
import type { FieldError } from "../../../schema/expected.ts"
import type { JsonObject } from "../../../store/Collection.ts"
import * as PlatformConfig from "./PlatformConfig.ts"

/** The properties of a payment that `supportedCurrencies` applies to. */
export interface Permitting {
  readonly type: "INCOMING" | "OUTGOING"
  /** The sent amount of an OUTGOING payment, or the received amount of an INCOMING one. */
  readonly money: Money
  /** The account at the other end. A payment address has no known fields, and an internal account needs none. */
  readonly counterparty: JsonObject | "payment address" | "internal"
}

/** The rule of a currency. Returns `undefined` if the platform lists no currencies, which allows all of them. */
export const ruleFor = (
  config: Pick<PlatformConfig.PlatformConfig, "supportedCurrencies"> | undefined,
  currency: string,
  type: Permitting["type"]
) =>
  Result.gen(function* () {
    const listed = config?.supportedCurrencies ?? []
    if (listed.length === 0) return undefined
    const rule = listed.find(({ currencyCode }) => currencyCode === currency)
    if (rule === undefined) return yield* Result.fail(new PlatformConfig.CurrencyUnsupported())
    if (rule.enabledTransactionTypes.includes(type)) return rule
    return yield* Result.fail(new PlatformConfig.TransactionTypeDisabled())
  })

/** Fails for a payment that the platform's configuration does not permit. */
export const permitted = (
  config: PlatformConfig.PlatformConfig | undefined,
  { counterparty, money, type }: Permitting
) =>
  Result.gen(function* () {
    const rule = yield* ruleFor(config, money.currency, type)
    if (rule === undefined) return
    const { maxAmount = Number.MAX_SAFE_INTEGER, minAmount = 0, requiredCounterpartyFields = [] } = rule
    if (money.amount < minAmount || money.amount > maxAmount) {
      const most = maxAmount === Number.MAX_SAFE_INTEGER ? " or more" : ` to ${maxAmount}`
      const message = `The amount is outside the limits of ${money.currency}. Send ${minAmount}${most}, in its smallest unit.`
      return yield* Result.fail(new PlatformConfig.AmountBeyondLimits({ errors: [{ field: "amount", message }] }))
    }
    const needed = requiredCounterpartyFields.filter(({ mandatory }) => mandatory).map(({ name }) => name)
    const errors = counterparty === "internal" ? [] : needed.flatMap((name) => lacking(name, counterparty))
    if (errors.length > 0) return yield* Result.fail(new PlatformConfig.CounterpartyIncomplete({ errors }))
  })

/** The beneficiary fields that satisfy each name of `requiredCounterpartyFields`. A business has a legal name. */
const FIELDS: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["FULL_NAME", ["fullName", "legalName"]],
  ["LEGAL_NAME", ["legalName"]],
  ["BIRTH_DATE", ["birthDate"]],
  ["DATE_OF_BIRTH", ["birthDate"]],
  ["NATIONALITY", ["nationality"]],
  ["COUNTRY_OF_RESIDENCE", ["countryOfResidence"]],
  ["EMAIL", ["email"]],
  ["PHONE_NUMBER", ["phoneNumber"]],
  ["ADDRESS", ["address"]],
  ["POSTAL_ADDRESS", ["address"]],
  ["TAX_ID", ["taxId"]],
  ["REGISTRATION_NUMBER", ["registrationNumber"]],
  ["DOCUMENT_TYPE", ["documentType"]],
  ["DOCUMENT_NUMBER", ["documentNumber"]]
])

const UNKNOWN_FIELD = `The value is not one of those allowed. Send one of ${[...FIELDS.keys()].join(", ")}.`

const lacking = (name: string, counterparty: JsonObject | "payment address"): ReadonlyArray<FieldError> => {
  const fields = FIELDS.get(name) ?? []
  const beneficiary = counterparty === "payment address" ? undefined : counterparty.beneficiary
  const known = isJsonObject(beneficiary) ? flatBeneficiary(beneficiary) : {}
  if (fields.some((field) => known[field] !== undefined)) return []
  const message = `The receiver has no ${name}, which supportedCurrencies requires. Send an account whose beneficiary has it.`
  return [{ field: `accountInfo.beneficiary.${fields[0] ?? ""}`, message }]
}

/** Fails for settings that would have no effect, or that exceed the host's policy. */
export const configured = (
  { embeddedWalletConfig, supportedCurrencies = [] }: PlatformConfig.ConfigPatch,
  policy: PolicyValues,
  isKnown: (code: string) => boolean,
  domains?: ReadonlyArray<string>
): Result.Result<void, PlatformConfig.ConfigRefused> => {
  const errors = [
    ...supportedCurrencies.flatMap((rule, nth) =>
      faultsOf(rule, supportedCurrencies.slice(0, nth), isKnown).map(([field, message]) => ({
        field: `supportedCurrencies.${nth}.${field}`,
        message
      }))
    ),
    ...walletFaults(embeddedWalletConfig ?? {}, policy, domains)
  ]
  return errors.length === 0 ? Result.void : Result.fail(new PlatformConfig.ConfigRefused({ errors }))
}

type Fault = readonly [field: string, message: string]

const faultsOf = (
  { currencyCode, maxAmount, minAmount = 0, requiredCounterpartyFields = [] }: PlatformConfig.SupportedCurrency,
  before: ReadonlyArray<PlatformConfig.SupportedCurrency>,
  isKnown: (code: string) => boolean
): ReadonlyArray<Fault> => [
  ...(isKnown(currencyCode)
    ? []
    : [["currencyCode", "Payments in this currency are not supported. Send a supported currency."] as const]),
  ...(before.some((rule) => rule.currencyCode === currencyCode)
    ? [["currencyCode", "The currency is listed twice. Send each currency once."] as const]
    : []),
  ...(maxAmount !== undefined && maxAmount < minAmount
    ? [["maxAmount", "The number is less than minAmount. Send minAmount or more."] as const]
    : []),
  ...requiredCounterpartyFields.flatMap(({ name }, nth) =>
    FIELDS.has(name) ? [] : [[`requiredCounterpartyFields.${nth}.name`, UNKNOWN_FIELD] as const]
  )
]

const walletFaults = (
  { expirationSeconds, otpLength, ...branding }: NonNullable<PlatformConfig.ConfigPatch["embeddedWalletConfig"]>,
  policy: PolicyValues,
  domains: ReadonlyArray<string> | undefined
): ReadonlyArray<FieldError> => [
  ...(["sendFromEmailAddress", "replyToEmailAddress"] as const).flatMap((name) =>
    isAddressIn(branding[name], domains) ? [] : [elsewhere(name, domains)]
  ),
  ...(otpLength !== undefined && otpLength < policy.otpLength ? [bound("otpLength", policy.otpLength, "more")] : []),
  ...(expirationSeconds !== undefined && expirationSeconds * 1000 > policy.otpLifetimeMost
    ? [bound("expirationSeconds", Math.floor(policy.otpLifetimeMost / 1000), "less")]
    : boundFaults({ expirationSeconds }, "embeddedWalletConfig"))
]

const elsewhere = (field: string, domains: ReadonlyArray<string> = []): FieldError => ({
  field: `embeddedWalletConfig.${field}`,
  message: `The address is in a domain that the host's mailer does not list. ${domains.length === 0 ? "Leave it out" : `Send an address in ${domains.join(", ")}`}.`
})

const bound = (field: string, value: number, side: "less" | "more"): FieldError => ({
  field: `embeddedWalletConfig.${field}`,
  message: `The number is outside the policy of the host. Send ${value} or ${side}.`
})
