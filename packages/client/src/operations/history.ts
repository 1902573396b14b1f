import { type HistoryPage, isHistoryPage } from "../answers/history.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import { ofAccount } from "./path.ts"

/** The history of wallets. */
export interface History {
  /**
   * Lists what happened to an account, newest first: at most `limit` entries, 20 by default. Pass the `nextCursor` of a
   * page as `cursor` for the next one.
   */
  readonly list: (
    accountId: string,
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
  ) => Promise<HistoryPage>
}

export const historyOn = (send: Send): History => ({
  list: async (accountId, { cursor, limit } = {}) => {
    const page = Object.entries({ cursor, limit }).flatMap(([name, value]) =>
      value === undefined ? [] : [`&${name}=${encodeURIComponent(value)}`]
    )
    const answer = await send({ method: "GET", path: `${ofAccount("/activity", accountId)}${page.join("")}` })
    return readAs(answer, isHistoryPage, "a list of Activity")
  }
})
