import { found } from "../element.ts"
import { figures } from "../money.ts"
import { nowIn } from "../State.ts"
import type { Store } from "../store.ts"
import { left } from "../times.ts"
import { nameOf } from "./names.ts"

/** The balance, whose wallet it is, and whether somebody is signed in. */
export const walletCard = (store: Store): void => {
  const balance = found("balance", HTMLElement)
  const unit = found("unit", HTMLElement)
  const owner = found("owner", HTMLElement)
  const standing = found("standing", HTMLElement)
  store.follow((state) => {
    const { balance: money, me, session } = state
    balance.textContent = money === undefined ? "0.00" : figures(money)
    unit.textContent = money?.code ?? ""
    owner.textContent = me.email
    standing.classList.toggle("active", session !== undefined)
    standing.textContent =
      session === undefined
        ? "Signed out. Sign in"
        : `${nameOf(session.type).short} · ${left(session.expiresAt, nowIn(state))}`
  })
}
