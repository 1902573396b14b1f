import type { ActiveSession, AuthMethod, AuthSession, Exchange, PaymentTerms, Quote } from "@countersign/client"
import { fieldsOf, textOf } from "./element.ts"
import { type Money, moneyOf } from "./money.ts"

/** Everything the page knows. */
export interface State {
  readonly me: Me
  /** How far the sandbox's clock is ahead of this machine's, in milliseconds. */
  readonly ahead: number
  readonly session: ActiveSession | undefined
  /** Why nobody is signed in any more, where somebody was. */
  readonly ended: string | undefined
  readonly balance: Money | undefined
  readonly credentials: ReadonlyArray<AuthMethod>
  readonly sessions: ReadonlyArray<AuthSession>
  readonly accounts: ReadonlyArray<ExternalAccount>
  readonly payments: ReadonlyArray<Payment>
  readonly events: ReadonlyArray<WalletEvent>
  readonly quote: Offer | undefined
  readonly exchanges: ReadonlyArray<Exchange>
  /** True while something is under way: nothing else is begun meanwhile. */
  readonly isBusy: boolean
}

/** What it knows before anything was read. */
export const emptyState: Omit<State, "me" | "ahead"> = {
  session: undefined,
  ended: undefined,
  balance: undefined,
  credentials: [],
  sessions: [],
  accounts: [],
  payments: [],
  events: [],
  quote: undefined,
  exchanges: [],
  isBusy: false
}

/** Whose page it is. */
export interface Me {
  readonly customerId: string
  readonly accountId: string
  readonly email: string
  readonly bundleSigner: string
}

export interface ExternalAccount {
  readonly id: string
  readonly currency: string
  readonly status: string
  /** The numbers it is known by. */
  readonly known: string
  readonly beneficiary: string
}

/** A quote that waits for its signature, and its terms as they are in what is signed. */
export interface Offer {
  readonly quote: Quote
  readonly payloadToSign: string
  readonly terms: PaymentTerms
}

export interface Payment {
  readonly id: string
  readonly status: string
  readonly sent: Money
  readonly received: Money
  readonly createdAt: string
}

export interface WalletEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}

/** The time in the sandbox, in milliseconds. */
export const nowIn = ({ ahead }: Pick<State, "ahead">): number => Date.now() + ahead

export const meOf = (value: unknown): Me => {
  const { accountId, bundleSigner, customerId, email } = fieldsOf(value)
  return {
    accountId: textOf(accountId),
    bundleSigner: textOf(bundleSigner),
    customerId: textOf(customerId),
    email: textOf(email)
  }
}

export const externalAccountOf = (value: unknown): ExternalAccount => {
  const { accountInfo, currency, id, status } = fieldsOf(value)
  const { accountType, beneficiary, paymentRails: _, ...numbers } = fieldsOf(accountInfo)
  const { fullName, legalName } = fieldsOf(beneficiary)
  const [known = textOf(accountType)] = Object.values(numbers).filter((each) => typeof each === "string")
  return {
    id: textOf(id),
    currency: textOf(currency),
    status: textOf(status),
    known,
    beneficiary: textOf(fullName) || textOf(legalName)
  }
}

/** The id of a quote in an answer, and what is signed for it. Both are empty in another answer. */
export const quotedIn = (value: unknown): { readonly id: string; readonly payloadToSign: string } => {
  const { id, paymentInstructions } = fieldsOf(value)
  const [instruction] = Array.isArray(paymentInstructions) ? paymentInstructions : []
  return { id: textOf(id), payloadToSign: textOf(fieldsOf(fieldsOf(instruction).accountOrWalletInfo).payloadToSign) }
}

export const paymentOf = (value: unknown): Payment => {
  const { createdAt, id, receivedAmount, sentAmount, status } = fieldsOf(value)
  return {
    id: textOf(id),
    status: textOf(status),
    sent: moneyOf(sentAmount),
    received: moneyOf(receivedAmount),
    createdAt: textOf(createdAt)
  }
}

export const eventOf = (value: unknown): WalletEvent => {
  const { data, eventType, id, timestamp, type } = fieldsOf(value)
  return { id: textOf(id), type: textOf(eventType) || textOf(type), timestamp: textOf(timestamp), data }
}
