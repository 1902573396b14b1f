import { element, found } from "../element.ts"
import { shownPayload } from "../inspector/shown.ts"
import { unitsOf } from "../money.ts"
import { nowIn, type Offer, type State } from "../State.ts"
import { termRows } from "../signing/termRows.ts"
import type { Store } from "../store.ts"
import { left } from "../times.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { amountField } from "./amountField.ts"

/** Money comes, a quote is asked for, read, signed and carried out. */
export const payPane = (store: Store, wallet: Wallet): void => {
  const payee = found("payee", HTMLSelectElement)
  const agree = found("agree", HTMLElement)
  const terms = found("terms", HTMLElement)
  const payload = found("payload", HTMLElement)
  const decimals = () => store.state().balance?.decimals ?? 0
  const fundAmount = amountField("fund-amount", (text) => unitsOf(text, decimals()))
  const payAmount = amountField("pay-amount", (text) => unitsOf(text, decimals()))

  found("fund", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault()
    const amount = fundAmount()
    if (amount !== undefined) wallet.fund(amount)
  })
  found("ask", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault()
    const amount = payAmount()
    if (amount !== undefined && (await wallet.getQuote(payee.value, amount))) found("agree-title", HTMLElement).focus()
  })
  found("pay", HTMLButtonElement).addEventListener("click", async () => {
    if (await wallet.pay()) found("outcome", HTMLElement).focus()
  })
  found("decline", HTMLButtonElement).addEventListener("click", () => {
    store.change({ quote: undefined })
    payee.focus()
  })

  let payees = ""
  let read: Offer | undefined
  store.follow((state) => {
    found("no-payee", HTMLElement).hidden = state.accounts.length > 0
    found("ask-line", HTMLElement).hidden = state.accounts.length === 0
    const next = JSON.stringify(state.accounts)
    if (next !== payees) {
      payees = next
      payee.replaceChildren(...state.accounts.map(({ id }) => element("option", { value: id }, [nameOf(state, id)])))
    }
    agree.hidden = state.quote === undefined
    if (state.quote === undefined) return
    if (state.quote !== read) {
      read = state.quote
      terms.replaceChildren(...lines(state, read))
      payload.textContent = shownPayload(read.payloadToSign)
    }
    found("terms-end", HTMLElement).textContent = left(
      new Date(state.quote.terms.expiresAt).toISOString(),
      nowIn(state)
    )
  })
}

/** The terms that are signed, in words, and how long the offer lasts. */
const lines = ({ me }: State, { terms }: Offer): ReadonlyArray<Node> => [
  ...termRows(terms, me.accountId).flatMap(([term, words]) => [element("dt", {}, [term]), element("dd", {}, [words])]),
  element("dt", {}, ["This offer"]),
  element("dd", { id: "terms-end" })
]

const nameOf = ({ accounts }: State, id: string): string => {
  const account = accounts.find((each) => each.id === id)
  if (account === undefined) return `${id}, which is not among your accounts`
  const { beneficiary, currency, known } = account
  return `${beneficiary || "Wallet"}, ${currency} ${known}`
}
