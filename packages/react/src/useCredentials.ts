"use client"

import type { AuthMethod } from "@countersign/client"
import { useEffect } from "react"
import { useCountersign, useStore } from "./CountersignProvider.tsx"

/** The result of `useCredentials`. */
export interface UseCredentials {
  /** The credentials of the wallet; `undefined` until they were read. */
  readonly credentials: readonly AuthMethod[] | undefined
  /** Whether a read is under way. */
  readonly isLoading: boolean
  /** The error of the last read; `undefined` after a success. */
  readonly error: unknown
  /** Reads the credentials again, for all components that show them. */
  readonly reload: () => Promise<void>
}

/** The ways to sign in to the wallet, of every type. Needs no session. */
export const useCredentials = (): UseCredentials => {
  const { credentials } = useCountersign()
  useEffect(() => {
    credentials.ensure()
  }, [credentials])
  const { data, ...state } = useStore(credentials)
  return { ...state, credentials: data, reload: credentials.reload }
}
