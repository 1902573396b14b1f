import { accountTypes, identifierOf, variantOf } from "@countersign/account-types"
import type { Exchange, Guardian } from "@countersign/client"
import { t } from "../words/translate.ts"
import { fieldsOf, labelOf, textOf } from "./json.ts"
import { kindName } from "./kindName.ts"
import { type Money, moneyOf } from "./money.ts"

/** The state of the page, beside the session and the credentials of `@countersign/react`. */
export interface State {
  /** Milliseconds by which the sandbox clock is ahead of the clock of this machine. */
  readonly ahead: number
  readonly balance: Money | undefined
  /** The number of saved recovery codes that were not used. */
  readonly codesLeft: number
  readonly guardians: ReadonlyArray<Guardian>
  readonly recoveries: ReadonlyArray<Recovery>
  readonly accounts: ReadonlyArray<ExternalAccount>
  readonly payments: ReadonlyArray<Payment>
  readonly events: ReadonlyArray<WalletEvent>
  readonly exchanges: ReadonlyArray<Exchange>
  /** The result of the last action. */
  readonly outcome: { readonly words: string; readonly isWrong: boolean }
  /** A change that only screen readers announce. */
  readonly spoken: string
  /** The actions that the end user has begun and not finished, by the part of the page that waits. */
  readonly waiting: ReadonlyMap<string, Waiting>
}

/** Something that the end user has begun and not finished. */
export interface Waiting {
  readonly pane: PaneName
  readonly words: string
  /** The words of the link to it. */
  readonly link: string
}

export const PANES = ["home", "pay", "accounts", "credentials", "sessions", "history", "events", "clock"] as const
export type PaneName = (typeof PANES)[number]

/** The names of the panes, in English. */
export const PANE_NAMES = {
  home: "Home",
  pay: "Pay",
  accounts: "Accounts",
  credentials: "Credentials",
  sessions: "Sessions",
  history: "History",
  events: "Events",
  clock: "Clock"
} as const

/** The state before any data has been read. */
export const emptyState: Omit<State, "ahead"> = {
  balance: undefined,
  codesLeft: 0,
  guardians: [],
  recoveries: [],
  accounts: [],
  payments: [],
  events: [],
  exchanges: [],
  outcome: { words: "", isWrong: false },
  spoken: "",
  waiting: new Map()
}

/** The customer that uses the page. */
export interface Me {
  readonly customerId: string
  readonly accountId: string
  readonly email: string
  readonly bundleSigner: string
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
  readonly beneficiary: string
  /** The number, key or address that identifies the account, and its kind in words. */
  readonly number: string
  readonly kind: string
}

export interface Payment {
  readonly id: string
  readonly status: string
  /** The id of the paid account. Empty for a payment address. */
  readonly payeeId: string
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

export const meOf = (value: unknown): Me => {
  const { accountId, bundleSigner, customerId, email } = fieldsOf(value)
  return {
    accountId: textOf(accountId),
    bundleSigner: textOf(bundleSigner),
    customerId: textOf(customerId),
    email: textOf(email)
  }
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
  const info = fieldsOf(accountInfo)
  const { fullName, legalName } = fieldsOf(info.beneficiary)
  return {
    id: textOf(id),
    currency: textOf(currency),
    status: textOf(status),
    beneficiary: labelOf(fullName) || labelOf(legalName),
    ...identityOf(info)
  }
}

/** The identifying value of an account, as its account type defines it. */
const identityOf = (info: Readonly<Record<string, unknown>>): Pick<ExternalAccount, "kind" | "number"> => {
  const kind = accountTypes.get(textOf(info.accountType))
  const name = kindName(textOf(info.accountType))
  if (kind === undefined) return { kind: name, number: "" }
  const { fields, identifier } = variantOf(kind, info)
  const field = fields.find(({ name }) => name === identifier)
  // The format of a Pix key depends on its type, so the type is part of its name.
  const type = field?.type === "dependent" ? PIX_KEYS.get(textOf(info[field.on])) : undefined
  return {
    kind: type === undefined ? name : `${name}, ${type}`,
    number: textOf(info[identifier]) || (identifierOf(kind, info) ?? "")
  }
}

const PIX_KEYS = new Map([
  ["CPF", "CPF"],
  ["CNPJ", "CNPJ"],
  ["EMAIL", t("e-mail address")],
  ["PHONE", t("phone number")],
  ["RANDOM", t("random key")]
])

/** The id of a quote and its payload to sign. Both are empty if the response is not a quote. */
export const quotedIn = (value: unknown): { readonly id: string; readonly payloadToSign: string } => {
  const { id, paymentInstructions } = fieldsOf(value)
  const [instruction] = Array.isArray(paymentInstructions) ? paymentInstructions : []
  return { id: textOf(id), payloadToSign: textOf(fieldsOf(fieldsOf(instruction).accountOrWalletInfo).payloadToSign) }
}

export const paymentOf = (value: unknown): Payment => {
  const { createdAt, destination, id, receivedAmount, sentAmount, status } = fieldsOf(value)
  return {
    id: textOf(id),
    status: textOf(status),
    payeeId: textOf(fieldsOf(destination).accountId),
    sent: moneyOf(sentAmount),
    received: moneyOf(receivedAmount),
    createdAt: textOf(createdAt)
  }
}

export const eventOf = (value: unknown): WalletEvent => {
  const { data, eventType, id, timestamp, type } = fieldsOf(value)
  return { id: textOf(id), type: textOf(eventType) || textOf(type), timestamp: textOf(timestamp), data }
}
