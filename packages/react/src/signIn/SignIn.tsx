"use client"

import type { AuthMethod } from "@countersign/client"
import { useEffect, useId, useRef } from "react"
import { explain } from "../explain.ts"
import { isolated } from "../isolated.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import { useSession } from "../session/useSession.ts"
import { CodeEntry, type CodeEntryText } from "./CodeEntry.tsx"
import type { SignInState } from "./signInFlow.ts"
import { type UseSignInOptions, useSignIn } from "./useSignIn.ts"

/** The words of `SignIn`. */
export interface SignInText {
  /** The heading: "Sign in". */
  readonly title: string
  /** The status while the credentials are being read. */
  readonly loading: string
  /** Shown for a wallet without a credential. */
  readonly none: string
  /** Shown after the session has expired or was ended elsewhere. */
  readonly ended: string
  /** The button of a credential. */
  readonly option: (credential: AuthMethod) => string
  /** The credential is suspended, so it opens no session. */
  readonly suspended: string
  /** The status while a mail is being sent or a prompt is open. */
  readonly waiting: (credential: AuthMethod) => string
  /** The alert after a failure. Default: `explain`. */
  readonly failed: (error: unknown, credential?: AuthMethod) => string
  /** The button that starts the same sign-in again: "Send a new code". */
  readonly retry: (credential: AuthMethod) => string
  /** The button that returns to the list: "Use another way". */
  readonly another: string
  /** The button that reads the credentials again. */
  readonly reload: string
  /** The words of the entry of a code. */
  readonly code: Partial<CodeEntryText>
}

/** The properties of `SignIn`. */
export interface SignInProps extends UseSignInOptions {
  /** Called after the end user has signed in. */
  readonly onSignedIn?: () => void
  /** Called with each state of the sign-in, for example to show on other pages that a code is awaited. */
  readonly onState?: (state: SignInState) => void
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: 1 | 2 | 3 | 4 | 5 | 6
  /** Replaces some of the words. */
  readonly text?: Partial<SignInText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * Signs the end user in: the credentials of the wallet as buttons, the entry of a mailed code, and errors with a way
 * out. Renders nothing while the end user is signed in. Parts: `sign-in`, `title`, `ended`, `none`, `options`,
 * `option`, `option-name`, `waiting`, `error`, `actions`, `retry`, `another`. Those of `CodeEntry` are its own.
 */
export const SignIn = ({ className, identityToken, level = 2, onSignedIn, onState, text }: SignInProps) => {
  const language = useLanguage()
  const words = { code: {}, failed: (error: unknown) => explain(error, language), ...language.signIn, ...text }
  const { ended, status } = useSession()
  const { cancel, credentials, loadError, reload, start, state, submitCode } = useSignIn({ identityToken })
  const id = useId()
  const retry = useRef<HTMLButtonElement>(null)
  const wasSignedOut = useRef(false)
  useEffect(() => {
    if (status === "signed-in" && wasSignedOut.current) onSignedIn?.()
    wasSignedOut.current = status === "signed-out"
  }, [status, onSignedIn])
  useEffect(() => onState?.(state), [state, onState])
  // The button that had the focus is gone.
  useEffect(() => {
    if (state.status === "failed") retry.current?.focus()
  }, [state])
  if (status === "signed-in") return null

  const Title = `h${level}` as const
  return (
    <section data-part="sign-in" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {words.title}
      </Title>
      {ended && <p data-part="ended">{words.ended}</p>}
      {state.status === "code" || state.status === "verifying" ? (
        <CodeEntry
          {...state}
          sentTo={isolated(state.credential.nickname)}
          isBusy={state.status === "verifying"}
          onSubmit={submitCode}
          onCancel={cancel}
          text={words.code}
        />
      ) : state.status === "failed" ? (
        <>
          <p data-part="error" role="alert">
            {words.failed(state.error, state.credential)}
          </p>
          <div data-part="actions">
            <button data-part="retry" type="button" ref={retry} onClick={() => start(state.credential)}>
              {words.retry(state.credential)}
            </button>
            <button data-part="another" type="button" onClick={cancel}>
              {words.another}
            </button>
          </div>
        </>
      ) : credentials === undefined ? (
        <Unread words={words} error={loadError} onReload={reload} />
      ) : (
        <Options credentials={credentials} state={state} start={start} words={words} />
      )}
    </section>
  )
}

interface UnreadProps {
  readonly words: SignInText
  readonly error: unknown
  readonly onReload: () => Promise<void>
}

/** The credentials are being read, or could not be read. */
const Unread = ({ error, onReload, words }: UnreadProps) =>
  error === undefined ? (
    <p data-part="waiting" role="status">
      {words.loading}
    </p>
  ) : (
    <>
      <p data-part="error" role="alert">
        {words.failed(error)}
      </p>
      <button data-part="retry" type="button" onClick={onReload}>
        {words.reload}
      </button>
    </>
  )

interface OptionsProps {
  readonly credentials: readonly AuthMethod[]
  readonly state: Extract<SignInState, { readonly status: "idle" | "waiting" }>
  readonly start: (credential: AuthMethod) => Promise<void>
  readonly words: SignInText
}

const Options = ({ credentials, start, state, words }: OptionsProps) => {
  const isWaiting = state.status === "waiting"
  return (
    <>
      {credentials.length === 0 && <p data-part="none">{words.none}</p>}
      <ul data-part="options">
        {credentials.map((credential) => {
          const isSuspended = credential.status === "SUSPENDED"
          const isOff = isWaiting || isSuspended
          return (
            <li key={credential.id}>
              <button
                data-part="option"
                data-type={credential.type}
                type="button"
                aria-disabled={isOff}
                onClick={() => isOff || start(credential)}
              >
                {words.option(credential)}{" "}
                <span data-part="option-name">
                  <bdi>{credential.nickname}</bdi>
                  {isSuspended && ` (${words.suspended})`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p data-part="waiting" role="status">
        {isWaiting && words.waiting(state.credential)}
      </p>
    </>
  )
}
