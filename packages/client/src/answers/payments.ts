import { parseStrictJson } from "@countersign/wire"
import { QuoteNotSignedError } from "../errors.ts"
import { differencesIn, type Expected, hexJson } from "./expected.ts"
import { type Guard, object, optional, text } from "./guard.ts"

/** An amount: 12.5 USDC is `{ amount: 12500000, currency: "USDC", decimals: 6 }`. */
export interface TermsAmount {
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly decimals: number
}

/** The source or destination of a payment. */
export interface TermsEnd {
  /** The account id; absent for a payment address. */
  readonly accountId?: string | undefined
  /** An account type such as `MXN_ACCOUNT` or `EMBEDDED_WALLET`, or `UMA_ADDRESS`. */
  readonly accountType: string
  /** The identifying numbers of the account in plain text, by field name: `{ clabeNumber: "…" }`. */
  readonly identifiers: Readonly<Record<string, string>>
  /** SHA-256, lower-case hex, of the stored account data at the time of the quote. */
  readonly digest: string
}

/** The terms that a signature over a quote's payload authorizes, parsed from the payload itself. */
export interface PaymentTerms {
  readonly quoteId: string
  /** The amount that leaves the wallet, including the fee. */
  readonly sent: TermsAmount
  readonly received: TermsAmount
  /** Included in `sent`. */
  readonly fee: TermsAmount
  /** Decimal text: sending units for one receiving unit, net of the fee. */
  readonly rate: string
  /** The payee's name or, when the server has none, the address or number to pay. */
  readonly payee: string
  readonly source: TermsEnd
  readonly destination: TermsEnd
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Returns the terms in a payload, the call that its signature authorizes, and the paths of everything else in it that is
 * neither a copy of the terms nor known to this client: it would be signed without being seen. Throws
 * `QuoteNotSignedError`.
 */
export const termsOf = (
  payload: string
): {
  readonly terms: PaymentTerms
  readonly call: { readonly method: string; readonly path: string }
  readonly unseen: ReadonlyArray<string>
} => {
  const activity = jsonOf(payload)
  if (!isActivity(activity)) {
    throw new QuoteNotSignedError("PAYLOAD_MALFORMED", "The payload to sign contains no payment. Create a new quote.")
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
  return { terms, call: { method, path }, unseen: differencesIn(copiesOf(terms), activity) }
}

/** A payload of these terms, as the server writes it. */
const copiesOf = ({ destination, fee, payee, quoteId, rate, received, sent, source }: PaymentTerms) => {
  const endOf = ({ accountId, identifiers }: TermsEnd, { currency }: TermsAmount) => ({
    accountId,
    umaAddress: accountId === undefined ? identifiers.umaAddress : undefined,
    currency,
    type: accountId === undefined ? "UMA_ADDRESS" : "ACCOUNT"
  })
  const moneyOf = ({ amount, currency }: TermsAmount) => ({ amount, currency })
  const transaction: Expected = {
    quoteId,
    source: endOf(source, sent),
    destination: endOf(destination, received),
    sent: moneyOf(sent),
    received: moneyOf(received),
    fees: fee.amount,
    exchangeRate: rate
  }
  // They stand for a payee without a name.
  const identifiers = Object.values(destination.identifiers)
  const isNamed = (name: unknown) =>
    name === payee || (name === undefined && [...identifiers, identifiers.join(" ")].includes(payee))
  const meant: Expected = {
    type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
    timestampMs: text,
    organizationId: source.accountId,
    parameters: {
      signWith: source.accountId,
      unsignedTransaction: (hex) => differencesIn(transaction, hexJson(hex)).length === 0,
      type: "TRANSACTION_TYPE_QUOTE",
      context: {
        ...contextFields,
        source: {
          ...endFields,
          accountType: "EMBEDDED_WALLET",
          identifiers: { accountId: source.accountId },
          name: optional(text)
        },
        destination: { ...endFields, name: isNamed },
        mode: text,
        platformId: text
      }
    },
    generateAppProofs: true
  }
  return meant
}

/** Rejects repeated keys, because the server and the client might each read a different value. */
const jsonOf = (payload: string): unknown => {
  try {
    return parseStrictJson(payload)
  } catch (cause) {
    throw new QuoteNotSignedError("PAYLOAD_MALFORMED", "The payload to sign is not JSON. Create a new quote.", cause)
  }
}

/** Decimal text of an integer that a `number` represents exactly. */
const digits: Guard<string> = (value): value is string =>
  typeof value === "string" && /^(?:0|[1-9]\d{0,15})$/u.test(value) && Number.isSafeInteger(Number(value))

const texts: Guard<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
  object<object>({})(value) && Object.values(value).every(text)

const endFields = { accountId: optional(text), accountType: text, identifiers: texts, digest: text }
const isEnd: Guard<TermsEnd> = object<TermsEnd>(endFields)

const contextFields = {
  method: text,
  path: text,
  quoteId: text,
  amount: digits,
  currency: text,
  decimals: digits,
  receivedAmount: digits,
  receivedCurrency: text,
  receivedDecimals: digits,
  fee: digits,
  rate: text,
  payee: text,
  source: isEnd,
  destination: isEnd,
  expiresAt: digits
}
const isActivity = object({ parameters: object({ context: object(contextFields) }) })
