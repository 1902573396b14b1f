"use client"

import { useEffect, useMemo } from "react"
import { useStore } from "../CountersignProvider.tsx"
import { useSession } from "../session/useSession.ts"
import { makeSecret, type Secret, type SecretState } from "./secret.ts"

/** A secret of a component: it leaves memory with the component, and with the session of the end user. */
export const useSecret = <T>(seconds: number): Omit<Secret<T>, "state"> & { readonly state: SecretState<T> } => {
  const secret = useMemo(() => makeSecret<T>(seconds), [seconds])
  const { status } = useSession()
  useEffect(() => {
    if (status === "signed-out") secret.forget()
  }, [status, secret])
  useEffect(() => {
    // The page is not in view, or its screen is shared.
    const leave = () => {
      if (Number.isFinite(seconds) && document.visibilityState === "hidden") secret.hide()
    }
    document.addEventListener("visibilitychange", leave)
    return () => {
      document.removeEventListener("visibilitychange", leave)
      secret.forget()
    }
  }, [secret, seconds])
  return { ...secret, state: useStore(secret) }
}
