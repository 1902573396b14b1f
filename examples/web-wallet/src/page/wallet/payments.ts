import { Told } from "../explained.ts"
import { quoteOf } from "../State.ts"
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
      store.change({ quote: quoteOf(quote) })
      return ""
    }),
  pay: () =>
    doing(async () => {
      const { quote } = store.state()
      if (quote === undefined) throw new Told("There is no quote. Get one first.")
      const { payloadToSign } = quote
      const { status } = await client.executeQuote(quote.id, { payloadToSign, signer: signer() })
      store.change({ quote: undefined })
      await reads.money()
      return status === "COMPLETED" ? "The payment is made." : `The payment is on its way: ${status}.`
    })
})
