"use client"

import { useMemo } from "react"
import { requireSession, useCountersign, useStore } from "../CountersignProvider.tsx"
import { type SignedCallFlow, type SignedCallState, signedCallFlow } from "./signedCallFlow.ts"

/** The result of `useSignedCall`. */
export interface UseSignedCall extends Omit<SignedCallFlow, "state" | "subscribe"> {
  /** The state of the call. */
  readonly state: SignedCallState
}

/**
 * Runs a call that the session signs, of the API or of your own server. `pay` first shows the terms of a payment, which
 * `approve` signs (dynamic linking, PSD2 RTS article 5).
 */
export const useSignedCall = (): UseSignedCall => {
  const countersign = useCountersign()
  const { client, session } = countersign
  const { subscribe, state, ...methods } = useMemo(
    () => signedCallFlow({ client, session: () => requireSession(countersign), onFailure: session.verify }),
    [client, countersign, session]
  )
  return { ...methods, state: useStore({ subscribe, state }) }
}
