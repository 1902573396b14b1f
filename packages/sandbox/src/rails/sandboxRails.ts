import { accountTypes, type Kind, kindsFor, outcomeSuffix, sampleFields, seeded } from "@countersign/account-types"
import { type Fee, type JsonObject, PaymentRails, type Rate, type Route, type Step } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { booked } from "../ledger/Journal.ts"

const now = (to: Step["to"], more: Partial<Step> = {}): Step => ({ after: 0, to, ...more })
const SHORT = 30_000
const LONG = 360_000

const COMPLETES: ReadonlyArray<Step> = [now("COMPLETED")]
const refunded = (
  reason: "TRANSACTION_FAILED" | "USER_CANCELLATION",
  status: "COMPLETED" | "FAILED" = "COMPLETED"
) => ({
  refund: { status, reason }
})

/** Transfers in both directions, by the last three characters of the external account. */
const transferOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "002": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "003": [now("FAILED", { failureReason: "ACCOUNT_INVALID" })],
  "004": [now("FAILED", { failureReason: "ACCOUNT_CANNOT_RECEIVE" })],
  "005": [
    now("PENDING"),
    { after: SHORT, to: "FAILED", failureReason: "ACCOUNT_CANNOT_RECEIVE", ...refunded("TRANSACTION_FAILED") }
  ]
}

/** Quotes to an external account, by its last three characters. */
const quoteOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "002": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "003": [now("PROCESSING"), { after: LONG, to: "COMPLETED" }],
  "004": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COUNTERPARTY_POST_TX_FAILED", ...refunded("TRANSACTION_FAILED") })
  ],
  "005": [
    now("COMPLETED"),
    { after: SHORT, to: "FAILED", failureReason: "PAYOUT_RETURNED", ...refunded("TRANSACTION_FAILED") }
  ],
  "006": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED", ...refunded("USER_CANCELLATION") })
  ],
  "007": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COUNTERPARTY_POST_TX_FAILED", ...refunded("TRANSACTION_FAILED", "FAILED") })
  ]
}

/** Quotes to a Spark wallet, which have their own table. */
const sparkOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "003": [now("FAILED", { failureReason: "QUOTE_EXECUTION_FAILED" })],
  "005": [
    now("PENDING"),
    { after: SHORT, to: "FAILED", failureReason: "LIGHTNING_PAYMENT_FAILED", ...refunded("TRANSACTION_FAILED") }
  ]
}

/** Payment addresses, `$scenario.currency@domain`. */
const umaOutcomes: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "success.usd": COMPLETES,
  "success.eur": COMPLETES,
  "success.mxn": COMPLETES,
  "pending.long.usd": [now("PROCESSING"), { after: LONG, to: "COMPLETED" }],
  "fail.compliance.usd": [
    now("PROCESSING"),
    now("FAILED", { failureReason: "COMPLIANCE_REJECTED", ...refunded("TRANSACTION_FAILED") })
  ]
}

/** Returns the outcome of a suffix in a table; default: success. */
const outcomeIn = (table: Readonly<Record<string, ReadonlyArray<Step>>>, suffix: string): ReadonlyArray<Step> =>
  (Object.hasOwn(table, suffix) ? table[suffix] : undefined) ?? COMPLETES

/** The value of one US dollar in whole units: constant round figures near the rates of early 2026. */
const SANDBOX_RATES: Readonly<Record<string, string>> = {
  AED: "3.67",
  BDT: "122",
  BRL: "5.40",
  BTC: "0.00001",
  BWP: "13.50",
  CAD: "1.38",
  CNY: "7.20",
  COP: "4000",
  DKK: "6.90",
  EGP: "49",
  EUR: "0.92",
  GBP: "0.79",
  GHS: "12",
  GTQ: "7.70",
  HKD: "7.80",
  HTG: "131",
  IDR: "16200",
  INR: "86",
  JMD: "158",
  KES: "129",
  MWK: "1735",
  MXN: "17.25",
  MYR: "4.40",
  NGN: "1550",
  PHP: "58",
  PKR: "280",
  RWF: "1400",
  SGD: "1.34",
  THB: "34",
  TZS: "2600",
  UGX: "3700",
  USD: "1",
  USDC: "1",
  USDT: "1",
  VND: "25400",
  XAF: "605",
  XOF: "605",
  ZAR: "18.20",
  ZMW: "27"
}

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
    terms: (_environment, from, to) => Effect.sync(() => terms(from, to)),
    route: (_environment, route) => Effect.sync(() => routed(route, umaDomain)),
    instructions: (_environment, currency, reference, network) =>
      Effect.sync(() => instructionsFor(currency, reference, network)),
    book: (environment, payment, moves, at) => Effect.sync(() => booked(environment, payment, moves, at))
  })
}

const routed = ({ account, by, umaAddress }: Route, umaDomain: string): ReadonlyArray<Step> | undefined => {
  if (umaAddress !== undefined) return scenarioOf(umaAddress, umaDomain)
  const kind = typeof account?.accountType === "string" ? accountTypes.get(account.accountType) : undefined
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
