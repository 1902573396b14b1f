import { found } from "../element.ts"
import type { Store } from "../store.ts"
import { rowsView } from "./row.ts"

/** The accounts that money may go to. The form to add one stands under them. */
export const accountsPane = (store: Store): void => {
  const show = rowsView(found("stored", HTMLElement), found("no-accounts", HTMLElement))
  store.follow(({ accounts }) =>
    show(
      accounts.map(({ beneficiary, currency, id, known, status }) => ({
        key: id,
        title: beneficiary || `${currency} wallet`,
        badge: status,
        lines: [known],
        aside: currency
      }))
    )
  )
}
