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
 * Runs a call that the session signs: `pay` a payment, `call` any other, of the API or of your own server, `run` an
 * operation of the client. Each first shows its terms, which `approve` signs (dynamic linking, PSD2 RTS article 5).
 */
export const useSignedCall = (): UseSignedCall => {
  const countersign = useCountersign()
  const { client, session } = countersign
  const flow = useMemo(
    () => signedCallFlow({ client, session: () => requireSession(countersign), onFailure: session.verify }),
    [client, countersign, session]
  )
  return { ...flow, state: useStore(flow) }
}
