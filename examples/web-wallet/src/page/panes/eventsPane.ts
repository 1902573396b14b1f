import { found } from "../element.ts"
import { inWords, moneyOf } from "../money.ts"
import { fieldsOf, textOf } from "../read.ts"
import type { WalletEvent } from "../State.ts"
import type { Store } from "../store.ts"
import { timeOfDay } from "../times.ts"
import { rowsView } from "./row.ts"

/** What Countersign told the backend about this wallet, newest first. */
export const eventsPane = (store: Store): void => {
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
