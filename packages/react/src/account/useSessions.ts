"use client"

import type { AuthSession } from "@countersign/client"
import { useEffect, useMemo } from "react"
import { useCountersign, useStore } from "../CountersignProvider.tsx"
import { makeLoaded } from "../loaded.ts"
import { useSession } from "../session/useSession.ts"

/** The result of `useSessions`. */
export interface UseSessions {
  /** The active sessions of the wallet, with `isCurrent` on that of this browser; `undefined` until they were read. */
  readonly sessions: readonly AuthSession[] | undefined
  /** Whether a read is under way. */
  readonly isLoading: boolean
  /** The error of the last read; `undefined` after a success. */
  readonly error: unknown
  /** Reads the sessions again. */
  readonly reload: () => Promise<void>
}

/** Lists the active sessions of the wallet, again after each sign-in, refresh and sign-out of this browser. */
export const useSessions = (): UseSessions => {
  const { accountId, client, session: store } = useCountersign()
  const list = useMemo(
    () => makeLoaded(() => client.sessions.list(accountId, { current: store.state().session })),
    [client, accountId, store]
  )
  const { session, status } = useSession()
  const id = session?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session of this browser changes the list
  useEffect(() => {
    if (status !== "restoring") list.reload()
  }, [id, status, list])
  const { data, ...state } = useStore(list)
  return { ...state, sessions: data, reload: list.reload }
}
