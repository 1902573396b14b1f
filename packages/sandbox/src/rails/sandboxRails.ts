import {
  accountTypes,
  type Kind,
  kindNamed,
  kindsFor,
  outcomeSuffix,
  sampleFields,
  seeded
} from "@countersign/account-types"
import { type Fee, type JsonObject, PaymentRails, type Rails, type Rate, type Step } from "@countersign/core"
import { Effect } from "@countersign/core/effect"

const SHORT = 30_000
const LONG = 360_000

const COMPLETED: Step = { after: 0, to: "COMPLETED" }
const PROCESSING: Step = { after: 0, to: "PROCESSING" }
const PENDING: Step = { after: 0, to: "PENDING" }
const LATE: Step = { after: LONG, to: "COMPLETED" }
const COMPLETES: ReadonlyArray<Step> = [COMPLETED]

const failed = (failureReason: NonNullable<Step["failureReason"]>, more: Partial<Step> = {}): Step => ({
  after: 0,
  to: "FAILED",
  failureReason,
  ...more
})
const REFUNDED = { refund: { status: "COMPLETED", reason: "TRANSACTION_FAILED" } } as const
const REFUNDED_BY_USER = { refund: { status: "COMPLETED", reason: "USER_CANCELLATION" } } as const
const NOT_REFUNDED = { refund: { status: "FAILED", reason: "TRANSACTION_FAILED" } } as const

type Outcomes = Readonly<Record<string, ReadonlyArray<Step>>>

/** Transfers in both directions, by the last three characters of the external account. */
const transferOutcomes: Outcomes = {
  "002": [failed("QUOTE_EXECUTION_FAILED")],
  "003": [failed("ACCOUNT_INVALID")],
  "004": [failed("ACCOUNT_CANNOT_RECEIVE")],
  "005": [PENDING, failed("ACCOUNT_CANNOT_RECEIVE", { after: SHORT, ...REFUNDED })]
}

/** Quotes to an external account, by its last three characters. */
const quoteOutcomes: Outcomes = {
  "002": [failed("QUOTE_EXECUTION_FAILED")],
  "003": [PROCESSING, LATE],
  "004": [PROCESSING, failed("COUNTERPARTY_POST_TX_FAILED", REFUNDED)],
  "005": [COMPLETED, failed("PAYOUT_RETURNED", { after: SHORT, ...REFUNDED })],
  "006": [PROCESSING, failed("QUOTE_EXECUTION_FAILED", REFUNDED_BY_USER)],
  "007": [PROCESSING, failed("COUNTERPARTY_POST_TX_FAILED", NOT_REFUNDED)]
}

/** Quotes to a Spark wallet, which have their own table. */
const sparkOutcomes: Outcomes = {
  "003": [failed("QUOTE_EXECUTION_FAILED")],
  "005": [PENDING, failed("LIGHTNING_PAYMENT_FAILED", { after: SHORT, ...REFUNDED })]
}

/** Payment addresses, `$scenario.currency@domain`. */
const umaOutcomes: Outcomes = {
  "success.usd": COMPLETES,
  "success.eur": COMPLETES,
  "success.mxn": COMPLETES,
  "pending.long.usd": [PROCESSING, LATE],
  "fail.compliance.usd": [PROCESSING, failed("COMPLIANCE_REJECTED", REFUNDED)]
}

/** Returns the outcome of a suffix in a table; default: success. */
const outcomeIn = (table: Outcomes, suffix: string): ReadonlyArray<Step> =>
  (Object.hasOwn(table, suffix) ? table[suffix] : undefined) ?? COMPLETES

const RATES = `
  AED 3.67, BDT 122, BRL 5.40, BTC 0.00001, BWP 13.50, CAD 1.38, CNY 7.20, COP 4000, DKK 6.90, EGP 49, EUR 0.92,
  GBP 0.79, GHS 12, GTQ 7.70, HKD 7.80, HTG 131, IDR 16200, INR 86, JMD 158, KES 129, MWK 1735, MXN 17.25, MYR 4.40,
  NGN 1550, PHP 58, PKR 280, RWF 1400, SGD 1.34, THB 34, TZS 2600, UGX 3700, USD 1, USDC 1, USDT 1, VND 25400,
  XAF 605, XOF 605, ZAR 18.20, ZMW 27
`

/** The value of one US dollar in whole units: constant round figures near the rates of early 2026. */
const SANDBOX_RATES = Object.fromEntries(
  RATES.split(",").map((rate) => {
    const [code = "", value = ""] = rate.trim().split(" ")
    return [code, value] as const
  })
)

/** Half a percent of the sent amount, when the currencies differ. */
const SANDBOX_FEE: Fee = { basisPoints: 50, fixed: 0 }
const NONE: Fee = { basisPoints: 0, fixed: 0 }

/** Returns the terms of an exchange, from a table of the value of a dollar. */
const termsOf =
  (rates: Readonly<Record<string, string>>, fee: Fee) =>
  (from: string, to: string): { readonly rate: Rate; readonly fee: Fee } | undefined => {
    const [sold, bought] = [decimal(rates, from), decimal(rates, to)]
    if (sold === undefined || bought === undefined) return undefined
    const rate = { numerator: bought.units * sold.scale, denominator: bought.scale * sold.units }
    return { rate, fee: from === to ? NONE : fee }
  }

const decimal = (rates: Readonly<Record<string, string>>, code: string) => {
  const text = Object.hasOwn(rates, code) ? rates[code] : undefined
  if (text === undefined) return undefined
  const [units = "0", fraction = ""] = text.split(".")
  return { units: BigInt(units + fraction), scale: 10n ** BigInt(fraction.length) }
}

/**
 * Returns payment instructions of a currency with a reference: a bank account, or a wallet on each network of a coin.
 * The accounts are invented. In the sandbox only `POST /sandbox/send` simulates an arrival. `network` filters the
 * wallets, by the first word of its name.
 */
const instructionsFor = (currency: string, reference: string, network?: string): ReadonlyArray<JsonObject> => {
  const kinds = kindsFor(currency)
  const banks = kinds.filter(({ selfCustody }) => selfCustody !== true)
  const bank = banks.find(({ accountType }) => accountType === `${currency}_ACCOUNT`) ?? banks[0]
  if (bank !== undefined) return [instruction(bankInfo(bank, currency, reference), reference)]
  const wallets = kinds.filter(({ variants: [{ identifier }] }) => identifier === "address")
  return (wallets.length > 0 ? wallets : COINS)
    .filter(({ accountType }) => network === undefined || networkOf(accountType) === networkOf(network))
    .map((wallet) => instruction(walletInfo(wallet, currency, reference), reference))
}

/** A coin without an account type, such as a host's own, uses Spark. */
const COINS: ReadonlyArray<Kind> = [...accountTypes.values()].filter(
  ({ accountType }) => accountType === "SPARK_WALLET"
)

const networkOf = (name: string): string => name.toUpperCase().split("_")[0] ?? ""

/** One account for all payers; the reference identifies the payment. */
const bankInfo = (kind: Kind, currency: string, reference: string): JsonObject => ({
  accountType: kind.accountType,
  ...sampleFields(kind, kind.variants[0], seeded(seedOf(currency))),
  paymentRails: [...kind.variants[0].rails],
  reference
})

/** One address for each payment, because a transfer on a network has no reference. */
const walletInfo = (kind: Kind, assetType: string, reference: string): JsonObject => {
  const { address = "" } = sampleFields(kind, kind.variants[0], seeded(seedOf(`${kind.accountType} ${reference}`)))
  return { accountType: kind.accountType, address, assetType, paymentRails: [networkOf(kind.accountType)], reference }
}

const instruction = (accountOrWalletInfo: JsonObject, reference: string): JsonObject => ({
  accountOrWalletInfo,
  instructionsNotes: `Invented: send no money here. Use POST /sandbox/send. The reference is ${reference}.`,
  isPlatformAccount: true
})

/** FNV-1a, 32 bits. */
const seedOf = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5)

export interface SandboxRailsOptions {
  /** The value of one US dollar, in decimals, by currency. Merged into `SANDBOX_RATES`. */
  readonly rates?: Readonly<Record<string, string>>
  /** Applied to the sent amount, when the currencies differ. */
  readonly fee?: Fee
  /** The domain of the scenarios' payment addresses. */
  readonly umaDomain?: string
}

/** A name that cannot exist (RFC 2606 section 2). */
export const SANDBOX_UMA_DOMAIN = "uma.sandbox.invalid"

/** Simulated rails that move no money: fixed rates, and an outcome by the last characters of the external account. */
export const sandboxRails = ({
  fee = SANDBOX_FEE,
  rates = {},
  umaDomain = SANDBOX_UMA_DOMAIN
}: SandboxRailsOptions = {}): PaymentRails["Service"] => {
  const terms = termsOf({ ...SANDBOX_RATES, ...rates }, fee)
  return PaymentRails.of({
    price: ({ from, to }) => Effect.sync(() => terms(from, to)),
    instructions: (_environment, currency, reference, network) =>
      Effect.sync(() => instructionsFor(currency, reference, network)),
    carrier: { _tag: "Simulation", route: (_environment, route) => Effect.sync(() => routed(route, umaDomain)) }
  })
}

const routed = ({ account, by, umaAddress }: Rails.Route, umaDomain: string): ReadonlyArray<Step> | undefined => {
  if (umaAddress !== undefined) return scenarioOf(umaAddress, umaDomain)
  const kind = kindNamed(account?.accountType)
  const suffix = kind === undefined || account === undefined ? "" : (outcomeSuffix(kind, account) ?? "")
  if (by === "transfer") return outcomeIn(transferOutcomes, suffix)
  return outcomeIn(kind?.accountType === "SPARK_WALLET" ? sparkOutcomes : quoteOutcomes, suffix)
}

const scenarioOf = (address: string, domain: string): ReadonlyArray<Step> | undefined => {
  const end = `@${domain}`
  if (!address.startsWith("$") || !address.endsWith(end)) return undefined
  const scenario = address.slice(1, -end.length)
  return Object.hasOwn(umaOutcomes, scenario) ? umaOutcomes[scenario] : undefined
}
