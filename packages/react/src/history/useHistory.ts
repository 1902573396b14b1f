"use client"

import { useEffect, useMemo } from "react"
import { useCountersign, useStore } from "../CountersignProvider.tsx"
import { type HistoryList, type HistoryState, historyList } from "./historyList.ts"

/** The result of `useHistory`. */
export type UseHistory = HistoryState & Pick<HistoryList, "loadMore" | "reload">

/** Lists the history of the wallet, newest first: sign-ins, payments, changes of credentials. `limit` entries a page. */
export const useHistory = ({ limit }: { readonly limit?: number } = {}): UseHistory => {
  const { accountId, client } = useCountersign()
  const list = useMemo(() => historyList({ client, accountId, limit }), [client, accountId, limit])
  useEffect(() => {
    list.reload()
  }, [list])
  return { ...useStore(list), loadMore: list.loadMore, reload: list.reload }
}
