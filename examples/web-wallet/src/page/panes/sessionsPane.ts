import { found } from "../element.ts"
import { nowIn } from "../State.ts"
import type { Store } from "../store.ts"
import { dayAndTime, left } from "../times.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { nameOf } from "./names.ts"
import { rowsView } from "./row.ts"

/** Where somebody is signed in, and how to end it. */
export const sessionsPane = (store: Store, wallet: Wallet): void => {
  const show = rowsView(found("sessions", HTMLElement), found("no-sessions", HTMLElement))
  const refresh = found("refresh", HTMLButtonElement)
  refresh.addEventListener("click", () => wallet.refresh())
  store.follow((state) => {
    refresh.hidden = state.session === undefined
    show(
      state.sessions.map(({ createdAt, expiresAt, id, nickname, type }) => ({
        key: id,
        title: nameOf(type).title,
        badge: id === state.session?.id ? "This browser" : undefined,
        lines: [nickname, `Since ${dayAndTime(createdAt)} UTC, ${left(expiresAt, nowIn(state))}`],
        action: {
          id: `end-${id}`,
          words: id === state.session?.id ? "Sign out" : "End",
          about: `the session of ${nickname}`,
          act: () => wallet.endSession(id)
        }
      }))
    )
  })
}
