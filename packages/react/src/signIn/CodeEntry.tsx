"use client"

import { typedCode } from "@countersign/client"
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import type { Language } from "../languages/Language.ts"
import { useLanguage } from "../languages/useLanguage.ts"

/** The words of `CodeEntry`. `sent` names where the code was mailed to. */
export interface CodeEntryText {
  /** The status above the field: "A code was sent to ada@example.com." */
  readonly sent: (sentTo: string) => string
  /** The label of the field: "Code from the e-mail". */
  readonly label: string
  /** The alert after a wrong code. */
  readonly wrong: string
  /** The alert after a submission without a code. */
  readonly empty: string
  /** The button that submits: "Sign in". */
  readonly submit: string
  /** That button while the code is being verified. */
  readonly busy: string
  /** The button that cancels: "Use another way". */
  readonly cancel: string
}

/** The properties of `CodeEntry`. */
export interface CodeEntryProps {
  /** The address that the code was mailed to. */
  readonly sentTo: string
  /** The characters of the code, from `otpAlphabet` of its challenge. Only "NUMERIC" offers a number pad. */
  readonly alphabet?: string | undefined
  /** 1 for the first code. A new number selects the text of the field, so that the next code replaces it. */
  readonly attempt?: number
  /** The previous code was refused. */
  readonly isWrong?: boolean
  /** The code is being verified. The buttons then do nothing, and keep the focus. */
  readonly isBusy?: boolean
  /** Receives the code without the white space, dashes and dots of mails and keyboards, in upper case. */
  readonly onSubmit: (code: string) => void
  /** Called when the end user chooses another way to sign in. */
  readonly onCancel: () => void
  /** Default: the language of the provider, or English without one. */
  readonly language?: Language
  /** Replaces some of the words. */
  readonly text?: Partial<CodeEntryText>
  /** The class of the form. */
  readonly className?: string
}

/**
 * A form for a code that was mailed. The field takes the focus, and reports a refused code to screen readers. Parts:
 * `code`, `code-sent`, `code-label`, `code-field`, `code-error`, `actions`, `code-submit`, `code-cancel`.
 */
export const CodeEntry = ({
  alphabet,
  attempt = 1,
  className,
  isBusy = false,
  isWrong = false,
  language: own,
  onCancel,
  onSubmit,
  sentTo,
  text
}: CodeEntryProps) => {
  const language = useLanguage(own)
  const words = { ...language.code, ...text }
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState("")
  const [isEmpty, setIsEmpty] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt selects the refused code
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [attempt])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = typedCode(code)
    setIsEmpty(given === "")
    if (given === "") field.current?.focus()
    else if (!isBusy) onSubmit(given)
  }
  const problem = isEmpty ? words.empty : isWrong && !isBusy ? words.wrong : undefined
  return (
    <form data-part="code" lang={language.tag} className={className} onSubmit={submit} noValidate>
      <p data-part="code-sent" id={`${id}-sent`} role="status">
        {words.sent(sentTo)}
      </p>
      <label data-part="code-label" htmlFor={id}>
        {words.label}
      </label>
      <input
        data-part="code-field"
        id={id}
        ref={field}
        type="text"
        inputMode={alphabet === "NUMERIC" ? "numeric" : "text"}
        autoCapitalize="characters"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? `${id}-sent` : `${id}-error`}
      />
      <p data-part="code-error" id={`${id}-error`} role="alert">
        {problem}
      </p>
      <div data-part="actions">
        <button data-part="code-submit" type="submit" aria-disabled={isBusy}>
          {isBusy ? words.busy : words.submit}
        </button>
        <button data-part="code-cancel" type="button" aria-disabled={isBusy} onClick={() => isBusy || onCancel()}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
