"use client"

import type { ReactNode } from "react"
import { explain } from "../explain.ts"
import { TermsApproval } from "../signedCall/TermsApproval.tsx"
import { useAccountText } from "./useAccountText.ts"
import type { UseSignedAct } from "./useSignedAct.ts"

/** The levels of a title. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6

/** The review of a signed act, its report, and its failure. Parts: `act-status`, `act-error`. */
export const Outcome = ({ act, level }: { readonly act: UseSignedAct; readonly level: Level }) => {
  const { language, words } = useAccountText()
  const { approve, decline, isBusy, report, state, status, words: about } = act
  const terms = "terms" in state && (state.status === "review" || isBusy) ? state.terms : undefined
  const named = about === undefined ? {} : { callTitle: () => about.title, callApprove: () => about.approve }
  return (
    <>
      {terms === undefined ? null : (
        <TermsApproval
          terms={terms}
          onApprove={approve}
          onDecline={decline}
          isBusy={isBusy}
          language={language}
          level={below(level)}
          text={named}
        />
      )}
      <p data-part="act-status" role="status" tabIndex={-1} ref={status}>
        {isBusy ? words.shared.busy : report}
      </p>
      <p data-part="act-error" role="alert">
        {state.status === "failed" ? explain(state.error, language) : ""}
      </p>
    </>
  )
}

const LEVELS: ReadonlyArray<Level> = [2, 3, 4, 5, 6]

const below = (level: Level): Level => LEVELS[level - 1] ?? 6

interface ListedProps {
  /** Whether the list was read. */
  readonly isRead: boolean
  /** Shown instead of an empty list. */
  readonly none: string | undefined
  /** The error of the last read. */
  readonly error: unknown
  readonly reload: () => Promise<void>
  readonly children: ReactNode
}

/** A list that is being read, could not be read, is empty, or is shown. Parts: `loading`, `none`, `load-error`, `reload`. */
export const Listed = ({ children, error, isRead, none, reload }: ListedProps) => {
  const { language, words } = useAccountText()
  return (
    <>
      <p data-part="loading" role="status">
        {isRead || error !== undefined ? "" : words.shared.loading}
      </p>
      {error === undefined ? null : (
        <>
          <p data-part="load-error" role="alert">
            {explain(error, language)}
          </p>
          <button data-part="reload" type="button" onClick={reload}>
            {words.shared.reload}
          </button>
        </>
      )}
      {none === undefined || !isRead ? null : <p data-part="none">{none}</p>}
      {children}
    </>
  )
}

interface RowProps {
  /** The id of the name, by which buttons are labelled. */
  readonly id: string
  /** The type of its credential. */
  readonly type: string
  readonly nickname: string
  readonly isCurrent: boolean
  readonly badge: string | undefined
  readonly lines: ReadonlyArray<string>
  readonly children: ReactNode
}

/** One session or credential. Parts: `row`, `row-name`, `row-badge`, `row-line`, `row-actions`. */
export const Row = ({ badge, children, id, isCurrent, lines, nickname, type }: RowProps) => {
  const { words } = useAccountText()
  return (
    <li data-part="row" data-type={type} aria-current={isCurrent ? "true" : undefined}>
      <p data-part="row-name">
        <span id={id}>
          {words.shared.credentialType(type)} <bdi>{nickname}</bdi>
        </span>
        {badge === undefined ? null : (
          <>
            {" "}
            <span data-part="row-badge">{badge}</span>
          </>
        )}
      </p>
      {lines.map((line) => (
        <p data-part="row-line" key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
      <div data-part="row-actions">{children}</div>
    </li>
  )
}

interface RowButtonProps {
  readonly part: string
  /** The id of the name of its row, which ends its accessible name: "End Passkey My laptop". */
  readonly of: string
  readonly isBusy: boolean
  readonly onPress: () => void
  readonly children: string
}

/** A button of a row. It stays focusable while an action is under way. */
export const RowButton = ({ children, isBusy, of, onPress, part }: RowButtonProps) => (
  <button
    data-part={part}
    type="button"
    id={`${of}-${part}`}
    aria-labelledby={`${of}-${part} ${of}`}
    aria-disabled={isBusy}
    onClick={() => isBusy || onPress()}
  >
    {children}
  </button>
)
