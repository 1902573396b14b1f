"use client"

import type { AuthMethod } from "@countersign/client"
import { type FormEvent, useId, useState } from "react"
import { explain } from "../explain.ts"
import { isolated } from "../isolated.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import { usePasskeys } from "./usePasskeys.ts"

/** The words of `PasskeyEnrolment`. */
export interface PasskeyEnrolmentText {
  /** The label of the field: "Name of this device". */
  readonly label: string
  /** The initial name of the passkey. */
  readonly nickname: string
  /** The button: "Add a passkey". */
  readonly submit: string
  /** The button while the browser or the server is busy. */
  readonly busy: string
  /** The status after the passkey was added. */
  readonly added: (credential: AuthMethod) => string
  /** The alert after a failure. Default: `explain`. */
  readonly failed: (error: unknown) => string
}

/** The properties of `PasskeyEnrolment`. */
export interface PasskeyEnrolmentProps {
  /** Called with the new passkey. */
  readonly onEnrolled?: (credential: AuthMethod) => void
  /** Replaces some of the words. */
  readonly text?: Partial<PasskeyEnrolmentText>
  /** The class of the form. */
  readonly className?: string
}

/**
 * A form that creates a passkey on this device and adds it to the wallet, signed by the session. Parts: `passkey`,
 * `passkey-label`, `passkey-field`, `passkey-submit`, `passkey-status`, `passkey-error`.
 */
export const PasskeyEnrolment = ({ className, onEnrolled, text }: PasskeyEnrolmentProps) => {
  const language = useLanguage()
  const words = { failed: (error: unknown) => explain(error, language), ...language.passkey, ...text }
  const { error, isBusy, register } = usePasskeys()
  const id = useId()
  const [nickname, setNickname] = useState(words.nickname)
  const [added, setAdded] = useState<AuthMethod>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setAdded(undefined)
    const credential = await register(nickname.trim() || words.nickname)
    if (credential === undefined) return
    setAdded(credential)
    onEnrolled?.(credential)
  }
  return (
    <form data-part="passkey" lang={language.tag} className={className} onSubmit={submit} noValidate>
      <label data-part="passkey-label" htmlFor={id}>
        {words.label}
      </label>
      <input
        data-part="passkey-field"
        id={id}
        type="text"
        autoComplete="off"
        maxLength={60}
        value={nickname}
        onChange={(event) => setNickname(event.target.value)}
      />
      <button data-part="passkey-submit" type="submit" aria-disabled={isBusy}>
        {isBusy ? words.busy : words.submit}
      </button>
      <p data-part="passkey-status" role="status">
        {added && words.added({ ...added, nickname: isolated(added.nickname) })}
      </p>
      <p data-part="passkey-error" role="alert">
        {error !== undefined && !isBusy && words.failed(error)}
      </p>
    </form>
  )
}
