import { accountTypes } from "@countersign/account-types"
import type { PaymentTerms } from "@countersign/client"
import { element, found, left, setAttribute } from "../element.ts"
import { shownPayload } from "../inspector/operations.ts"
import { inWords, unitsOf } from "../money.ts"
import { nowIn, type Offer, type State } from "../State.ts"
import type { Store } from "../store.ts"
import type { Wallet } from "../wallet/wallet.ts"

/** The terms of a payment for display before signing. Every value comes from the payload that will be signed. */
export const termRows = (
  { destination, fee, payee, rate, received, sent, source }: PaymentTerms,
  own: string
): ReadonlyArray<readonly [term: string, words: string]> => {
  const { accountType, identifiers } = destination
  return [
    ["To", payee],
    ["Account type", typeInWords(accountType)],
    ...Object.entries(identifiers).map(([name, value]) => [labelOf(accountType, name), value] as const),
    ["You pay", inWords(moneyOf(sent))],
    ["Included fee", inWords(moneyOf(fee))],
    ["They receive", inWords(moneyOf(received))],
    ["Rate", `${rate} ${sent.currency} for 1 ${received.currency}`],
    ["From", source.accountId === own ? "this wallet" : `${source.accountId} (not this wallet)`]
  ]
}

const moneyOf = ({ amount, currency, decimals }: PaymentTerms["sent"]) => ({ amount, code: currency, decimals })

const typeInWords = (accountType: string): string => {
  const kind = accountTypes.get(accountType)
  return kind === undefined ? accountType : `${kind.label}, ${accountType}`
}

/** The form label of a field, or its name when it has no label. */
const labelOf = (accountType: string, name: string): string => {
  const fields = accountTypes.get(accountType)?.variants.flatMap((variant) => variant.fields) ?? []
  return fields.find((field) => field.name === name)?.label ?? name
}

/** A field for an amount. Returns the parsed amount, or shows an error beside the field. */
const amountField = (id: string, read: (text: string) => number | undefined) => {
  const input = found(id, HTMLInputElement)
  const issue = element("p", { class: "issue", id: `${id}-issue` })
  issue.hidden = true
  input.after(issue)
  return (): number | undefined => {
    const amount = read(input.value)
    const isWrong = amount === undefined
    issue.textContent = isWrong ? "Enter an amount greater than zero, such as 12.50." : ""
    issue.hidden = !isWrong
    setAttribute(input, "aria-invalid", isWrong ? "true" : undefined)
    setAttribute(input, "aria-describedby", isWrong ? issue.id : undefined)
    if (isWrong) input.focus()
    return amount
  }
}

/** Adds funds, requests a quote, shows its terms, and signs and executes it. */
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

/** The terms to sign and the remaining validity of the quote. */
const lines = ({ me }: State, { terms }: Offer): ReadonlyArray<Node> => [
  ...termRows(terms, me.accountId).flatMap(([term, words]) => [element("dt", {}, [term]), element("dd", {}, [words])]),
  element("dt", {}, ["This offer"]),
  element("dd", { id: "terms-end" })
]

const nameOf = ({ accounts }: State, id: string): string => {
  const account = accounts.find((each) => each.id === id)
  if (account === undefined) return `${id} (not one of your accounts)`
  const { beneficiary, currency, known } = account
  return `${beneficiary || "Wallet"}, ${currency} ${known}`
}
