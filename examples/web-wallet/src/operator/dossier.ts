import type { Send } from "../page/calls.ts"
import { nameOf } from "../page/credentialNames.ts"
import { ExplainedError } from "../page/explained.ts"
import { fieldsOf, labelOf, listOf, textOf } from "../page/json.ts"
import { inWords, moneyOf } from "../page/money.ts"
import { statusName } from "../page/statusName.ts"
import { dayAndTime, left } from "../page/time.ts"
import { t, translated } from "../words/translate.ts"
import {
  type Act,
  cancelRecovery,
  endSessions,
  resumeCredential,
  resumeWallet,
  startRecovery,
  suspendCredential,
  suspendWallet,
  unlockCredential
} from "./acts.ts"
import { type Customer, customerOf } from "./customers.ts"
import { element, found } from "./element.ts"
import { type Row, rowsView } from "./row.ts"

/** Describes what the page shows of a customer and of one of the customer's wallets. */
interface Dossier {
  readonly customer: Customer
  readonly wallets: ReadonlyArray<Fields>
  readonly wallet: Fields
  readonly sessions: ReadonlyArray<Fields>
  readonly credentials: ReadonlyArray<Fields>
  readonly recoveries: ReadonlyArray<Fields>
  readonly now: number
}

export type Fields = Readonly<Record<string, unknown>>

const read = async (send: Send, customerId: string, accountId: string): Promise<Dossier> => {
  if (!/^Customer:[0-9a-f-]{36}$/u.test(customerId))
    throw new ExplainedError(t("The address of this page names no customer."))
  const [customer, accounts] = await Promise.all([
    send("GET", `/customers/${customerId}`),
    send("GET", `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
  ])
  const wallets = listOf(accounts, fieldsOf)
  const wallet = wallets.find(({ id }) => id === accountId) ?? wallets[0]
  if (wallet === undefined) throw new ExplainedError(t("This customer has no embedded wallet."))
  const of = `accountId=${textOf(wallet.id)}`
  const [sessions, credentials, recoveries, clock] = await Promise.all([
    send("GET", `/auth/sessions?${of}`),
    send("GET", `/auth/credentials?${of}`),
    send("GET", `/auth/recoveries?${of}`),
    send("GET", "/sandbox/clock")
  ])
  return {
    customer: customerOf(customer),
    wallets,
    wallet,
    sessions: listOf(sessions, fieldsOf),
    credentials: listOf(credentials, fieldsOf),
    recoveries: listOf(recoveries, fieldsOf),
    now: Date.parse(textOf(fieldsOf(clock).now))
  }
}

/** The customer that the URL names: profile, wallet, sessions and credentials, with the acts on each. */
export const dossierView = (send: Send, confirm: (act: Act) => void) => {
  const showSessions = rowsView(found("sessions", HTMLElement), found("no-sessions", HTMLElement))
  const showCredentials = rowsView(found("credentials", HTMLElement), found("no-credentials", HTMLElement))
  const showRecoveries = rowsView(found("recoveries", HTMLElement), found("no-recoveries", HTMLElement))
  const select = found("wallets", HTMLSelectElement)

  const show = ({ credentials, customer, now, recoveries, sessions, wallet, wallets }: Dossier): void => {
    const accountId = textOf(wallet.id)
    const isSuspended = wallet.status === "FROZEN"
    found("customer-title", HTMLElement).textContent = customer.name
    describe("customer", [
      [t("E-mail"), customer.email || t("none")],
      [t("Customer id"), customer.id],
      [t("Your id"), customer.platformCustomerId],
      [t("Verification"), `${statusName(customer.type)}, ${statusName(customer.verification)}`],
      [t("Created"), `${dayAndTime(customer.createdAt)} UTC`]
    ])
    select.replaceChildren(
      ...wallets.map(({ balance, id }) =>
        element("option", { value: textOf(id) }, [`${textOf(id)}, ${inWords(moneyOf(balance))}`])
      )
    )
    select.value = accountId
    found("wallets-control", HTMLElement).hidden = wallets.length < 2

    const status = found("wallet-status", HTMLElement)
    status.textContent = isSuspended ? t("Suspended") : statusName(textOf(wallet.status))
    status.classList.toggle("stopped", isSuspended)
    describe("wallet", [
      [t("Balance"), inWords(moneyOf(wallet.balance))],
      [t("Wallet id"), accountId],
      [t("Opened"), `${dayAndTime(textOf(wallet.createdAt))} UTC`],
      // An expired hold is still in the record.
      ...(Date.parse(textOf(wallet.heldUntil)) > now
        ? ([
            [
              t("Held until"),
              t("{0} UTC: it signs in and objects, and nothing else", dayAndTime(textOf(wallet.heldUntil)))
            ]
          ] as const)
        : [])
    ])
    offer("wallet-acts", [isSuspended ? resumeWallet(accountId) : suspendWallet(accountId)], confirm)

    showSessions(sessions.map((session) => sessionRow(session, now)))
    offer("session-acts", sessions.length === 0 ? [] : [endSessions(accountId)], confirm)
    showCredentials(credentials.map((credential) => credentialRow(credential, confirm)))
    showRecoveries(recoveries.map((recovery) => recoveryRow(recovery, confirm)))
    offer("recovery-acts", recoveries.some(isOpen) ? [] : [startRecovery(accountId)], confirm)
  }

  return {
    /** Reads a customer and the wallet with this id, or else the first one. */
    read: (customerId: string, accountId: string) => read(send, customerId, accountId),
    show,
    whenWalletChosen: (load: (accountId: string) => void) => {
      select.addEventListener("change", () => load(select.value))
    }
  }
}

const sessionRow = (session: Fields, now: number): Row => {
  const { address, createdAt, expiresAt, id, lastUsedAt, nickname, type, userAgent } = session
  return {
    key: textOf(id),
    title: nameOf(textOf(type)).title,
    lines: [
      labelOf(nickname),
      t("Since {0} UTC, {1}", dayAndTime(textOf(createdAt)), left(textOf(expiresAt), now)),
      t("Last used {0} UTC", dayAndTime(textOf(lastUsedAt))),
      ...[address, userAgent].map(labelOf).filter((each) => each !== "")
    ]
  }
}

const credentialRow = (credential: Fields, confirm: (act: Act) => void): Row => {
  const { backedUp, createdAt, id, lastUsedAt, nickname, status, type, unconfirmedUntil } = credential
  const [credentialId, named] = [textOf(id), `${nameOf(textOf(type)).title} ${labelOf(nickname)}`]
  const isSuspended = status === "SUSPENDED"
  const acts = [
    isSuspended ? resumeCredential(credentialId, named) : suspendCredential(credentialId, named),
    ...(type === "EMAIL_OTP" ? [unlockCredential(credentialId, named)] : [])
  ]
  return {
    key: credentialId,
    title: nameOf(textOf(type)).title,
    badge: isSuspended ? t("Suspended") : undefined,
    isStopped: isSuspended,
    lines: [
      labelOf(nickname),
      t("Added {0} UTC", dayAndTime(textOf(createdAt))),
      ...(unconfirmedUntil === undefined
        ? []
        : [
            t("Unconfirmed until {0} UTC: no more than the sign-in that added it", dayAndTime(textOf(unconfirmedUntil)))
          ]),
      lastUsedAt === undefined ? t("Not used yet") : t("Last sign-in {0} UTC", dayAndTime(textOf(lastUsedAt))),
      ...(backedUp === undefined ? [] : [backedUp === true ? t("Backed up") : t("On one device only")])
    ],
    action: acts.map((act) => ({
      id: idOf(act),
      words: act.button,
      about: named,
      look: "quiet small",
      act: () => confirm(act)
    }))
  }
}

/** A recovery by saved code opens and ends within minutes, and concerns the end user alone. */
const isOpen = ({ method, status }: Fields): boolean =>
  method !== "SAVED_CODE" && (status === "WAITING" || status === "READY")

const recoveryRow = (recovery: Fields, confirm: (act: Act) => void): Row => {
  const [id, method, status] = [textOf(recovery.id), textOf(recovery.method), textOf(recovery.status)]
  const act = cancelRecovery(id)
  return {
    key: id,
    title: translated(`By ${method.toLowerCase().replaceAll("_", " ")}`),
    badge: statusName(status),
    lines: [
      t("Started {0} UTC", dayAndTime(textOf(recovery.createdAt))),
      t("Open from {0} to {1} UTC", dayAndTime(textOf(recovery.readyAt)), dayAndTime(textOf(recovery.expiresAt)))
    ],
    action: isOpen(recovery)
      ? {
          id: idOf(act),
          words: act.button,
          about: t("the recovery by {0}", method),
          look: "quiet small",
          act: () => confirm(act)
        }
      : undefined
  }
}

/** The buttons of acts. */
const offer = (place: string, acts: ReadonlyArray<Act>, confirm: (act: Act) => void): void =>
  found(place, HTMLElement).replaceChildren(
    ...acts.map((act) => {
      const button = element("button", { type: "button", class: act.isStop ? "stops quiet" : "quiet", id: idOf(act) }, [
        act.button
      ])
      button.addEventListener("click", () => confirm(act))
      return button
    })
  )

const idOf = ({ path }: Act): string => path.split("/").slice(-2).reverse().join("-")

/** Shows terms with their values in a list. */
export const describe = (list: string, rows: ReadonlyArray<readonly [term: string, words: string]>): void =>
  found(list, HTMLElement).replaceChildren(
    ...rows.flatMap(([term, words]) => [element("dt", {}, [term]), element("dd", {}, [words])])
  )
