import type { ActiveSession, AuthMethod, AuthSession, Exchange, PaymentTerms, Quote } from "@countersign/client"
import { fieldsOf, textOf } from "./element.ts"
import { type Money, moneyOf } from "./money.ts"

/** The state of the page. */
export interface State {
  readonly me: Me
  /** Milliseconds by which the sandbox clock is ahead of the clock of this machine. */
  readonly ahead: number
  readonly session: ActiveSession | undefined
  /** The reason why the last session ended, if the end user did not sign out. */
  readonly ended: string | undefined
  readonly balance: Money | undefined
  readonly credentials: ReadonlyArray<AuthMethod>
  readonly sessions: ReadonlyArray<AuthSession>
  /** The number of saved recovery codes that were not used. */
  readonly codesLeft: number
  readonly guardians: ReadonlyArray<Guardian>
  readonly recoveries: ReadonlyArray<Recovery>
  readonly accounts: ReadonlyArray<ExternalAccount>
  readonly payments: ReadonlyArray<Payment>
  readonly events: ReadonlyArray<WalletEvent>
  readonly quote: Offer | undefined
  readonly exchanges: ReadonlyArray<Exchange>
  /** True while an action is in progress. No other action starts until it is finished. */
  readonly isBusy: boolean
}

/** The state before any data has been read. */
export const emptyState: Omit<State, "me" | "ahead"> = {
  session: undefined,
  ended: undefined,
  balance: undefined,
  credentials: [],
  sessions: [],
  codesLeft: 0,
  guardians: [],
  recoveries: [],
  accounts: [],
  payments: [],
  events: [],
  quote: undefined,
  exchanges: [],
  isBusy: false
}

/** The customer that uses the page. */
export interface Me {
  readonly customerId: string
  readonly accountId: string
  readonly email: string
  readonly bundleSigner: string
}

export interface Guardian {
  readonly id: string
  readonly nickname: string
}

export interface Recovery {
  readonly id: string
  readonly method: string
  readonly status: string
  readonly readyAt: string
  readonly expiresAt: string
}

export interface ExternalAccount {
  readonly id: string
  readonly currency: string
  readonly status: string
  /** The identifiers of the account, such as its account number. */
  readonly known: string
  readonly beneficiary: string
}

/** A quote that has not been signed yet, with the terms from its payload. */
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

/** The current time of the sandbox, in milliseconds since the epoch. */
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

export const guardianOf = (value: unknown): Guardian => {
  const { id, nickname } = fieldsOf(value)
  return { id: textOf(id), nickname: textOf(nickname) }
}

export const recoveryOf = (value: unknown): Recovery => {
  const { expiresAt, id, method, readyAt, status } = fieldsOf(value)
  return {
    id: textOf(id),
    method: textOf(method),
    status: textOf(status),
    readyAt: textOf(readyAt),
    expiresAt: textOf(expiresAt)
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

/** The id of a quote and its payload to sign. Both are empty if the response is not a quote. */
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
