import { CountersignError } from "@countersign/client"
import { SignIn, type SignInState, useCountersign, useCredentials, useSession } from "@countersign/react"
import { lazy, Suspense, useState } from "react"
import { nameOf } from "../credentialNames.ts"
import { explained, inSandbox } from "../explained.ts"
import { language } from "../language.ts"
import { inWords } from "../money.ts"
import type { PaneName, State } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import { dayAndTime, left } from "../time.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useNow, useWaiting, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** What the page is and what to do next, the sign-in, the ways back into the wallet, and the payments. */
export const Home = ({ shown }: { readonly shown: PaneName }) => {
  const { credentials = [] } = useCredentials()
  return (
    <Pane name="home" title="Home" shown={shown}>
      <Start />
      <div className="sheet" id="sign-in">
        {/* After a recovery, the sign-in that failed gives way to the new credentials. */}
        <SigningIn key={credentials.map(({ id, status }) => `${id} ${status}`).join()} />
        <SignedIn />
      </div>
      <Suspense>
        <Recovery />
      </Suspense>
      <Payments />
    </Pane>
  )
}

/** The ways back into the wallet, in a script that loads after the others. */
const Recovery = lazy(async () => ({ default: (await import("./Later.tsx")).Recovery }))

/** The first screen: what the page is, and the way to a first payment with the steps that are done. */
const Start = () => {
  const { session } = useSession()
  const state = useWalletState()
  const steps = stepsOf(state, session !== undefined)
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (next === -1) return null
  return (
    <Sheet id="start" title="From nothing to a signed payment">
      <p>
        This is the wallet of one user of your app, with play money. What moves money or changes access is signed by a
        key that never leaves this browser.
      </p>
      <ol className="progress">
        {steps.map(({ href, isDone, words }, index) => (
          <li key={words} data-done={isDone} aria-current={index === next ? "step" : undefined}>
            <a href={href}>{words}</a>
            {isDone ? <span className="badge">Done</span> : null}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

const stepsOf = ({ accounts, balance, payments }: State, isSignedIn: boolean) => {
  const hasPaid = payments.length > 0
  return [
    { words: "Sign in", href: "#sign-in", isDone: isSignedIn || hasPaid },
    { words: "Add funds", href: "#pay", isDone: (balance?.amount ?? 0) > 0 || hasPaid },
    { words: "Add an account to pay", href: "#accounts", isDone: accounts.length > 0 },
    { words: "Pay", href: "#pay", isDone: hasPaid }
  ]
}

/** The sign-in, while the end user is signed out. It goes on while they look at other panes. */
const SigningIn = () => {
  const { say } = useWallet()
  const { session } = useSession()
  const [state, setState] = useState<SignInState>({ status: "idle" })
  useWaiting("home", waitingWords(state), state.status === "code" ? "Enter the code" : "Show the sign-in")
  return (
    <>
      <SignIn
        level={3}
        identityToken={(_, nonce) => openIdToken(nonce)}
        onState={setState}
        onSignedIn={() => say(SIGNED_IN)}
        text={WORDS}
      />
      {session === undefined ? (
        <p className="hint">Each sign-in starts a 15-minute session with its own signing key.</p>
      ) : null}
    </>
  )
}

const SIGNED_IN = "You are signed in. Your actions are now signed by a key that never leaves this browser."

const WORDS = {
  code: {
    sent: (sentTo: string) => inSandbox(language.code.sent(sentTo))
  },
  failed: (error: unknown) =>
    language.tag === "en" && error instanceof CountersignError && error.reason === "Invalid OTP code"
      ? "The code was wrong three times, so it is no longer valid. Send a new code, and enter that one."
      : explained(error, language)
}

const waitingWords = (state: SignInState): string | undefined => {
  switch (state.status) {
    case "idle":
      return undefined
    case "code":
      return "A code is waiting to be entered."
    case "waiting":
    case "verifying":
      return "You are being signed in."
    case "failed":
      return "The sign-in did not succeed."
  }
}

/** The current session, with its end and its key. */
const SignedIn = () => {
  const { session } = useSession()
  const countersign = useCountersign()
  const { reads } = useWallet()
  const now = useNow()
  if (session === undefined) return null
  const signOut = async () => {
    await countersign.session.signOut()
    await reads.access()
    return "You are signed out. The session key has been deleted."
  }
  return (
    <>
      <h3>You are signed in</h3>
      <dl>
        <dt>By</dt>
        <dd>
          {nameOf(session.type).title}, <bdi>{session.nickname}</bdi>
        </dd>
        <dt>Session</dt>
        <dd>{left(session.expiresAt, now)}</dd>
        <dt>Signing key</dt>
        <dd className="mono">{session.signer.publicKey}</dd>
      </dl>
      <div className="actions">
        <ActionButton id="sign-out" busy="Signing out…" act={signOut}>
          Sign out
        </ActionButton>
      </div>
    </>
  )
}

/** The payments of the wallet, newest first. */
const Payments = () => {
  const { accounts, payments } = useWalletState()
  const payeeOf = (id: string) => accounts.find((account) => account.id === id)?.beneficiary || "an account"
  return (
    <Sheet id="paid" title="Payments">
      <Rows
        id="payments"
        none="There are no payments yet."
        rows={payments.map(({ createdAt, id, payeeId, received, sent, status }) => ({
          key: id,
          title: `${inWords(sent)} to ${payeeOf(payeeId)}`,
          badge: PAYMENT_STATUS.get(status) ?? status,
          lines: [`${dayAndTime(createdAt)} UTC`],
          aside: inWords(received)
        }))}
      />
    </Sheet>
  )
}

const PAYMENT_STATUS = new Map([
  ["PENDING", "In progress"],
  ["PROCESSING", "In progress"],
  ["COMPLETED", "Paid"],
  ["FAILED", "Failed"],
  ["EXPIRED", "Expired"]
])
