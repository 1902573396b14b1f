import { found } from "../element.ts"
import { inWords } from "../money.ts"
import type { Store } from "../store.ts"
import { dayAndTime } from "../times.ts"
import { rowsView } from "./row.ts"

/** The payments of the wallet, newest first. */
export const payments = (store: Store): void => {
  const show = rowsView(found("payments", HTMLElement), found("no-payments", HTMLElement))
  store.follow(({ payments }) =>
    show(
      payments.map(({ createdAt, id, received, sent, status }) => ({
        key: id,
        title: `${inWords(sent)} sent`,
        badge: status,
        lines: [dayAndTime(createdAt)],
        aside: inWords(received)
      }))
    )
  )
}
