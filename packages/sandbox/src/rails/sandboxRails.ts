import { accountTypes, outcomeSuffix } from "@countersign/account-types"
import { type Fee, PaymentRails, type Route, type Step } from "@countersign/core"
import { Effect } from "effect"
import { booked } from "../ledger/Journal.ts"
import { instructionsFor } from "./instructions.ts"
import { outcomeIn, quoteOutcomes, sparkOutcomes, transferOutcomes, umaOutcomes } from "./outcomes.ts"
import { SANDBOX_FEE, SANDBOX_RATES, termsOf } from "./rates.ts"

export interface SandboxRailsOptions {
  /** What one US dollar buys, in decimals, by currency. Merged into `SANDBOX_RATES`. */
  readonly rates?: Readonly<Record<string, string>>
  /** Of what is sent, where currencies differ. */
  readonly fee?: Fee
  /** Of the payment addresses that the scenarios live at. */
  readonly umaDomain?: string
}

/** A name that cannot exist (RFC 2606 section 2). */
export const SANDBOX_UMA_DOMAIN = "uma.sandbox.invalid"

/** Rails that move no money: fixed prices, and an outcome for each ending of the far account. */
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
