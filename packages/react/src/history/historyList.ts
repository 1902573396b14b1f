import type { Activity, Client } from "@countersign/client"
import { makeStore, type Store } from "../store.ts"

/** The entries of a history that were read. */
export interface HistoryState {
  /** Newest first, without duplicates. */
  readonly entries: readonly Activity[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  /** The error of the last read; `undefined` after a success. */
  readonly error: unknown
}

export interface HistoryList extends Pick<Store<HistoryState>, "subscribe" | "state"> {
  /** Reads the newest page, and drops the pages after it. */
  readonly reload: () => Promise<void>
  /** Reads the next page. Ignored while a page is being read, or without a next page. */
  readonly loadMore: () => Promise<void>
}

interface Options {
  readonly client: Pick<Client, "history">
  readonly accountId: string
  readonly limit: number | undefined
}

export const historyList = ({ accountId, client, limit }: Options): HistoryList => {
  const { set, ...current } = makeStore<HistoryState>({
    entries: [],
    hasMore: false,
    isLoading: false,
    error: undefined
  })
  let cursor: string | undefined
  let turn = 0

  const read = async (after: string | undefined): Promise<void> => {
    turn += 1
    const mine = turn
    set({ ...current.state(), isLoading: true })
    try {
      const { data, hasMore, nextCursor } = await client.history.list(accountId, { limit, cursor: after })
      if (mine !== turn) return
      cursor = nextCursor
      const before = after === undefined ? [] : current.state().entries
      const entries = new Map([...before, ...data].map((entry) => [entry.id, entry]))
      set({ entries: [...entries.values()], hasMore, isLoading: false, error: undefined })
    } catch (error) {
      if (mine === turn) set({ ...current.state(), isLoading: false, error })
    }
  }

  return {
    ...current,
    reload: () => read(undefined),
    loadMore: async () => {
      const { hasMore, isLoading } = current.state()
      if (hasMore && !isLoading) await read(cursor)
    }
  }
}
