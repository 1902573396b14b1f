import type { Exchange } from "@countersign/client"
import { dayAndTime, fieldsOf, found, left, place, textOf, timeOfDay } from "./element.ts"
import { accountForm } from "./form/accountForm.ts"
import { operationsOf } from "./inspector/operations.ts"
import { operationView } from "./inspector/operationView.ts"
import { figures, inWords, moneyOf } from "./money.ts"
import { credentialsPane } from "./panes/credentialsPane.ts"
import { payPane } from "./panes/payPane.ts"
import { recoveryPane } from "./panes/recoveryPane.ts"
import { nameOf, rowsView } from "./panes/row.ts"
import { signInCard } from "./panes/signInCard.ts"
import { emptyState, meOf, nowIn, type WalletEvent } from "./State.ts"
import { makeStore, type Store } from "./store.ts"
import type { Say } from "./wallet/desk.ts"
import { makeWallet, type Wallet } from "./wallet/wallet.ts"

/** Shows every call of the page. An expanded entry is not collapsed by an update. */
const inspector = (store: Store): void => {
  const list = found("operations", HTMLElement)
  const body = found("inspector-body", HTMLElement)
  const count = found("inspector-count", HTMLElement)
  const toggle = found("inspector-toggle", HTMLButtonElement)
  const views = new WeakMap<Exchange, ReturnType<typeof operationView>>()

  const expand = (isExpanded: boolean) => {
    toggle.setAttribute("aria-expanded", String(isExpanded))
    body.hidden = !isExpanded
  }
  toggle.addEventListener("click", () => expand(toggle.getAttribute("aria-expanded") !== "true"))
  // Wide pages show the inspector beside the panes. On narrow pages it would cover the content, so it starts closed.
  const wide = matchMedia("(min-width: 66rem)")
  wide.addEventListener("change", ({ matches }) => expand(matches))
  expand(wide.matches)

  const reads = found("reads", HTMLInputElement)
  const none = found("no-operations", HTMLElement)
  const show = (exchanges: ReadonlyArray<Exchange>) => {
    const operations = operationsOf(exchanges).filter(({ method }) => reads.checked || method !== "GET")
    count.textContent = String(operations.length)
    none.hidden = operations.length > 0
    place(
      list,
      operations.map((operation) => {
        const view = views.get(operation.request) ?? operationView()
        views.set(operation.request, view)
        view.update(operation)
        return view.root
      })
    )
  }
  let shown: ReadonlyArray<Exchange> = []
  store.follow(({ exchanges }) => {
    if (exchanges === shown) return
    shown = exchanges
    show(exchanges)
  })
  reads.addEventListener("change", () => show(store.state().exchanges))
}

/** The active sessions of the wallet, with a button to end each, and one for all others. */
const sessionsPane = (store: Store, wallet: Wallet): void => {
  const show = rowsView(found("sessions", HTMLElement), found("no-sessions", HTMLElement))
  const refresh = found("refresh", HTMLButtonElement)
  refresh.addEventListener("click", () => wallet.refresh())
  const endOthers = found("end-others", HTMLButtonElement)
  endOthers.addEventListener("click", () => wallet.endOtherSessions())
  store.follow((state) => {
    refresh.hidden = state.session === undefined
    endOthers.hidden = state.session === undefined || state.sessions.length < 2
    show(
      state.sessions.map(
        ({ address, createdAt, expiresAt, id, lastUsedAt = createdAt, nickname, type, userAgent }) => ({
          key: id,
          title: nameOf(type).title,
          badge: id === state.session?.id ? "This browser" : undefined,
          lines: [
            nickname,
            `Since ${dayAndTime(createdAt)} UTC, ${left(expiresAt, nowIn(state))}`,
            `Last used ${dayAndTime(lastUsedAt)} UTC`,
            ...[address, userAgent].flatMap((each) => each ?? [])
          ],
          action: {
            id: `end-${id}`,
            words: id === state.session?.id ? "Sign out" : "End",
            about: `the session of ${nickname}`,
            act: () => wallet.endSession(id)
          }
        })
      )
    )
  })
}

/** The webhook events of this wallet, newest first. */
const eventsPane = (store: Store): void => {
  const show = rowsView(found("events", HTMLElement), found("no-events", HTMLElement))
  store.follow(({ events }) =>
    show(
      events.map((event) => ({
        key: event.id,
        title: describeEvent(event),
        lines: [event.type],
        aside: timeOfDay(event.timestamp)
      }))
    )
  )
}

/** A short description of an event. */
const describeEvent = ({ data, type }: WalletEvent): string => {
  const { balance, currency, sentAmount, status } = fieldsOf(data)
  if (balance !== undefined) return `The balance is ${inWords(moneyOf(balance))}`
  if (sentAmount !== undefined) return `Payment of ${inWords(moneyOf(sentAmount))}: ${textOf(status).toLowerCase()}`
  if (type.startsWith("EXTERNAL_ACCOUNT.")) return `${textOf(currency)} account: ${textOf(status).toLowerCase()}`
  return type.startsWith("CUSTOMER.KYC_") ? "Customer approved" : "Customer updated"
}

const PANES = ["home", "pay", "accounts", "credentials", "sessions", "events", "clock"] as const

/** Shows the pane that the URL names. Moves the focus to its heading, so screen readers announce the change. */
const routes = (whenLeft: () => void): void => {
  const show = (isMoving: boolean) => {
    const named = PANES.find((pane) => location.hash === `#${pane}`) ?? "home"
    for (const pane of PANES) {
      found(`pane-${pane}`, HTMLElement).hidden = pane !== named
      const link = found(`to-${pane}`, HTMLAnchorElement)
      if (pane === named) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
    const title = found(`${named}-title`, HTMLElement)
    document.title = `${title.textContent} · Wallet · Countersign sandbox`
    if (isMoving) title.focus()
  }
  addEventListener("hashchange", () => {
    whenLeft()
    show(true)
  })
  found("skip", HTMLAnchorElement).addEventListener("click", (event) => {
    event.preventDefault()
    found("main", HTMLElement).focus()
  })
  show(false)
}

/** The balance, the owner and the sign-in status. */
const walletCard = (store: Store): void => {
  const balance = found("balance", HTMLElement)
  const unit = found("unit", HTMLElement)
  const owner = found("owner", HTMLElement)
  const standing = found("standing", HTMLElement)
  store.follow((state) => {
    const { balance: money, me, session } = state
    balance.textContent = money === undefined ? "0.00" : figures(money)
    unit.textContent = money?.code ?? ""
    owner.textContent = me.email
    standing.classList.toggle("active", session !== undefined)
    standing.textContent =
      session === undefined
        ? "Signed out. Sign in"
        : `${nameOf(session.type).short} · ${left(session.expiresAt, nowIn(state))}`
  })
}

/** The payments of the wallet, newest first. */
const payments = (store: Store): void => {
  const show = rowsView(found("payments", HTMLElement), found("no-payments", HTMLElement))
  store.follow(({ payments }) =>
    show(
      payments.map(({ createdAt, id, received, sent, status }) => ({
        key: id,
        title: `${inWords(sent)} sent`,
        badge: status,
        lines: [dayAndTime(createdAt)],
        aside: inWords(received)
      }))
    )
  )
}

/** The sandbox clock, and the buttons that advance it. */
const clockPane = (store: Store, wallet: Wallet): void => {
  const now = found("now", HTMLElement)
  const ahead = found("ahead", HTMLElement)
  for (const seconds of [360, 900, 86_400, 259_200]) {
    found(`move-${seconds}`, HTMLButtonElement).addEventListener("click", () => wallet.moveClock(seconds))
  }
  store.follow((state) => {
    const at = nowIn(state)
    now.textContent = `${timeOfDay(at)} UTC`
    const minutes = Math.round(state.ahead / 60_000)
    const distance = minutes === 0 ? "same as your machine" : `${minutes} minutes ahead of your machine`
    ahead.textContent = `${dayAndTime(at).replace(/,.*$/u, "")}, ${distance}`
  })
}

/** The saved external accounts, above the form that adds one. */
const accountsPane = (store: Store): void => {
  const show = rowsView(found("stored", HTMLElement), found("no-accounts", HTMLElement))
  store.follow(({ accounts }) =>
    show(
      accounts.map(({ beneficiary, currency, id, known, status }) => ({
        key: id,
        title: beneficiary || `${currency} wallet`,
        badge: status,
        lines: [known],
        aside: currency
      }))
    )
  )
}

/** Shows the result of the last action. The element is a live region, so screen readers announce it. */
const outcome = (): Say => {
  const box = found("outcome", HTMLElement)
  return (words, isWrong = false) => {
    box.textContent = words
    box.classList.toggle("wrong", isWrong)
  }
}

const say = outcome()
routes(() => say(""))

const response = await fetch("wallet/me").catch(() => undefined)
if (response?.ok === true) await begin(await response.json())
else say("The wallet server does not respond. Check that npm start is running, then reload the page.", true)

async function begin(answer: unknown): Promise<void> {
  const me = meOf(answer)
  const store = makeStore({ ...emptyState, me, ahead: Date.parse(textOf(fieldsOf(answer).now)) - Date.now() })
  const wallet = makeWallet({ me, site: new URL("wallet", document.baseURI).href, store, say })
  for (const view of [walletCard, payments, inspector]) view(store)
  for (const pane of [
    signInCard,
    payPane,
    accountsPane,
    credentialsPane,
    recoveryPane,
    sessionsPane,
    eventsPane,
    clockPane
  ]) {
    pane(store, wallet)
  }
  accountForm({ call: wallet.call, customerId: me.customerId, whenAdded: wallet.accountAdded })

  await wallet.start()
  new EventSource("wallet/events").addEventListener("message", ({ data }) => wallet.arrived(JSON.parse(data)))
  addEventListener("storage", () => wallet.follow())
  setInterval(() => {
    wallet.watch()
    // The remaining session time and the clock change without an event.
    store.change({})
  }, 1000)
  document.documentElement.dataset.ready = "true"
}
