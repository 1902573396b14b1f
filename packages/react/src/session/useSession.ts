"use client"

import type { ActiveSession } from "@countersign/client"
import { useMemo } from "react"
import { makeActions } from "../action.ts"
import { useCountersign, useStore } from "../CountersignProvider.tsx"
import type { SessionState } from "./sessionStore.ts"

/** The result of `useSession`. */
export type UseSession = SessionState & {
  /** Makes a session that the client opened the current one, in all tabs of this browser. */
  readonly enter: (session: ActiveSession) => void
  /** Ends the session here and erases its key. `error` is set if the server did not end it: it then lasts until it expires. */
  readonly signOut: () => Promise<void>
  /**
   * Opens a new session with a new key. The previous one is active until it expires; its key is no longer stored. A
   * session in use is refreshed without it, unless the provider has `refresh="manual"`.
   */
  readonly refresh: () => Promise<void>
  readonly isBusy: boolean
  /** The error of the last `signOut` or `refresh`. */
  readonly error: unknown
}

/** The session of this browser, with its key. `status` is "restoring" until the browser's store was read. */
export const useSession = (): UseSession => {
  const { session } = useCountersign()
  const actions = useMemo(() => makeActions(session.verify), [session])
  const methods = useMemo(
    () => ({
      enter: session.enter,
      signOut: () => actions.run(session.signOut),
      refresh: () => actions.run(session.refresh)
    }),
    [actions, session]
  )
  return { ...useStore(session), ...useStore(actions), ...methods }
}
