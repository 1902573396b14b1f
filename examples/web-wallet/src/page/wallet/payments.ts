import { isQuote, type PaymentTerms, paymentTermsOf } from "@countersign/client"
import { Told } from "../explained.ts"
import { inWords } from "../money.ts"
import { quotedIn } from "../State.ts"
import type { Desk } from "./desk.ts"

/** Money in, and money out once its owner has signed. */
export const payments = ({ ask, client, doing, me: { accountId }, reads, signer, store }: Desk) => ({
  fund: (amount: number) =>
    doing(async () => {
      await ask("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount })
      await reads.money()
      return "The money is there. Nothing of it is real."
    }),
  getQuote: (payee: string, amount: number) =>
    doing(async () => {
      store.change({ quote: undefined })
      const quote = await ask("POST", "/quotes", {
        source: { sourceType: "ACCOUNT", accountId },
        destination: { destinationType: "ACCOUNT", accountId: payee },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: amount
      })
      // Payload and answer come from one backend: what they agree on must be what was asked for, too.
      if (!isQuote(quote) || quote.destination.accountId !== payee || quote.totalSendingAmount !== amount) {
        throw new Told("The answer is not the quote that you asked for, so there is nothing to sign. Get another one.")
      }
      const { payloadToSign } = quotedIn(quote)
      store.change({ quote: { quote, payloadToSign, terms: paymentTermsOf(quote) } })
      return ""
    }),
  pay: () =>
    doing(async () => {
      const offer = store.state().quote
      if (offer === undefined) throw new Told("There is no quote. Get one first.")
      const { quote, terms: shown } = offer
      // The user has pressed the button below these very terms, and signs no others.
      const confirm = (terms: PaymentTerms) => JSON.stringify(terms) === JSON.stringify(shown)
      const { status } = await client.executeQuote(quote, { signer: signer(), confirm })
      store.change({ quote: undefined })
      await reads.money()
      const { payee, sent } = shown
      const what = `${inWords({ ...sent, code: sent.currency })} to ${payee}`
      return status === "COMPLETED" ? `The payment is made: ${what}.` : `The payment is on its way: ${what}, ${status}.`
    })
})
