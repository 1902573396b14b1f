import { CountersignError } from "@countersign/client"
import { accepted, callsUnder, type Send } from "../page/calls.ts"
import { explained } from "../page/explained.ts"
import { fieldsOf, textOf } from "../page/json.ts"
import { moneyOf } from "../page/money.ts"
import { confirmation } from "./confirm.ts"
import { customerSearch } from "./customers.ts"
import { dossierView } from "./dossier.ts"
import { found } from "./element.ts"
import { historyView } from "./history.ts"
import { newestLoad } from "./newestLoad.ts"
import { policyView } from "./policy.ts"
import { translateDocument } from "./translateDocument.ts"

translateDocument()

const call = callsUnder(new URL(".", document.baseURI).href, () => {})
const site: Send = async (...args) => accepted(await call(...args))
const send: Send = (method, path, body) => site(method, `api${path}`, body)

const say = (words: string, isWrong = false): void => {
  const box = found("outcome", HTMLElement)
  box.textContent = words
  box.classList.toggle("wrong", isWrong)
}

/** Shows the page of an operator, or the sign-in without a name. */
const enter = (name: string): void => {
  const isSignedIn = name !== ""
  for (const id of ["who", "search"]) found(id, HTMLElement).hidden = !isSignedIn
  found("sign-in", HTMLElement).hidden = isSignedIn
  found("none", HTMLElement).hidden = !isSignedIn
  found("actor", HTMLElement).textContent = name
  if (isSignedIn) {
    search.start()
    load(false)
    return
  }
  for (const id of ["results", "dossier"]) found(id, HTMLElement).hidden = true
  found("name", HTMLInputElement).focus()
}

const failed = (error: unknown): void => {
  // The backend forgets the operators at a restart.
  if (error instanceof CountersignError && error.status === 401) enter("")
  say(explained(error), true)
}

const search = customerSearch(send, failed)
const history = historyView(send, failed)
const policy = policyView(send, (described) => site("POST", "explain", described), failed)
const dossier = dossierView(
  send,
  confirmation(
    send,
    async ({ done }) => {
      await load(false)
      say(done)
      // The button that opened the dialog may be gone.
      found("outcome", HTMLElement).focus()
    },
    () => enter("")
  )
)

let accountId = ""
const newest = newestLoad()
/** Loads the customer that the URL names. Moves the focus to the heading after a navigation. */
async function load(isMoving: boolean): Promise<void> {
  const customerId = location.hash.slice(1)
  const view = found("dossier", HTMLElement)
  found("none", HTMLElement).hidden = customerId !== ""
  if (customerId === "") {
    view.hidden = true
    return
  }
  view.setAttribute("aria-busy", "true")
  try {
    await newest(dossier.read(customerId, accountId), async (read) => {
      accountId = textOf(read.wallet.id)
      dossier.show(read)
      view.hidden = false
      say("")
      if (isMoving) found("customer-title", HTMLElement).focus()
      const balance = moneyOf(read.wallet.balance)
      await Promise.all([history.load({ accountId, balance }), policy.load(balance)])
    })
  } catch (error) {
    view.hidden = true
    failed(error)
  } finally {
    view.setAttribute("aria-busy", "false")
  }
}

dossier.whenWalletChosen((id) => {
  accountId = id
  load(false)
})
addEventListener("hashchange", () => load(true))
found("reload", HTMLButtonElement).addEventListener("click", () => load(false))
found("skip", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault()
  found("main", HTMLElement).focus()
})
found("sign-in-form", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault()
  const { value } = found("name", HTMLInputElement)
  try {
    await site("POST", "sign-in", { name: value })
    say("")
    enter(value.trim())
    found("query", HTMLInputElement).focus()
  } catch (error) {
    failed(error)
    found("name", HTMLInputElement).focus()
  }
})
found("sign-out", HTMLButtonElement).addEventListener("click", async () => {
  await site("POST", "sign-out", {}).catch(failed)
  enter("")
})

const response = await site("GET", "me").catch(failed)
enter(textOf(fieldsOf(response).name))
document.documentElement.dataset.ready = "true"
