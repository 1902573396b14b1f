"use client"

import type { Client, SignedInVisitor } from "@countersign/client"
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { useLatest, useStore } from "../CountersignProvider.tsx"
import { explain } from "../explain.ts"
import { isolated } from "../isolated.ts"
import type { Language } from "../languages/Language.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import { remember } from "../session/sessionStore.ts"
import { CodeEntry, type CodeEntryText } from "./CodeEntry.tsx"
import { codeFlow } from "./codeFlow.ts"

/** The words of `VisitorSignIn`. */
export interface VisitorSignInText {
  /** The heading: "Sign in or sign up". */
  readonly title: string
  /** The label of the field: "E-mail". */
  readonly email: string
  /** The button that has a code mailed: "E-mail me a code". */
  readonly submit: string
  /** The status while the mail is being sent. */
  readonly waiting: string
  /** The button that signs in with a passkey: "Use a passkey". */
  readonly passkey: string
  /** The alert after a failure. Default: `explain`. */
  readonly failed: (error: unknown) => string
  /** The words of the entry of the code. */
  readonly code: Partial<CodeEntryText>
}

/** The properties of `VisitorSignIn`. */
export interface VisitorSignInProps {
  /** From `createClient`, whose `baseUrl` serves `forVisitor`. Create it once, outside the component. */
  readonly client: Client
  /**
   * Called after the platform has signed the visitor in. Render a `CountersignProvider` with the `accountId`: it restores the
   * session, or its `SignIn` opens one where this sign-in opened none.
   */
  readonly onSignedIn: (visitor: SignedInVisitor) => void
  /** Whether to offer sign-in with a passkey. Default true. */
  readonly hasPasskeys?: boolean
  /** The relying party id of the passkeys, if it differs from the page's host. */
  readonly rpId?: string
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: 1 | 2 | 3 | 4 | 5 | 6
  /** Default: the language of the provider, or English without one. */
  readonly language?: Language
  /** Replaces some of the words. */
  readonly text?: Partial<VisitorSignInText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * Signs a visitor in by e-mail, and up where the platform lets them, or in with a passkey, which the autofill of the field offers
 * too. Renders outside of a provider. Parts: `sign-in`, `title`, `visitor`, `email-label`, `email-field`, `email-submit`,
 * `passkey-submit`, `waiting`, `error`. Those of `CodeEntry` are its own.
 */
export const VisitorSignIn = ({
  className,
  client,
  hasPasskeys = true,
  language: own,
  level = 2,
  onSignedIn,
  rpId,
  text
}: VisitorSignInProps) => {
  const language = useLanguage(own)
  const words = { failed: (error: unknown) => explain(error, language), ...language.visitor, ...text }
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState("")
  const done = useLatest(onSignedIn)
  const flow = useMemo(
    () =>
      codeFlow<Who, SignedInVisitor>({
        login: ({ email, passkey }, code) => passkey ?? client.visitors.signIn({ email, code }),
        discard: async ({ session }) => session && client.logout(session),
        onDone: (visitor) => {
          if (visitor.session) remember(visitor.accountId, visitor.session.id)
          done.current(visitor)
        }
      }),
    [client, done]
  )
  // A prompt that is no longer shown must not wait for its code.
  useEffect(() => flow.cancel, [flow])
  const state = useStore(flow)
  const isWaiting = state.status === "waiting"
  const isOffered = hasPasskeys && state.status === "idle"
  useEffect(
    () =>
      isOffered
        ? client.visitors.offerPasskeys({ rpId, onPicked: (passkey) => flow.start({ email: "", passkey }) })
        : undefined,
    [client, flow, isOffered, rpId]
  )
  // The form that had the focus is gone, or its address was refused.
  useEffect(() => {
    if (state.status === "failed") field.current?.focus()
  }, [state])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    flow.start({ email })
  }
  const promptForPasskey = () =>
    isWaiting || flow.start({ email: "", passkey: client.visitors.signInWithPasskey({ rpId }) })
  const Title = `h${level}` as const
  return (
    <section data-part="sign-in" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {words.title}
      </Title>
      {state.status === "code" || state.status === "verifying" ? (
        <CodeEntry
          {...state}
          sentTo={isolated(state.email)}
          isBusy={state.status === "verifying"}
          onSubmit={flow.submitCode}
          onCancel={flow.cancel}
          language={language}
          text={words.code}
        />
      ) : (
        <form data-part="visitor" onSubmit={submit}>
          <label data-part="email-label" htmlFor={`${id}-email`}>
            {words.email}
          </label>
          <input
            data-part="email-field"
            id={`${id}-email`}
            ref={field}
            type="email"
            autoComplete="email webauthn"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-describedby={`${id}-error`}
          />
          <p data-part="error" id={`${id}-error`} role="alert">
            {state.status === "failed" && words.failed(state.error)}
          </p>
          <button data-part="email-submit" type="submit" aria-disabled={isWaiting}>
            {words.submit}
          </button>
          {hasPasskeys && (
            <button data-part="passkey-submit" type="button" aria-disabled={isWaiting} onClick={promptForPasskey}>
              {words.passkey}
            </button>
          )}
          <p data-part="waiting" role="status">
            {isWaiting && !state.passkey && words.waiting}
          </p>
        </form>
      )}
    </section>
  )
}

/** The address of a code, or a passkey. */
interface Who {
  readonly email: string
  readonly passkey?: Promise<SignedInVisitor>
}
