import { useCountersign } from "@countersign/react"
import { t } from "../../words/translate.ts"
import { ENDED } from "../explained.ts"
import { fieldsOf, textOf } from "../json.ts"
import type { PaneName } from "../State.ts"
import { dayAndTime, timeOfDay } from "../time.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { useNow, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** The sandbox clock, and the buttons that advance it. */
export const Clock = ({ shown }: { readonly shown: PaneName }) => {
  const { change, reads, sendOwn } = useWallet()
  const { ahead } = useWalletState()
  const { session } = useCountersign()
  const now = useNow()
  const move = async (seconds: number) => {
    const wasSignedIn = session.state().session !== undefined
    const answer = fieldsOf(await sendOwn("POST", "/clock/advance", { seconds }))
    change({ ahead: Date.parse(textOf(answer.now)) - Date.now() })
    session.watch()
    await Promise.all([reads.access(), reads.money()])
    const moved = t("The clock has moved forward, and due events have been processed.")
    return wasSignedIn && session.state().session === undefined ? `${moved} ${ENDED}` : moved
  }
  const minutes = Math.round(ahead / 60_000)
  const distance = minutes === 0 ? t("same as your machine") : t("{0} minutes ahead of your machine", minutes)
  return (
    <Pane name="clock" title={t("Sandbox clock")} shown={shown}>
      <Sheet id="now-at" title={t("Current time")}>
        <p className="time" id="now">
          {timeOfDay(now)} UTC
        </p>
        <p className="hint" id="ahead">
          {dayAndTime(now).replace(/,.*$/u, "")}, {distance}
        </p>
        <div className="actions" id="moves">
          {STEPS.map(([seconds, words]) => (
            <ActionButton
              key={seconds}
              id={`move-${seconds}`}
              className="quiet"
              busy={t("Moving the clock…")}
              act={() => move(seconds)}
            >
              {words}
            </ActionButton>
          ))}
        </div>
        <p className="hint">
          {t(
            "Due events are processed on the way: slow payments arrive, quotes expire, and sessions end after 15 minutes. The clock cannot go back."
          )}
        </p>
      </Sheet>
    </Pane>
  )
}

/** The steps that the backend permits, in seconds. */
const STEPS = [
  [360, t("Forward 6 minutes")],
  [900, t("Forward 15 minutes")],
  [86_400, t("Forward 1 day")],
  [259_200, t("Forward 3 days")]
] as const
