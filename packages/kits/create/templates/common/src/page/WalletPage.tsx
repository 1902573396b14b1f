"use client"

import { type ActiveSession, createClient } from "@countersign/client"
import {
  CountersignProvider,
  explain,
  PasskeyEnrolment,
  SignIn,
  useCountersign,
  useSession,
  VisitorSignIn
} from "@countersign/react"
import { useEffect, useRef, useState } from "react"

export interface WalletPageProps {
  /** The wallet of the user, if one is signed in. */
  readonly accountId: string | undefined
  readonly bundleSigners: ReadonlyArray<string>
}

export const WalletPage = ({ accountId: known, bundleSigners }: WalletPageProps) => {
  const [accountId, setAccountId] = useState(known)
  const [client] = useState(() => createClient({ baseUrl: "/wallet/2025-10-13", bundleSigner: bundleSigners }))
  return (
    <main>
      <h1>My wallet</h1>
      {accountId === undefined ? (
        <VisitorSignIn client={client} onSignedIn={(visitor) => setAccountId(visitor.accountId)} />
      ) : (
        <CountersignProvider client={client} accountId={accountId}>
          <Wallet />
        </CountersignProvider>
      )}
    </main>
  )
}

const Wallet = () => {
  const { session, status } = useSession()
  if (status === "restoring") return <p role="status">Loading the wallet…</p>
  return session === undefined ? <SignIn /> : <SignedIn session={session} />
}

const SignedIn = ({ session }: { readonly session: ActiveSession }) => {
  const { client } = useCountersign()
  const { error, signOut } = useSession()
  const [answer, setAnswer] = useState("")
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])

  // An endpoint of this service that requires the session: each call proves possession of its key.
  const callMe = async () => {
    const url = new URL("/api/me", location.href)
    return (await client.fetchWithProof(session, { method: "GET", url })).text()
  }
  return (
    <section>
      <h2 ref={title} tabIndex={-1}>
        Signed in
      </h2>
      <button type="button" onClick={() => callMe().catch(explain).then(setAnswer)}>
        Call /api/me
      </button>{" "}
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      <output>{answer}</output>
      <PasskeyEnrolment />
      {error === undefined ? null : <p role="alert">{explain(error)}</p>}
    </section>
  )
}
