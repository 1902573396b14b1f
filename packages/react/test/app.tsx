import { createClient, isQuote, type SignedInVisitor } from "@countersign/client"
import { type ReactNode, StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import {
  CountersignProvider,
  explain,
  PasskeyEnrolment,
  SignIn,
  type SignInState,
  TermsApproval,
  useCountersign,
  useCredentials,
  useHistory,
  usePasskeys,
  useSession,
  useSignedCall,
  VisitorSignIn
} from "../src/index.ts"
import { de } from "../src/languages/de.ts"

/** What the page of the test knows from its backend. */
interface Me {
  readonly accountId: string
  readonly bundleSigner: string
  readonly payee: string
}

/** A name that would be shown in reverse, together with what follows. */
const ADA = "Ada \u202e Lovelace"

const Session = ({ children }: { readonly children: ReactNode }) => {
  const { isBusy, refresh, session, signOut, status } = useSession()
  return (
    <section aria-label="Session">
      <p id="status">{session === undefined ? status : `${status} ${session.type}`}</p>
      {session === undefined ? null : (
        <>
          <button type="button" disabled={isBusy} onClick={refresh}>
            Refresh
          </button>
          <button type="button" disabled={isBusy} onClick={signOut}>
            Sign out
          </button>
          {children}
        </>
      )}
    </section>
  )
}

const Passkeys = () => {
  const { error, passkeys = [], remove, rename } = usePasskeys()
  return (
    <section aria-label="Passkeys">
      <PasskeyEnrolment text={{ nickname: "Laptop" }} />
      <ul>
        {passkeys.map(({ id, nickname }) => (
          <li key={id}>
            {nickname}
            <button type="button" onClick={() => rename(id, "Renamed")}>
              Rename {nickname}
            </button>
            <button type="button" onClick={() => remove(id)}>
              Remove {nickname}
            </button>
          </li>
        ))}
      </ul>
      <p id="passkey-problem">{error === undefined ? "" : explain(error)}</p>
    </section>
  )
}

const Pay = ({ accountId, payee }: Me) => {
  const { approve, decline, pay, state } = useSignedCall()
  const ask = async () => {
    const body = JSON.stringify({
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: payee },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 25_000_000
    })
    const headers = { "content-type": "application/json" }
    const quote: unknown = await (await fetch("/2025-10-13/quotes", { method: "POST", headers, body })).json()
    if (isQuote(quote)) pay(quote)
  }
  return (
    <section aria-label="Payment">
      <button type="button" onClick={ask}>
        Get a quote
      </button>
      {state.status === "review" ? <TermsApproval terms={state.terms} onApprove={approve} onDecline={decline} /> : null}
      <p id="payment">{state.status === "failed" ? explain(state.error) : state.status}</p>
    </section>
  )
}

const Payout = ({ payee }: { readonly payee: string }) => {
  const { approve, call, decline, state } = useSignedCall()
  const start = () => {
    const body = { amount: 500, payee }
    const path = new URL("/payouts", location.href)
    call({ method: "POST", path, body, expects: { ...body, fee: (fee) => fee === 25 }, read: JSON.stringify })
  }
  return (
    <section aria-label={`Payout to ${payee}`}>
      <button type="button" onClick={start}>
        Pay out to {payee}
      </button>
      {state.status === "review" ? <TermsApproval terms={state.terms} onApprove={approve} onDecline={decline} /> : null}
      <p id={`payout-${payee.slice(0, 3)}`}>
        {state.status === "failed" ? explain(state.error) : state.status === "done" ? `${state.result}` : state.status}
      </p>
    </section>
  )
}

const Export = ({ accountId }: Pick<Me, "accountId">) => {
  const { client } = useCountersign()
  const { approve, decline, run, state } = useSignedCall()
  return (
    <section aria-label="Export">
      <button type="button" onClick={() => run((by) => client.exportWallet(accountId, by))}>
        Export the wallet
      </button>
      {state.status === "review" ? <TermsApproval terms={state.terms} onApprove={approve} onDecline={decline} /> : null}
      <p id="export">{state.status}</p>
    </section>
  )
}

const History = () => {
  const { entries, hasMore, loadMore, reload } = useHistory({ limit: 2 })
  return (
    <section aria-label="History">
      <button type="button" onClick={reload}>
        Reload
      </button>
      <ol id="history">
        {entries.map(({ id, type }) => (
          <li key={id}>{type}</li>
        ))}
      </ol>
      {hasMore ? (
        <button type="button" onClick={loadMore}>
          Older
        </button>
      ) : null}
    </section>
  )
}

const App = ({ children, ...me }: Me & { readonly children: ReactNode }) => {
  const [signIns, setSignIns] = useState(0)
  const [signIn, setSignIn] = useState<SignInState>()
  const { credentials = [] } = useCredentials()
  return (
    <main>
      <h1>Wallet</h1>
      <SignIn onSignedIn={() => setSignIns((before) => before + 1)} onState={setSignIn} />
      <p id="sign-in">{signIn?.status}</p>
      <p id="credentials">{credentials.map(({ type }) => type).join(" ")}</p>
      <p id="sign-ins">{signIns}</p>
      {children}
      <Session>
        <Passkeys />
        <Pay {...me} />
        <Payout payee={ADA} />
        <Payout payee="Bob" />
        <Export accountId={me.accountId} />
        <History />
      </Session>
    </main>
  )
}

const me: Me = await (await fetch("/me")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner: me.bundleSigner })
const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root")

const Root = () => {
  const [refreshes, setRefreshes] = useState(0)
  const [end, setEnd] = useState("")
  const refreshed = () => setRefreshes((before) => before + 1)
  return (
    <CountersignProvider client={client} accountId={me.accountId} onSessionEnd={setEnd} onSessionRefreshed={refreshed}>
      <App {...me}>
        <p id="refreshes">{refreshes}</p>
        <p id="session-end">{end}</p>
      </App>
    </CountersignProvider>
  )
}

/** The page of a visitor, whose wallet it does not know. */
const Visit = () => {
  const [visitor, setVisitor] = useState<SignedInVisitor>()
  if (visitor === undefined) {
    const isGerman = location.search === "?de"
    return (
      <main>
        <VisitorSignIn client={client} onSignedIn={setVisitor} level={1} {...(isGerman ? { language: de } : {})} />
      </main>
    )
  }
  return (
    <CountersignProvider client={client} accountId={visitor.accountId}>
      <main>
        <h1>Wallet</h1>
        <p id="visitor">{visitor.session?.type}</p>
        <Session>
          <Passkeys />
        </Session>
      </main>
    </CountersignProvider>
  )
}

createRoot(root).render(<StrictMode>{location.pathname === "/visit" ? <Visit /> : <Root />}</StrictMode>)
