"use client"

import type { AuthMethod } from "@countersign/client"
import { useEffect, useMemo } from "react"
import { useCountersign, useLatest, useStore } from "../CountersignProvider.tsx"
import { useCredentials } from "../useCredentials.ts"
import { type IdentityToken, type SignInFlow, type SignInState, signInFlow } from "./signInFlow.ts"

/** How credentials of type OAUTH sign in. */
export interface UseSignInOptions {
  /** Required for credentials of type OAUTH. */
  readonly identityToken?: IdentityToken | undefined
}

/** The result of `useSignIn`. */
export interface UseSignIn extends Pick<SignInFlow, "cancel" | "start" | "submitCode"> {
  /** The credentials of the wallet; `undefined` until they were read. */
  readonly credentials: readonly AuthMethod[] | undefined
  /** The error of the last read of the credentials. */
  readonly loadError: unknown
  /** The state of the sign-in. */
  readonly state: SignInState
  /** Reads the credentials again. */
  readonly reload: () => Promise<void>
}

/** Signs the end user in with a credential of the wallet. The new session becomes the one of `useSession`. */
export const useSignIn = ({ identityToken }: UseSignInOptions = {}): UseSignIn => {
  const { client, session } = useCountersign()
  const { credentials, error, reload } = useCredentials()
  const token = useLatest(identityToken)
  const flow = useMemo(
    () => signInFlow({ client, identityToken: () => token.current, onSession: session.enter }),
    [client, session, token]
  )
  // A prompt that is no longer shown must not wait for its code.
  useEffect(() => flow.cancel, [flow])
  return { ...flow, credentials, loadError: error, state: useStore(flow), reload }
}
