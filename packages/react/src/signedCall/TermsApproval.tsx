"use client"

import type { PaymentTerms, TermsEnd } from "@countersign/client"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { formatAmount } from "../amount.ts"
import { isolated } from "../isolated.ts"

/** The words of `TermsApproval`. */
export interface TermsApprovalText {
  /** The heading: "Pay 25.00 USDC to Ada Lovelace?" */
  readonly title: (terms: PaymentTerms) => string
  /** The term of the payee: "To". */
  readonly payee: string
  /** The term of the account type. */
  readonly account: string
  /** The term of the amount that leaves the wallet: "You pay". */
  readonly sent: string
  /** The term of the fee, which is part of that amount. */
  readonly fee: string
  /** The term of the amount that arrives: "They receive". */
  readonly received: string
  /** The term of the exchange rate. */
  readonly rate: string
  /** The term of the paying wallet: "From". */
  readonly source: string
  /** The term of the remaining time: "Valid for". */
  readonly expiry: string
  /** The remaining time. */
  readonly remaining: (seconds: number) => string
  /** Shown in place of the remaining time after the expiry. */
  readonly expired: string
  /** The button that signs: "Sign and pay 25.00 USDC". */
  readonly approve: (terms: PaymentTerms) => string
  /** That button while the payment is being signed. */
  readonly busy: string
  /** The button that signs nothing: "Not now". */
  readonly decline: string
  /** The name of an account type: "MXN_ACCOUNT". */
  readonly accountType: (accountType: string) => string
  /** The name of an identifying number of an account: "clabeNumber". */
  readonly identifier: (name: string, accountType: string) => string
  /** The paying account, such as "this wallet". Default: its id. */
  readonly payer: (source: TermsEnd) => string
}

/** The properties of `TermsApproval`. */
export interface TermsApprovalProps {
  /** From the state "review" of `useSignedCall`, or from `paymentTermsOf`. Never from another source. */
  readonly terms: PaymentTerms
  /** Called when the end user approves the terms. */
  readonly onApprove: () => void
  /** Called when the end user declines. */
  readonly onDecline: () => void
  /** The payment is being signed. The buttons then do nothing, and keep the focus. */
  readonly isBusy?: boolean
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: 1 | 2 | 3 | 4 | 5 | 6
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
  /** The language of amounts, a BCP 47 tag. Default: "en". */
  readonly locale?: string
  /** Replaces some of the English words. */
  readonly text?: Partial<TermsApprovalText>
  /** The class of the section. */
  readonly className?: string
  /** Shown between the terms and the buttons. */
  readonly children?: ReactNode
}

/**
 * The terms of a payment, and the buttons that sign or decline them. Every value comes from the payload that the session
 * key signs. The title takes the focus, so that a screen reader starts with what is paid to whom. After the expiry the
 * terms cannot be approved. Parts: `terms`, `title`, `terms-list`, `terms-expiry`, `actions`, `approve`, `decline`.
 */
export const TermsApproval = ({
  children,
  className,
  isBusy = false,
  level = 2,
  locale = "en",
  now = Date.now,
  onApprove,
  onDecline,
  terms,
  text
}: TermsApprovalProps) => {
  const words = { ...englishIn(locale), ...text }
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const seconds = useSecondsUntil(terms.expiresAt, now)
  const isOff = isBusy || seconds === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: other terms are read from their title on
  useEffect(() => title.current?.focus(), [terms.quoteId])

  const { destination, fee, rate, received, sent, source } = terms
  const payee = isolated(terms.payee)
  const rows: ReadonlyArray<readonly [term: string, value: string]> = [
    [words.payee, payee],
    [words.account, words.accountType(destination.accountType)],
    ...Object.entries(destination.identifiers).map(
      ([name, value]) => [words.identifier(name, destination.accountType), value] as const
    ),
    [words.sent, formatAmount(sent, locale)],
    [words.fee, formatAmount(fee, locale)],
    [words.received, formatAmount(received, locale)],
    [words.rate, `${rate} ${sent.currency} / ${received.currency}`],
    [words.source, words.payer(source)]
  ]
  const Title = `h${level}` as const
  return (
    <section data-part="terms" className={className} aria-labelledby={id}>
      <Title data-part="title" id={id} ref={title} tabIndex={-1}>
        {words.title({ ...terms, payee })}
      </Title>
      <dl data-part="terms-list">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.expiry}</dt>
          <dd data-part="terms-expiry">
            {seconds === undefined ? "" : seconds === 0 ? words.expired : words.remaining(seconds)}
          </dd>
        </div>
      </dl>
      {children}
      <div data-part="actions">
        <button data-part="approve" type="button" aria-disabled={isOff} onClick={() => isOff || onApprove()}>
          {isBusy ? words.busy : words.approve(terms)}
        </button>
        <button data-part="decline" type="button" aria-disabled={isBusy} onClick={() => isBusy || onDecline()}>
          {words.decline}
        </button>
      </div>
    </section>
  )
}

/** Seconds until an instant, at least 0; `undefined` in the first render, which a server may have produced earlier. */
const useSecondsUntil = (instant: number, now: () => number): number | undefined => {
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((instant - now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [instant, now])
  return seconds
}

const englishIn = (locale: string): TermsApprovalText => ({
  title: ({ payee, sent }) => `Pay ${formatAmount(sent, locale)} to ${payee}?`,
  payee: "To",
  account: "Account type",
  sent: "You pay",
  fee: "Included fee",
  received: "They receive",
  rate: "Rate",
  source: "From",
  expiry: "Valid for",
  remaining: (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
  expired: "Expired. Get a new quote.",
  approve: ({ sent }) => `Sign and pay ${formatAmount(sent, locale)}`,
  busy: "Signing and paying…",
  decline: "Not now",
  accountType: (accountType) => accountType,
  identifier: (name) => name,
  payer: ({ accountId, identifiers }) => accountId ?? Object.values(identifiers).join(" ")
})
