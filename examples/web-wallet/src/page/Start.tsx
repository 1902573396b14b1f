import { t } from "../words/translate.ts"
import { emptyState, type State } from "./State.ts"
import { Sheet } from "./ui/Pane.tsx"

interface StartProps {
  /** Absent for a visitor, who has no wallet yet. */
  readonly state?: State
  readonly isSignedIn: boolean
}

/** What the page is, and the way to a first payment with the steps that are done. */
export const Start = ({ isSignedIn, state }: StartProps) => {
  const steps = stepsOf(state ?? emptyState, isSignedIn)
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (next === -1) return null
  return (
    <Sheet id="start" title={t("From nothing to a signed payment")}>
      <p>
        {t(
          "This is the wallet of one user of your app, with play money. What moves money or changes access is signed by a key that never leaves this browser."
        )}
      </p>
      <ol className="progress">
        {steps.map(({ href, isDone, words }, index) => (
          <li key={words} data-done={isDone} aria-current={index === next ? "step" : undefined}>
            {state === undefined ? words : <a href={href}>{words}</a>}
            {isDone ? <span className="badge">{t("Done")}</span> : null}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

const stepsOf = ({ accounts, balance, payments }: Omit<State, "ahead">, isSignedIn: boolean) => {
  const hasPaid = payments.length > 0
  return [
    { words: t("Sign in"), href: "#sign-in", isDone: isSignedIn || hasPaid },
    { words: t("Add funds"), href: "#pay", isDone: (balance?.amount ?? 0) > 0 || hasPaid },
    { words: t("Add an account to pay"), href: "#accounts", isDone: accounts.length > 0 },
    { words: t("Pay"), href: "#pay", isDone: hasPaid }
  ]
}
