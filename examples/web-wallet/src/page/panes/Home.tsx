import { CountersignError } from "@countersign/client"
import { SignIn, type SignInState, useCountersign, useCredentials, useSession } from "@countersign/react"
import { lazy, Suspense, useState } from "react"
import { t } from "../../words/translate.ts"
import { nameOf } from "../credentialNames.ts"
import { explained, inSandbox, SIGNED_IN } from "../explained.ts"
import { language } from "../language.ts"
import { inWords } from "../money.ts"
import { Start } from "../Start.tsx"
import type { PaneName } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import { dayAndTime, left } from "../time.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useNow, useWaiting, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** What the page is and what to do next, the sign-in, the ways back into the wallet, and the payments. */
export const Home = ({ shown }: { readonly shown: PaneName }) => {
  const { credentials = [] } = useCredentials()
  const { session } = useSession()
  const state = useWalletState()
  return (
    <Pane name="home" shown={shown}>
      <Start state={state} isSignedIn={session !== undefined} />
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

/** The sign-in, while the end user is signed out. It goes on while they look at other panes. */
const SigningIn = () => {
  const { say, sendOwn } = useWallet()
  const { session } = useSession()
  const [state, setState] = useState<SignInState>({ status: "idle" })
  const leave = async () => {
    await sendOwn("POST", "/sign-out")
    location.reload()
    return ""
  }
  useWaiting("home", waitingWords(state), state.status === "code" ? t("Enter the code") : t("Show the sign-in"))
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
        <>
          <p className="hint">{t("Each sign-in starts a 15-minute session with its own signing key.")}</p>
          <div className="actions">
            <ActionButton id="leave" className="quiet" busy={t("Signing out…")} act={leave}>
              {t("Use another wallet")}
            </ActionButton>
          </div>
        </>
      ) : null}
    </>
  )
}

const WORDS = {
  code: {
    sent: (sentTo: string) => inSandbox(language.code.sent(sentTo))
  },
  failed: (error: unknown) =>
    error instanceof CountersignError && error.reason === "Invalid OTP code"
      ? t("The code was wrong three times, so it is no longer valid. Send a new code, and enter that one.")
      : explained(error)
}

const waitingWords = (state: SignInState): string | undefined => {
  switch (state.status) {
    case "idle":
      return undefined
    case "code":
      return t("A code is waiting to be entered.")
    case "waiting":
    case "verifying":
      return t("You are being signed in.")
    case "failed":
      return t("The sign-in did not succeed.")
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
    return t("You are signed out. The session key has been deleted.")
  }
  return (
    <>
      <h3>{t("You are signed in")}</h3>
      <dl>
        <dt>{t("By")}</dt>
        <dd>
          {nameOf(session.type).title}, <bdi>{session.nickname}</bdi>
        </dd>
        <dt>{t("Session")}</dt>
        <dd>{left(session.expiresAt, now)}</dd>
        <dt>{t("Signing key")}</dt>
        <dd className="mono">{session.signer.publicKey}</dd>
      </dl>
      <div className="actions">
        <ActionButton id="sign-out" busy={t("Signing out…")} act={signOut}>
          {t("Sign out")}
        </ActionButton>
      </div>
    </>
  )
}

/** The payments of the wallet, newest first. */
const Payments = () => {
  const { accounts, payments } = useWalletState()
  const payeeOf = (id: string) => accounts.find((account) => account.id === id)?.beneficiary || t("an account")
  return (
    <Sheet id="paid" title={t("Payments")}>
      <Rows
        id="payments"
        none={t("There are no payments yet.")}
        rows={payments.map(({ createdAt, id, payeeId, received, sent, status }) => ({
          key: id,
          title: t("{0} to {1}", inWords(sent), payeeOf(payeeId)),
          badge: PAYMENT_STATUS.get(status) ?? status,
          lines: [`${dayAndTime(createdAt)} UTC`],
          aside: inWords(received)
        }))}
      />
    </Sheet>
  )
}

const PAYMENT_STATUS = new Map([
  ["PENDING", t("In progress")],
  ["PROCESSING", t("In progress")],
  ["COMPLETED", t("Paid")],
  ["FAILED", t("Failed")],
  ["EXPIRED", t("Expired")]
])
