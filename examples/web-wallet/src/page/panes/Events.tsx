import { t } from "../../words/translate.ts"
import { fieldsOf, textOf } from "../json.ts"
import { inWords, moneyOf } from "../money.ts"
import type { PaneName, WalletEvent } from "../State.ts"
import { statusName } from "../statusName.ts"
import { timeOfDay } from "../time.ts"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"

/** The webhook events of this wallet, newest first. */
export const Events = ({ shown }: { readonly shown: PaneName }) => {
  const { events } = useWalletState()
  return (
    <Pane name="events" shown={shown}>
      <Sheet id="arrived" title={t("Webhooks, as they arrive")}>
        <p className="hint">
          {t(
            "Countersign sends each event to the page's backend, which verifies its signature and forwards it to you only."
          )}
        </p>
        <div role="log" aria-label={t("Events")}>
          <Rows
            id="events"
            none={t("There are no events yet. Add funds, and the first one arrives.")}
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
  if (balance !== undefined) return t("The balance is {0}", inWords(moneyOf(balance)))
  if (sentAmount !== undefined)
    return t("Payment of {0}: {1}", inWords(moneyOf(sentAmount)), statusName(status).toLowerCase())
  if (type.startsWith("EXTERNAL_ACCOUNT."))
    return t("{0} account: {1}", textOf(currency), statusName(status).toLowerCase())
  return type.startsWith("CUSTOMER.KYC_") ? t("Customer approved") : t("Customer updated")
}
