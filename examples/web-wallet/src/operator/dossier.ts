import type { Send } from "../page/calls.ts"
import { nameOf } from "../page/credentialNames.ts"
import { ExplainedError } from "../page/explained.ts"
import { fieldsOf, labelOf, listOf, textOf } from "../page/json.ts"
import { inWords, moneyOf } from "../page/money.ts"
import { dayAndTime, left } from "../page/time.ts"
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
    throw new ExplainedError("The address of this page names no customer.")
  const [customer, accounts] = await Promise.all([
    send("GET", `/customers/${customerId}`),
    send("GET", `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
  ])
  const wallets = listOf(accounts, fieldsOf)
  const wallet = wallets.find(({ id }) => id === accountId) ?? wallets[0]
  if (wallet === undefined) throw new ExplainedError("This customer has no embedded wallet.")
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
      ["E-mail", customer.email || "none"],
      ["Customer id", customer.id],
      ["Your id", customer.platformCustomerId],
      ["Verification", `${inLower(customer.type)}, ${inLower(customer.verification)}`],
      ["Created", `${dayAndTime(customer.createdAt)} UTC`]
    ])
    select.replaceChildren(
      ...wallets.map(({ balance, id }) =>
        element("option", { value: textOf(id) }, [`${textOf(id)}, ${inWords(moneyOf(balance))}`])
      )
    )
    select.value = accountId
    found("wallets-control", HTMLElement).hidden = wallets.length < 2

    const status = found("wallet-status", HTMLElement)
    status.textContent = isSuspended ? "Suspended" : inLower(textOf(wallet.status))
    status.classList.toggle("stopped", isSuspended)
    describe("wallet", [
      ["Balance", inWords(moneyOf(wallet.balance))],
      ["Wallet id", accountId],
      ["Opened", `${dayAndTime(textOf(wallet.createdAt))} UTC`],
      // An expired hold is still in the record.
      ...(Date.parse(textOf(wallet.heldUntil)) > now
        ? ([
            ["Held until", `${dayAndTime(textOf(wallet.heldUntil))} UTC: it signs in and objects, and nothing else`]
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
      `Since ${dayAndTime(textOf(createdAt))} UTC, ${left(textOf(expiresAt), now)}`,
      `Last used ${dayAndTime(textOf(lastUsedAt))} UTC`,
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
    badge: isSuspended ? "Suspended" : undefined,
    isStopped: isSuspended,
    lines: [
      labelOf(nickname),
      `Added ${dayAndTime(textOf(createdAt))} UTC`,
      ...(unconfirmedUntil === undefined
        ? []
        : [`Unconfirmed until ${dayAndTime(textOf(unconfirmedUntil))} UTC: no more than the sign-in that added it`]),
      lastUsedAt === undefined ? "Not used yet" : `Last sign-in ${dayAndTime(textOf(lastUsedAt))} UTC`,
      ...(backedUp === undefined ? [] : [backedUp === true ? "Backed up" : "On one device only"])
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
    title: `By ${inLower(method).toLowerCase()}`,
    badge: inLower(status),
    lines: [
      `Started ${dayAndTime(textOf(recovery.createdAt))} UTC`,
      `Open from ${dayAndTime(textOf(recovery.readyAt))} to ${dayAndTime(textOf(recovery.expiresAt))} UTC`
    ],
    action: isOpen(recovery)
      ? {
          id: idOf(act),
          words: act.button,
          about: `the recovery by ${method}`,
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

/** A constant of the API for display, such as `ACTIVE` or `NOT_STARTED`. */
export const inLower = (constant: string): string => {
  const words = constant.toLowerCase().replaceAll("_", " ")
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
