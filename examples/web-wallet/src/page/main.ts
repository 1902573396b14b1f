import type { Exchange } from "@countersign/client"
import { dayAndTime, fieldsOf, found, left, place, textOf, timeOfDay } from "./element.ts"
import { accountForm } from "./form/accountForm.ts"
import { operationsOf } from "./inspector/operations.ts"
import { operationView } from "./inspector/operationView.ts"
import { figures, inWords, moneyOf } from "./money.ts"
import { credentialsPane } from "./panes/credentialsPane.ts"
import { payPane } from "./panes/payPane.ts"
import { nameOf, rowsView } from "./panes/row.ts"
import { signInCard } from "./panes/signInCard.ts"
import { emptyState, meOf, nowIn, type WalletEvent } from "./State.ts"
import { makeStore, type Store } from "./store.ts"
import type { Say } from "./wallet/desk.ts"
import { makeWallet, type Wallet } from "./wallet/wallet.ts"

/** Shows every call of the page. What somebody has opened stays open. */
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
  // Beside the panes there is room for it; under them it would hide what somebody came for.
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
        const view = views.get(operation.asked) ?? operationView()
        views.set(operation.asked, view)
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

/** Where somebody is signed in, and how to end it. */
const sessionsPane = (store: Store, wallet: Wallet): void => {
  const show = rowsView(found("sessions", HTMLElement), found("no-sessions", HTMLElement))
  const refresh = found("refresh", HTMLButtonElement)
  refresh.addEventListener("click", () => wallet.refresh())
  store.follow((state) => {
    refresh.hidden = state.session === undefined
    show(
      state.sessions.map(({ createdAt, expiresAt, id, nickname, type }) => ({
        key: id,
        title: nameOf(type).title,
        badge: id === state.session?.id ? "This browser" : undefined,
        lines: [nickname, `Since ${dayAndTime(createdAt)} UTC, ${left(expiresAt, nowIn(state))}`],
        action: {
          id: `end-${id}`,
          words: id === state.session?.id ? "Sign out" : "End",
          about: `the session of ${nickname}`,
          act: () => wallet.endSession(id)
        }
      }))
    )
  })
}

/** What Countersign told the backend about this wallet, newest first. */
const eventsPane = (store: Store): void => {
  const show = rowsView(found("events", HTMLElement), found("no-events", HTMLElement))
  store.follow(({ events }) =>
    show(
      events.map((event) => ({
        key: event.id,
        title: told(event),
        lines: [event.type],
        aside: timeOfDay(event.timestamp)
      }))
    )
  )
}

/** An event in a few words. */
const told = ({ data, type }: WalletEvent): string => {
  const { balance, currency, sentAmount, status } = fieldsOf(data)
  if (balance !== undefined) return `The balance is ${inWords(moneyOf(balance))}`
  if (sentAmount !== undefined) return `Payment of ${inWords(moneyOf(sentAmount))}: ${textOf(status).toLowerCase()}`
  if (type.startsWith("EXTERNAL_ACCOUNT.")) return `${textOf(currency)} account: ${textOf(status).toLowerCase()}`
  return type.startsWith("CUSTOMER.KYC_") ? "The customer is approved" : "The customer changed"
}

const PANES = ["home", "pay", "accounts", "credentials", "sessions", "events", "clock"] as const

/** Shows the pane that the address names, and tells a screen reader by the focus that the page is another. */
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

/** The balance, whose wallet it is, and whether somebody is signed in. */
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

/** The time of the sandbox, and what moves it on. */
const clockPane = (store: Store, wallet: Wallet): void => {
  const now = found("now", HTMLElement)
  const ahead = found("ahead", HTMLElement)
  for (const seconds of [360, 900, 86_400]) {
    found(`move-${seconds}`, HTMLButtonElement).addEventListener("click", () => wallet.moveClock(seconds))
  }
  store.follow((state) => {
    const at = nowIn(state)
    now.textContent = `${timeOfDay(at)} UTC`
    const minutes = Math.round(state.ahead / 60_000)
    const distance = minutes === 0 ? "as on your machine" : `${minutes} minutes ahead of your machine`
    ahead.textContent = `${dayAndTime(at).replace(/,.*$/u, "")}, ${distance}`
  })
}

/** The accounts that money may go to. The form to add one stands under them. */
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

/** What became of the last thing that was done, in words, seen and spoken. */
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
else say("The wallet does not answer. Look whether npm start is running, then load the page again.", true)

async function begin(answer: unknown): Promise<void> {
  const me = meOf(answer)
  const store = makeStore({ ...emptyState, me, ahead: Date.parse(textOf(fieldsOf(answer).now)) - Date.now() })
  const wallet = makeWallet({ me, base: new URL("wallet/api", document.baseURI).href, store, say })
  for (const view of [walletCard, payments, inspector]) view(store)
  for (const pane of [signInCard, payPane, accountsPane, credentialsPane, sessionsPane, eventsPane, clockPane]) {
    pane(store, wallet)
  }
  accountForm({ call: wallet.call, customerId: me.customerId, whenAdded: wallet.accountAdded })

  await wallet.start()
  new EventSource("wallet/events").addEventListener("message", ({ data }) => wallet.arrived(JSON.parse(data)))
  addEventListener("storage", () => wallet.follow())
  setInterval(() => {
    wallet.watch()
    // What is left of a session, and the time, go on by themselves.
    store.change({})
  }, 1000)
  document.documentElement.dataset.ready = "true"
}
