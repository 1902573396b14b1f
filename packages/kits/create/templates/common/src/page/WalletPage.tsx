"use client"

import { type ActiveSession, createClient } from "@countersign/client"
import {
  CountersignProvider,
  en,
  explain,
  PasskeyEnrolment,
  SignIn,
  useCountersign,
  useSession,
  VisitorSignIn
} from "@countersign/react"
import { de } from "@countersign/react/de"
import { es } from "@countersign/react/es"
import { fr } from "@countersign/react/fr"
import { useEffect, useRef, useState } from "react"
import { type Tag, words } from "./words.ts"

const languages = { en, de, es, fr }

export interface WalletPageProps {
  /** The wallet of the user, if one is signed in. */
  readonly accountId: string | undefined
  readonly bundleSigners: ReadonlyArray<string>
  /** The language of the page. */
  readonly tag: Tag
}

export const WalletPage = ({ accountId: known, bundleSigners, tag }: WalletPageProps) => {
  const [accountId, setAccountId] = useState(known)
  const [client] = useState(() => createClient({ baseUrl: "/wallet/2025-10-13", bundleSigner: bundleSigners }))
  return (
    <main>
      <h1>{words[tag].title}</h1>
      {accountId === undefined ? (
        <VisitorSignIn
          client={client}
          language={languages[tag]}
          onSignedIn={(visitor) => setAccountId(visitor.accountId)}
        />
      ) : (
        <CountersignProvider client={client} accountId={accountId} language={languages[tag]}>
          <Wallet tag={tag} />
        </CountersignProvider>
      )}
    </main>
  )
}

const Wallet = ({ tag }: Pick<WalletPageProps, "tag">) => {
  const { session, status } = useSession()
  if (status === "restoring") return <p role="status">{words[tag].loading}</p>
  return session === undefined ? <SignIn /> : <SignedIn session={session} tag={tag} />
}

const SignedIn = ({ session, tag }: Pick<WalletPageProps, "tag"> & { readonly session: ActiveSession }) => {
  const { client } = useCountersign()
  const { error, signOut } = useSession()
  const [answer, setAnswer] = useState("")
  const explained = (error: unknown) => explain(error, languages[tag])
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
        {words[tag].signedIn}
      </h2>
      <button type="button" onClick={() => callMe().catch(explained).then(setAnswer)}>
        GET /api/me
      </button>{" "}
      <button type="button" onClick={signOut}>
        {words[tag].signOut}
      </button>
      <output>{answer}</output>
      <PasskeyEnrolment />
      {error === undefined ? null : <p role="alert">{explained(error)}</p>}
    </section>
  )
}
