"use client"

import type { ActiveSession, AuthMethod, Client } from "@countersign/client"
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react"
import { SignedOutError } from "./explain.ts"
import type { Language } from "./languages/Language.ts"
import { LanguageContext, useLanguage } from "./languages/useLanguage.ts"
import { type Loaded, makeLoaded } from "./loaded.ts"
import { type SessionOptions, type SessionStore, sessionStore } from "./session/sessionStore.ts"
import type { Store } from "./store.ts"

/** What the hooks share: the client, the wallet, its session in this browser, and its credentials. */
export interface Countersign {
  /** The client of the provider. */
  readonly client: Client
  /** `InternalAccount:<uuid>`. */
  readonly accountId: string
  /** The session of this browser. */
  readonly session: SessionStore
  /** The credentials of the wallet, read once for all components. */
  readonly credentials: Loaded<readonly AuthMethod[]>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The wallet that a provider provides, and how long its session lasts. */
export interface CountersignProviderProps extends SessionOptions {
  /** From `createClient`. Create it once, outside the component. */
  readonly client: Client
  /** The wallet of the end user that your backend has signed in, `InternalAccount:<uuid>`. */
  readonly accountId: string
  /** Milliseconds since the epoch, for a sandbox whose clock was moved. Default: the server's clock, from `client.now`. */
  readonly now?: () => number
  /** The words of the components below, such as `de` of `@countersign/react/de`. Default: English. */
  readonly language?: Language
  /** The part of the app that uses this wallet. */
  readonly children?: ReactNode
}

/**
 * Provides one wallet to the hooks and components below it. Restores the session of this browser, refreshes it while the
 * page is in use, and follows its expiry and the other tabs of the page. On a server, the session is "restoring".
 */
export const CountersignProvider = (props: CountersignProviderProps) => {
  const { accountId, children, client, language, now = client.now } = props
  const clock = useLatest(now)
  const options = useLatest<SessionOptions>(props)
  const value = useMemo((): Countersign => {
    const read = () => clock.current()
    return {
      client,
      accountId,
      session: sessionStore({ client, accountId, now: read, options: () => options.current }),
      credentials: makeLoaded(() => client.credentials.list(accountId)),
      now: read
    }
  }, [client, accountId, clock, options])
  useEffect(() => value.session.start(), [value])
  // A clock that was moved may have passed the expiry of the session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` is the clock that may have moved
  useEffect(() => value.session.watch(), [now, value])
  return (
    <LanguageContext value={useLanguage(language)}>
      <Provided value={value}>{children}</Provided>
    </LanguageContext>
  )
}

const Provided = createContext<Countersign | undefined>(undefined)

/** Returns the client, the wallet and the shared state of the nearest provider. Throws without one. */
export const useCountersign = (): Countersign => {
  const value = useContext(Provided)
  if (value === undefined) throw new Error("Render this component inside <CountersignProvider>.")
  return value
}

/** The clock of the provider, or the local one outside of it. */
export const useClock = (): (() => number) => useContext(Provided)?.now ?? Date.now

/** Renders again with each new state of a store. */
export const useStore = <S,>({ state, subscribe }: Pick<Store<S>, "state" | "subscribe">): S =>
  useSyncExternalStore(subscribe, state, state)

/** A reference to the value of the last render, for callbacks that outlive one. */
export const useLatest = <T,>(value: T): { readonly current: T } => {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Returns the current session. Throws `SignedOutError`. */
export const requireSession = ({ session }: Pick<Countersign, "session">): ActiveSession => {
  const current = session.state().session
  if (current === undefined) throw new SignedOutError()
  return current
}
