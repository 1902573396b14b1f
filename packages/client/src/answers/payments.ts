import { parseStrictJson } from "@countersign/wire"
import { QuoteNotSignedError } from "../errors.ts"
import { type Guard, object, optional, text } from "./guard.ts"

/** An amount of money: 12.5 USDC is `{ amount: 12500000, currency: "USDC", decimals: 6 }`. */
export interface TermsAmount {
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly decimals: number
}

/** One end of a payment. */
export interface TermsEnd {
  /** The id of the account in the service. Absent of a payment address. */
  readonly accountId?: string | undefined
  /** `MXN_ACCOUNT` and the like, `EMBEDDED_WALLET` and the like, or `UMA_ADDRESS`. */
  readonly accountType: string
  /** What the account is known by, in the clear and by field name: `{ clabeNumber: "…" }`. */
  readonly identifiers: Readonly<Record<string, string>>
  /** SHA-256, lower-case hex, of all that the service held of this end when the quote was made. */
  readonly digest: string
}

/** What a signature over the payload of a quote authorises, read from the payload itself. */
export interface PaymentTerms {
  readonly quoteId: string
  /** What leaves the wallet, fee included. */
  readonly sent: TermsAmount
  readonly received: TermsAmount
  /** Part of `sent`. */
  readonly fee: TermsAmount
  /** Decimal text: sending units for one receiving unit, net of the fee. */
  readonly rate: string
  /** Name of the payee; where the service holds none, the address or number that is paid. */
  readonly payee: string
  readonly source: TermsEnd
  readonly destination: TermsEnd
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The terms in a payload, and the call that a signature over it is for. Throws `QuoteNotSignedError`. */
export const termsOf = (payload: string): { readonly terms: PaymentTerms; readonly call: Call } => {
  const activity = jsonOf(payload)
  if (!isActivity(activity)) {
    throw new QuoteNotSignedError("PAYLOAD_MALFORMED", "The payload to sign names no payment. Make a new quote.")
  }
  const { context } = activity.parameters
  const { destination, method, path, payee, quoteId, rate, source } = context
  const sending = { currency: context.currency, decimals: Number(context.decimals) }
  const terms: PaymentTerms = {
    quoteId,
    sent: { amount: Number(context.amount), ...sending },
    received: {
      amount: Number(context.receivedAmount),
      currency: context.receivedCurrency,
      decimals: Number(context.receivedDecimals)
    },
    fee: { amount: Number(context.fee), ...sending },
    rate,
    payee,
    source,
    destination,
    expiresAt: Number(context.expiresAt)
  }
  return { terms, call: { method, path } }
}

interface Call {
  readonly method: string
  readonly path: string
}

/** Strictly: of a key that is there twice, the service and the client might each read another one. */
const jsonOf = (payload: string): unknown => {
  try {
    return parseStrictJson(payload)
  } catch (cause) {
    throw new QuoteNotSignedError("PAYLOAD_MALFORMED", "The payload to sign is not JSON. Make a new quote.", cause)
  }
}

interface Context extends Call {
  readonly quoteId: string
  readonly amount: string
  readonly currency: string
  readonly decimals: string
  readonly receivedAmount: string
  readonly receivedCurrency: string
  readonly receivedDecimals: string
  readonly fee: string
  readonly rate: string
  readonly payee: string
  readonly source: TermsEnd
  readonly destination: TermsEnd
  readonly expiresAt: string
}

interface Activity {
  readonly parameters: { readonly context: Context }
}

/** A whole number that loses nothing as a `number`. */
const whole: Guard<string> = (value): value is string =>
  typeof value === "string" && /^(?:0|[1-9]\d{0,15})$/u.test(value) && Number.isSafeInteger(Number(value))

const texts: Guard<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
  object<object>({})(value) && Object.values(value).every(text)

const isEnd: Guard<TermsEnd> = object<TermsEnd>({
  accountId: optional(text),
  accountType: text,
  identifiers: texts,
  digest: text
})

const isActivity: Guard<Activity> = object<Activity>({
  parameters: object<Activity["parameters"]>({
    context: object<Context>({
      method: text,
      path: text,
      quoteId: text,
      amount: whole,
      currency: text,
      decimals: whole,
      receivedAmount: whole,
      receivedCurrency: text,
      receivedDecimals: whole,
      fee: whole,
      rate: text,
      payee: text,
      source: isEnd,
      destination: isEnd,
      expiresAt: whole
    })
  })
})
