"use client"

import type { PaymentTerms, SignedTerms, TermsEnd } from "@countersign/client"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { formatAmount, formatRate } from "../amount.ts"
import { useClock } from "../CountersignProvider.tsx"
import { isolated } from "../isolated.ts"
import type { Language } from "../languages/Language.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import { breakable, callRows } from "./callRows.tsx"
import type { ReviewedTerms } from "./signedCallFlow.ts"

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
  /** The heading of a call that is no payment: "Sign CreatePayout?" */
  readonly callTitle: (terms: SignedTerms) => string
  /** The button that signs it: "Approve and sign". */
  readonly callApprove: (terms: SignedTerms) => string
  /** That button while it is being signed. */
  readonly callBusy: string
  /** Shown in place of its remaining time after the expiry. */
  readonly callExpired: string
  /** The term of its method and path. */
  readonly call: string
  /** The term of one of its values: "payee › name". */
  readonly field: (path: ReadonlyArray<string>) => string
}

/** The properties of `TermsApproval`. */
export interface TermsApprovalProps {
  /** From the state "review" of `useSignedCall`, or from `paymentTermsOf`. Never from another source. */
  readonly terms: ReviewedTerms
  /** Called when the end user approves the terms. */
  readonly onApprove: () => void
  /** Called when the end user declines. */
  readonly onDecline: () => void
  /** The terms are being signed. The buttons then do nothing, and keep the focus. */
  readonly isBusy?: boolean
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: 1 | 2 | 3 | 4 | 5 | 6
  /** Milliseconds since the epoch. Default: the clock of the provider, or the local one without a provider. */
  readonly now?: () => number
  /** Default: the language of the provider, or English without one. */
  readonly language?: Language
  /** The form of amounts and rates, a BCP 47 tag. Default: that of the language. */
  readonly locale?: string
  /** Replaces some of the words. */
  readonly text?: Partial<TermsApprovalText>
  /** The class of the section. */
  readonly className?: string
  /** Shown between the terms and the buttons. */
  readonly children?: ReactNode
}

/**
 * The terms of a payment or of another signed call, and the buttons that sign or decline them. Every value comes from
 * the payload that the session key signs. The title takes the focus, so that a screen reader starts with what is signed.
 * After the expiry the terms cannot be approved. Parts: `terms`, `title`, `terms-list`, `terms-rate`, `terms-expiry`, `actions`, `approve`, `decline`.
 */
export const TermsApproval = ({
  children,
  className,
  isBusy = false,
  language: own,
  level = 2,
  locale: form,
  now,
  onApprove,
  onDecline,
  terms,
  text
}: TermsApprovalProps) => {
  const language = useLanguage(own)
  const locale = form ?? language.tag
  const words = { ...language.terms(locale), ...text }
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const clock = useClock()
  const seconds = useSecondsUntil(terms.expiresAt, now ?? clock)
  const isOff = isBusy || seconds === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: other terms are read from their title on
  useEffect(() => title.current?.focus(), ["quoteId" in terms ? terms.quoteId : terms])

  const about = "quoteId" in terms ? paymentOf(terms, words, locale) : callOf(terms, words)
  const Title = `h${level}` as const
  return (
    <section data-part="terms" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id} ref={title} tabIndex={-1}>
        {about.title}
      </Title>
      <dl data-part="terms-list">
        {about.rows.map(([term, value], nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of these terms never change
          <div key={nth}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.expiry}</dt>
          <dd data-part="terms-expiry">{seconds === 0 ? about.expired : seconds && words.remaining(seconds)}</dd>
        </div>
      </dl>
      {children}
      <div data-part="actions">
        <button data-part="approve" type="button" aria-disabled={isOff} onClick={() => isOff || onApprove()}>
          {isBusy ? about.busy : about.approve}
        </button>
        <button data-part="decline" type="button" aria-disabled={isBusy} onClick={() => isBusy || onDecline()}>
          {words.decline}
        </button>
      </div>
    </section>
  )
}

interface About {
  readonly title: string
  readonly approve: string
  readonly busy: string
  readonly expired: string
  readonly rows: ReadonlyArray<ReadonlyArray<ReactNode>>
}

const paymentOf = (terms: PaymentTerms, words: TermsApprovalText, locale: string): About => {
  const { destination, fee, rate, received, sent, source } = terms
  const payee = isolated(terms.payee)
  const { busy, expired } = words
  const rows = [
    [words.payee, payee],
    [words.account, words.accountType(destination.accountType)],
    ...Object.entries(destination.identifiers).map(
      ([name, value]) => [words.identifier(name, destination.accountType), breakable(value)] as const
    ),
    [words.sent, formatAmount(sent, locale)],
    [words.fee, formatAmount(fee, locale)],
    [words.received, formatAmount(received, locale)],
    [words.rate, rateOf(rate, `${sent.currency} / ${received.currency}`, locale)],
    [words.source, words.payer(source)]
  ] as const
  return { title: words.title({ ...terms, payee }), approve: words.approve(terms), busy, expired, rows }
}

/** A rate of few digits as it is signed; a longer one rounded, and opens to the signed one. */
const rateOf = (rate: string, unit: string, locale: string): ReactNode => {
  const shown = `${formatRate(rate, locale)} ${unit}`
  if (!shown.startsWith("≈")) return shown
  return (
    <details data-part="terms-rate">
      <summary>{shown}</summary>
      {rate}
    </details>
  )
}

const callOf = (terms: SignedTerms, words: TermsApprovalText): About => ({
  title: words.callTitle(terms),
  approve: words.callApprove(terms),
  busy: words.callBusy,
  expired: words.callExpired,
  rows: callRows(terms, words)
})

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
