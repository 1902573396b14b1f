import { access } from "./access.ts"
import { credentials } from "./credentials.ts"
import { type DeskOptions, deskOf } from "./desk.ts"
import { payments } from "./payments.ts"
import { recall } from "./remembered.ts"
import { sandbox } from "./sandbox.ts"

/** What the page can do. Each says in words what became of it, and none throws. */
export type Wallet = ReturnType<typeof makeWallet>

export const makeWallet = (options: DeskOptions) => {
  const desk = deskOf(options)
  const { call, client, doing, reads, store } = desk
  return {
    call,
    ...access(desk),
    ...credentials(desk),
    ...payments(desk),
    ...sandbox(desk),
    /** Everything the page shows, read at the start. */
    start: () =>
      doing(async () => {
        await recall(store, client)
        await Promise.all([reads.access(), reads.money(), reads.accounts()])
        return ""
      }),
    accountAdded: () => reads.accounts().catch(() => undefined)
  }
}
