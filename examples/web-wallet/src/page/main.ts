import { accountForm } from "./form/accountForm.ts"
import { inspector } from "./inspector/inspector.ts"
import { accountsPane } from "./panes/accountsPane.ts"
import { clockPane } from "./panes/clockPane.ts"
import { credentialsPane } from "./panes/credentialsPane.ts"
import { eventsPane } from "./panes/eventsPane.ts"
import { outcome } from "./panes/outcome.ts"
import { payments } from "./panes/payments.ts"
import { payPane } from "./panes/payPane.ts"
import { sessionsPane } from "./panes/sessionsPane.ts"
import { signInCard } from "./panes/signInCard.ts"
import { walletCard } from "./panes/walletCard.ts"
import { fieldsOf, textOf } from "./read.ts"
import { routes } from "./route.ts"
import { emptyState, meOf } from "./State.ts"
import { makeStore } from "./store.ts"
import { makeWallet } from "./wallet/wallet.ts"

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
