import { isolated } from "@countersign/account-types"
import type { Activity } from "@countersign/client"
import { useHistory } from "@countersign/react"
import { useEffect } from "react"
import { nameOf } from "../credentialNames.ts"
import { explained } from "../explained.ts"
import { language } from "../language.ts"
import { inWords, type Money } from "../money.ts"
import type { PaneName } from "../State.ts"
import { dayAndTime } from "../time.ts"
import { Button } from "../ui/Button.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"

/** What happened to the wallet, newest first. Unlike events, the service stores it and pages through it. */
export const History = ({ shown }: { readonly shown: PaneName }) => {
  const { balance, payments, sessions } = useWalletState()
  const { entries, error, hasMore, isLoading, loadMore, reload } = useHistory({ limit: 20 })
  const isShown = shown === "history"
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment or a sign-in adds an entry
  useEffect(() => {
    if (isShown) reload()
  }, [isShown, payments, sessions, reload])
  return (
    <Pane name="history" title="History" shown={shown}>
      <Sheet id="happened" title="What happened to this wallet">
        <p className="hint">The service stores this list. What you signed has a receipt.</p>
        {error === undefined ? null : (
          <p className="issue" role="alert">
            {explained(error, language)}
          </p>
        )}
        <Rows
          id="history"
          none={isLoading ? "Reading the history…" : "Nothing has happened yet."}
          rows={entries.map((activity) => ({
            key: activity.id,
            title: titleOf(activity, balance),
            lines: [`${ACTORS.get(activity.actor) ?? activity.actor}, ${dayAndTime(activity.at)} UTC`]
          }))}
        />
        {hasMore ? (
          <div className="actions">
            <Button className="quiet" isBusy={isLoading} busy="Reading…" onClick={loadMore}>
              Show more
            </Button>
          </div>
        ) : null}
      </Sheet>
    </Pane>
  )
}

/** The words of an activity, with its payee and amount or its credential. */
const titleOf = ({ amount, details = {}, type }: Activity, balance: Money | undefined): string => {
  const words = TITLES.get(type) ?? `${type.charAt(0)}${type.slice(1).toLowerCase().replaceAll("_", " ")}`
  const money = details.sent ?? amount
  const about = [
    money === undefined || money.currency !== balance?.code ? [] : [inWords({ ...balance, amount: money.amount })],
    details.payee === undefined ? [] : [`to ${isolated(details.payee)}`],
    details.credentialType === undefined ? [] : [nameOf(details.credentialType).title],
    details.credentialName === undefined ? [] : [isolated(details.credentialName)]
  ].flat()
  return about.length === 0 ? words : `${words}: ${about.join(" ")}`
}

const TITLES = new Map([
  ["SESSION_OPENED", "Signed in"],
  ["SESSION_REFRESHED", "Session refreshed"],
  ["SESSION_ENDED", "Signed out"],
  ["PAYMENT_SIGNED", "Payment signed"],
  ["PAYMENT_SENT", "Paid"],
  ["MONEY_RECEIVED", "Received"]
])

const ACTORS = new Map([
  ["END_USER", "Signed by you"],
  ["GUARDIAN", "By a guardian"],
  ["OPERATOR", "By support"],
  ["PLATFORM", "By the app"],
  ["SERVICE", "By the service"]
])
