"use client"

import type { Client, SignedInVisitor } from "@countersign/client"
import {
  leaveForOpenId,
  type OpenIdAnswer,
  OpenIdError,
  type OpenIdProvider,
  signInWithOpenId,
  takeOpenIdAnswer
} from "@countersign/client/openid"
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react"
import { useLatest, useStore } from "../CountersignProvider.tsx"
import { explain } from "../explain.ts"
import { isolated } from "../isolated.ts"
import type { Language } from "../languages/Language.ts"
import { useLanguage } from "../languages/useLanguage.ts"
import { remember } from "../session/sessionStore.ts"
import { codeFlow } from "../signIn/codeFlow.ts"
import { en } from "./en.ts"

/** The words of `OpenIdButton`. `provider` is its name. */
export interface OpenIdText {
  /** The button: "Continue with Google". */
  readonly submit: (provider: string) => string
  /** The status until the browser shows the page of the provider. */
  readonly leaving: (provider: string) => string
  /** The status after the provider has returned, until the visitor is signed in. */
  readonly completing: string
  /** The alert after the visitor has declined at the provider. */
  readonly declined: (provider: string) => string
  /** The alert after the provider has failed, or could not be reached. */
  readonly unavailable: (provider: string) => string
  /** The alert after any failure. Default: the two above, and `explain`. */
  readonly failed: (error: unknown) => string
}

/** The properties of `OpenIdButton`. */
export interface OpenIdButtonProps {
  /** From `createClient`, whose `baseUrl` serves `forVisitor`. Create it once, outside the component. */
  readonly client: Client
  /** The OpenID Connect provider. */
  readonly provider: OpenIdProvider
  /**
   * Called on the page that the provider returns to, after the platform has signed the visitor in, as that of
   * `VisitorSignIn`.
   */
  readonly onSignedIn: (visitor: SignedInVisitor) => void
  /** Default: the language of `CountersignProvider`, or English without one. */
  readonly language?: Language
  /** Replaces some of the words. */
  readonly text?: Partial<OpenIdText>
  /** The class of the element around the button. */
  readonly className?: string
  /** Shown in the button before its words, for example a logo. */
  readonly children?: ReactNode
}

/**
 * Signs a visitor in, or up, with their account at an OpenID Connect provider: leaves the page for that of the provider, and
 * completes the sign-in on the page that it returns to. Render it on both. Several buttons may be on a page. Parts: `openid`,
 * `openid-submit`, `openid-status`, `openid-error`.
 */
export const OpenIdButton = ({
  children,
  className,
  client,
  language: own,
  onSignedIn,
  provider,
  text
}: OpenIdButtonProps) => {
  const chosen = useLanguage(own)
  const { openId, ...language } = chosen.openId === undefined ? en : { ...chosen, openId: chosen.openId }
  const name = isolated(provider.name)
  const failed = (error: unknown) => {
    if (!(error instanceof OpenIdError)) return explain(error, language)
    return error.code === "access_denied" ? words.declined(name) : words.unavailable(name)
  }
  const words: OpenIdText = { failed, ...openId, ...text }
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useLatest({ provider, onSignedIn })
  const flow = useMemo(
    () =>
      codeFlow<Partial<Returned>, SignedInVisitor | undefined>({
        login: async ({ returned }) => {
          const { provider: own } = latest.current
          if (returned !== undefined) return signInWithOpenId(client, own, returned)
          await leaveForOpenId(client, own)
          return undefined
        },
        discard: async (visitor) => visitor?.session && client.logout(visitor.session),
        onDone: (visitor) => {
          if (visitor?.session) remember(visitor.accountId, visitor.session.id)
          if (visitor) latest.current.onSignedIn(visitor)
        }
      }),
    [client, latest]
  )
  const state = useStore(flow)
  useEffect(() => {
    const returned = takeOpenIdAnswer(latest.current.provider)
    if (returned) flow.start({ returned })
  }, [flow, latest])
  // The page was loaded again, so no element has the focus.
  useEffect(() => {
    if (state.status === "failed") button.current?.focus()
  }, [state])
  const isWaiting = state.status === "waiting"
  return (
    <div data-part="openid" lang={language.tag} className={className}>
      <button
        data-part="openid-submit"
        type="button"
        ref={button}
        aria-disabled={isWaiting}
        aria-describedby={`${id}-error`}
        onClick={() => flow.start({})}
      >
        {children}
        {words.submit(name)}
      </button>
      <p data-part="openid-status" role="status">
        {isWaiting ? (state.returned === undefined ? words.leaving(name) : words.completing) : ""}
      </p>
      <p data-part="openid-error" id={`${id}-error`} role="alert">
        {state.status === "failed" ? words.failed(state.error) : ""}
      </p>
    </div>
  )
}

/** The answer with which the provider returned to this page. */
interface Returned {
  readonly returned: OpenIdAnswer
}
