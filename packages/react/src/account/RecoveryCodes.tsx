"use client"

import { useEffect, useId, useRef, useState } from "react"
import { useCountersign } from "../CountersignProvider.tsx"
import { useSession } from "../session/useSession.ts"
import { type Level, Outcome } from "./parts.tsx"
import { useAccountText } from "./useAccountText.ts"
import { useSecret } from "./useSecret.ts"
import { useSignedAct } from "./useSignedAct.ts"

/** The words of `RecoveryCodes`. */
export interface RecoveryCodesText {
  /** The heading: "Recovery codes". */
  readonly title: string
  /** What the codes are for, and that new ones replace all older ones. */
  readonly hint: string
  /** The button that makes the codes. */
  readonly create: string
  /** The title of the review before it. */
  readonly createTitle: string
  /** The button that signs it. */
  readonly createApprove: string
  /** The status after it: the codes are shown once. */
  readonly created: string
  /** The name of the list. */
  readonly list: string
  /** The button that copies the codes. */
  readonly copy: string
  /** The status after it. */
  readonly copied: string
  /** The status if the browser does not permit it. */
  readonly notCopied: string
  /** The button that prints the page. */
  readonly print: string
  /** The box that the end user checks once the codes are stored elsewhere. */
  readonly stored: string
  /** The button that removes the codes from the page. */
  readonly done: string
  /** The status of that button before the box is checked. */
  readonly notStored: string
}

/** The properties of `RecoveryCodes`. */
export interface RecoveryCodesProps {
  /** Called after new codes were made, for example to read the number of codes again. */
  readonly onCreated?: () => void
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: Level
  /** Replaces some of the words. */
  readonly text?: Partial<RecoveryCodesText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * Makes saved recovery codes, after a review of the signed terms, and shows them once: until the end user has confirmed
 * that they are stored, the session ends, or the component leaves the page. The last action has `act-status` and
 * `act-error`. For a print, hide the rest of the page in your style sheet.
 * Parts: `recovery-codes`, `title`, `hint`, `create`, `codes`, `actions`, `copy`, `print`, `stored`, `done`.
 */
export const RecoveryCodes = ({ className, level = 2, onCreated, text }: RecoveryCodesProps) => {
  const { language, words } = useAccountText()
  const said = { ...words.codes, ...text }
  const { accountId, client } = useCountersign()
  const { session } = useSession()
  const act = useSignedAct()
  const { forget, receive, state } = useSecret<readonly string[]>(Number.POSITIVE_INFINITY)
  const [isStored, setIsStored] = useState(false)
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const Title = `h${level}` as const
  const begin = useRef<HTMLButtonElement>(null)
  const isShown = state.status === "shown"
  const wasShown = useRef(isShown)
  const { say } = act
  // The button that had the focus is gone.
  useEffect(() => {
    if (wasShown.current === isShown) return
    wasShown.current = isShown
    if (isShown) list.current?.focus()
    else {
      say("")
      begin.current?.focus()
    }
  }, [isShown, say])
  const create = () =>
    act.act(
      async (by) => {
        const codes = await client.recovery.createCodes(accountId, by)
        setIsStored(false)
        receive(codes, true)
        onCreated?.()
        return said.created
      },
      { title: said.createTitle, approve: said.createApprove }
    )
  const copy = (codes: readonly string[]) =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => say(said.copied),
      () => say(said.notCopied)
    )
  const finish = () => {
    if (isStored) forget()
    else say(said.notStored)
  }
  return (
    <section data-part="recovery-codes" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {said.title}
      </Title>
      <p data-part="hint" id={`${id}-hint`}>
        {said.hint}
      </p>
      {session === undefined || isShown ? null : (
        <button
          data-part="create"
          type="button"
          ref={begin}
          aria-describedby={`${id}-hint`}
          aria-disabled={act.isBusy}
          onClick={() => act.isBusy || create()}
        >
          {said.create}
        </button>
      )}
      <Outcome act={act} level={level} />
      {state.status === "shown" ? (
        <>
          <ol data-part="codes" aria-label={said.list} tabIndex={-1} ref={list}>
            {state.value.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <div data-part="actions">
            <button data-part="copy" type="button" onClick={() => copy(state.value)}>
              {said.copy}
            </button>
            <button data-part="print" type="button" onClick={() => print()}>
              {said.print}
            </button>
            <label data-part="stored">
              <input type="checkbox" checked={isStored} onChange={({ target }) => setIsStored(target.checked)} />{" "}
              {said.stored}
            </label>
            <button data-part="done" type="button" aria-disabled={!isStored} onClick={finish}>
              {said.done}
            </button>
          </div>
        </>
      ) : null}
    </section>
  )
}
