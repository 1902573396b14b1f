import { fieldsOf, textOf } from "../json.ts"
import { inWords, moneyOf } from "../money.ts"
import type { PaneName, WalletEvent } from "../State.ts"
import { timeOfDay } from "../time.ts"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"

/** The webhook events of this wallet, newest first. */
export const Events = ({ shown }: { readonly shown: PaneName }) => {
  const { events } = useWalletState()
  return (
    <Pane name="events" title="Events" shown={shown}>
      <Sheet id="arrived" title="Webhooks, as they arrive">
        <p className="hint">
          Countersign sends each event to the page's backend, which verifies its signature and forwards it to you only.
        </p>
        <div role="log" aria-label="Events">
          <Rows
            id="events"
            none="There are no events yet. Add funds, and the first one arrives."
            rows={events.map((event) => ({
              key: event.id,
              title: describeEvent(event),
              lines: [event.type],
              aside: timeOfDay(event.timestamp)
            }))}
          />
        </div>
      </Sheet>
    </Pane>
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
