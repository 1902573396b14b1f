import { found } from "../element.ts"
import { nowIn } from "../State.ts"
import type { Store } from "../store.ts"
import { dayAndTime, timeOfDay } from "../times.ts"
import type { Wallet } from "../wallet/wallet.ts"

/** The time of the sandbox, and what moves it on. */
export const clockPane = (store: Store, wallet: Wallet): void => {
  const now = found("now", HTMLElement)
  const ahead = found("ahead", HTMLElement)
  for (const seconds of [360, 900, 86_400]) {
    found(`move-${seconds}`, HTMLButtonElement).addEventListener("click", () => wallet.moveClock(seconds))
  }
  store.follow((state) => {
    const at = nowIn(state)
    now.textContent = `${timeOfDay(at)} UTC`
    const minutes = Math.round(state.ahead / 60_000)
    const distance = minutes === 0 ? "as on your machine" : `${minutes} minutes ahead of your machine`
    ahead.textContent = `${dayAndTime(at).replace(/,.*$/u, "")}, ${distance}`
  })
}
