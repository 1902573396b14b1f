import { isStepUp, type StepUp } from "./credentials.ts"
import { type Guard, id, integer, list, object, optional, text } from "./guard.ts"

/** A currency of a quote. */
interface QuoteCurrency {
  readonly code: string
  readonly decimals: number
}

/** The source or destination of a quote: an account by its id, or a payment address. */
interface QuoteEnd {
  readonly accountId?: string | undefined
  readonly umaAddress?: string | undefined
}

/** The fields of a Quote that its payer signs, as `POST /quotes` and `GET /quotes/{id}` return them. */
export interface Quote {
  /** `Quote:<uuid>`. */
  readonly id: string
  readonly source: QuoteEnd
  readonly destination: QuoteEnd
  readonly sendingCurrency: QuoteCurrency
  readonly receivingCurrency: QuoteCurrency
  /** In the smallest unit of the sending currency, including the fee. */
  readonly totalSendingAmount: number
  /** In the smallest unit of the receiving currency. */
  readonly totalReceivingAmount: number
  /** Sending units for one receiving unit, net of the fee. */
  readonly exchangeRate: number
  /** In the smallest unit of the sending currency. */
  readonly feesIncluded: number
  /** For an EMBEDDED_WALLET, contains the payload to sign. */
  readonly paymentInstructions?: readonly unknown[] | undefined
}

const currency: Guard<QuoteCurrency> = object<QuoteCurrency>({ code: text, decimals: integer })
const end: Guard<QuoteEnd> = object<QuoteEnd>({ accountId: optional(text), umaAddress: optional(text) })
const number: Guard<number> = (value) => typeof value === "number"
const anything: Guard<unknown> = (value): value is unknown => true

/** Returns whether a value has the fields of a quote that its payer signs. */
export const isQuote: Guard<Quote> = object<Quote>({
  id: id("Quote"),
  source: end,
  destination: end,
  sendingCurrency: currency,
  receivingCurrency: currency,
  totalSendingAmount: integer,
  totalReceivingAmount: integer,
  exchangeRate: number,
  feesIncluded: integer,
  paymentInstructions: optional(list(anything))
})

interface Instruction {
  readonly accountOrWalletInfo: { readonly payloadToSign: string; readonly stepUp?: StepUp | undefined }
}

const isInstruction: Guard<Instruction> = object<Instruction>({
  accountOrWalletInfo: object<Instruction["accountOrWalletInfo"]>({
    payloadToSign: text,
    stepUp: optional(isStepUp)
  })
})

/** Returns the exact payload to sign for a quote, or `undefined` when the quote has none. */
export const payloadOf = (quote: Quote): string | undefined => walletInfoOf(quote)?.payloadToSign

/** Returns what the platform's policy requires of the session that signs a quote, or `undefined`. */
export const stepUpOf = (quote: Quote): StepUp | undefined => walletInfoOf(quote)?.stepUp

const walletInfoOf = ({ paymentInstructions = [] }: Quote) =>
  paymentInstructions.find(isInstruction)?.accountOrWalletInfo
