import { useCredentials, useSession } from "@countersign/react"
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react"
import { t } from "../words/translate.ts"
import { nameOf } from "./credentialNames.ts"
import { ENDED } from "./explained.ts"
import { Inspector } from "./inspector/Inspector.tsx"
import { figures } from "./money.ts"
import { Credentials } from "./panes/Credentials.tsx"
import { Home } from "./panes/Home.tsx"
import { Pay } from "./panes/Pay.tsx"
import { PANE_NAMES, PANES, type PaneName } from "./State.ts"
import { left } from "./time.ts"
import { useNow, useWallet, useWalletState } from "./wallet/useWallet.tsx"

/** The wallet page. Every pane stays rendered, so what waits in one goes on while another is shown. */
export const App = () => {
  const shown = usePane()
  const main = useRef<HTMLElement>(null)
  useData()
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the main part, without the hash, which names the pane */}
      <a
        className="skip"
        id="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t("Skip to the wallet")}
      </a>
      <header className="side">
        <p className="brand">
          Countersign <span>sandbox</span>
        </p>
        <Card />
        <nav aria-label={t("Wallet")}>
          <ul>
            {PANES.map((pane) => (
              <li key={pane}>
                <a href={`#${pane}`} id={`to-${pane}`} aria-current={pane === shown ? "page" : undefined}>
                  {t(PANE_NAMES[pane])}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <div className="now">
          <UnderWay shown={shown} />
          <Outcome />
        </div>
        <Home shown={shown} />
        <Pay shown={shown} />
        <Suspense>
          <Accounts shown={shown} />
        </Suspense>
        <Credentials shown={shown} />
        <Suspense>
          <Later shown={shown} />
        </Suspense>
      </main>
      <Inspector />
      <Spoken />
    </>
  )
}

/** The form of every account type, in a script of its own. */
const Accounts = lazy(async () => ({ default: (await import("./panes/Accounts.tsx")).Accounts }))

/** The panes that are seldom shown, in a script that loads after the others. */
const Later = lazy(async () => ({ default: (await import("./panes/Later.tsx")).Later }))

/** The pane that the URL names. A navigation moves the focus to its heading, so screen readers announce the change. */
const usePane = (): PaneName => {
  const { say } = useWallet()
  const shown = useSyncExternalStore(followHash, paneInHash)
  const before = useRef(shown)
  useEffect(() => {
    document.title = `${t(PANE_NAMES[shown])} · ${t("Wallet")} · Countersign sandbox`
    if (before.current === shown) return
    before.current = shown
    say("")
    document.getElementById(`${shown}-title`)?.focus()
  }, [shown, say])
  return shown
}

const followHash = (listener: () => void) => {
  addEventListener("hashchange", listener)
  return () => removeEventListener("hashchange", listener)
}
const paneInHash = (): PaneName => PANES.find((pane) => location.hash === `#${pane}`) ?? "home"

/** Reads the data of the page, again after each change of the session. Reports a session that has ended. */
const useData = (): void => {
  const { reads, say } = useWallet()
  const { ended, session, status } = useSession()
  const { reload } = useCredentials()
  const sessionId = session?.id
  useEffect(() => {
    if (ended !== undefined) say(ENDED, true)
  }, [ended, say])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that begins or ends changes the lists
  useEffect(() => {
    reads.access().catch(() => undefined)
    reload()
  }, [sessionId, reads, reload])
  useEffect(() => {
    if (status !== "restoring") document.documentElement.dataset.ready = "true"
  }, [status])
}

/** The balance, the owner and the sign-in status. */
const Card = () => {
  const { me } = useWallet()
  const { balance } = useWalletState()
  const { session } = useSession()
  const now = useNow()
  return (
    <section className="card" aria-labelledby="wallet-title">
      <h1 id="wallet-title">{t("Wallet")}</h1>
      <p className="balance">
        <span id="balance">{balance === undefined ? "0.00" : figures(balance)}</span>{" "}
        <span className="unit">{balance?.code}</span>
      </p>
      <p id="owner">{me.email}</p>
      <a className={session === undefined ? "standing" : "standing active"} id="standing" href="#home">
        {session === undefined
          ? t("Signed out. Sign in")
          : `${nameOf(session.type).short} · ${left(session.expiresAt, now)}`}
      </a>
    </section>
  )
}

/** What the end user has begun on another pane, with a link to it. */
const UnderWay = ({ shown }: { readonly shown: PaneName }) => {
  const { waiting } = useWalletState()
  const elsewhere = [...waiting.values()].filter(({ pane }) => pane !== shown)
  return (
    <ul className="underway" id="underway" aria-label={t("Under way")}>
      {elsewhere.map(({ link, pane, words }) => (
        <li key={`${pane} ${link}`}>
          {words} <a href={`#${pane}`}>{link}</a>
        </li>
      ))}
    </ul>
  )
}

/** The result of the last action. A live region, so screen readers announce it. */
const Outcome = () => {
  const { outcome } = useWalletState()
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus may be gone with what it did.
  useEffect(() => {
    if (outcome.words !== "" && document.activeElement === document.body) box.current?.focus()
  }, [outcome])
  return (
    <div className={outcome.isWrong ? "outcome wrong" : "outcome"} id="outcome" role="status" tabIndex={-1} ref={box}>
      {outcome.words}
    </div>
  )
}

/** Changes that only screen readers announce. */
const Spoken = () => {
  const { spoken } = useWalletState()
  return (
    <p className="spoken" id="status" role="status">
      {spoken}
    </p>
  )
}
