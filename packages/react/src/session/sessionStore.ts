import type { ActiveSession, Client } from "@countersign/client"
import { CountersignError } from "@countersign/client"
import { makeStore, type Store } from "../store.ts"

/** The session of this browser. `ended` is the reason when the end user did not sign out. */
export type SessionState =
  | { readonly status: "restoring"; readonly session: undefined; readonly ended: undefined }
  | { readonly status: "signed-out"; readonly session: undefined; readonly ended: "expired" | "revoked" | undefined }
  | { readonly status: "signed-in"; readonly session: ActiveSession; readonly ended: undefined }

/** The session of this browser, outside of React. */
export interface SessionStore extends Pick<Store<SessionState>, "subscribe" | "state"> {
  /** Restores the stored session, and follows its expiry and the other tabs. Returns a function that stops. */
  readonly start: () => () => void
  /** Makes a session the current one, in all tabs. */
  readonly enter: (session: ActiveSession) => void
  /** Ends the current session here and erases its key. Throws when the server did not end it: it then lasts until it expires. */
  readonly signOut: () => Promise<void>
  /** Ends the current session here when it has expired, or when the server no longer lists it. */
  readonly verify: () => Promise<void>
  /** Ends the current session here when it has expired by the clock. */
  readonly watch: () => void
}

interface Options {
  readonly client: Pick<Client, "logout" | "restore" | "sessions">
  readonly accountId: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Stores only the id. The key is a non-extractable key in IndexedDB, so no script can read it. */
export const sessionStore = ({ accountId, client, now }: Options): SessionStore => {
  const name = `countersign:${accountId}`
  const store = makeStore<SessionState>(RESTORING)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Changes with each new state, so that an answer that arrives late is ignored.
  let turn = 0

  const become = (state: SessionState): void => {
    turn += 1
    clearTimeout(timer)
    store.set(state)
    watch()
  }
  const remainingOf = (session: ActiveSession): number => Date.parse(session.expiresAt) - now()

  const enter = (session: ActiveSession): void => {
    write(name, session.id)
    become({ status: "signed-in", session, ended: undefined })
  }
  const leave = (ended: "expired" | "revoked" | undefined): void => {
    write(name, undefined)
    become({ status: "signed-out", session: undefined, ended })
  }

  function watch(): void {
    const { session } = store.state()
    if (session === undefined) return
    clearTimeout(timer)
    if (remainingOf(session) <= 0) leave("expired")
    else timer = setTimeout(watch, Math.min(remainingOf(session), LONGEST_TIMER))
  }

  const verify = async (): Promise<void> => {
    watch()
    const { session } = store.state()
    if (session === undefined) return
    const mine = turn
    const listed = await client.sessions.list(accountId, { current: session }).catch(() => undefined)
    // Without an answer the session may still be active.
    if (listed === undefined || mine !== turn) return
    if (!listed.some(({ isCurrent }) => isCurrent)) leave("revoked")
  }

  const restore = async (): Promise<void> => {
    const id = read(name)
    if (id === undefined) return become(SIGNED_OUT)
    if (id === store.state().session?.id) return
    turn += 1
    const mine = turn
    const session = await client.restore(id).catch(() => undefined)
    if (mine !== turn) return
    if (session === undefined || remainingOf(session) <= 0) return leave("expired")
    become({ status: "signed-in", session, ended: undefined })
    await verify()
  }

  return {
    subscribe: store.subscribe,
    state: store.state,
    start: () => {
      const follow = ({ key }: StorageEvent) => {
        if (key === name || key === null) restore()
      }
      addEventListener("storage", follow)
      restore()
      return () => {
        removeEventListener("storage", follow)
        clearTimeout(timer)
        turn += 1
      }
    },
    enter,
    signOut: async () => {
      const { session } = store.state()
      if (session === undefined) return
      try {
        await client.logout(session)
      } catch (error) {
        if (!hasEnded(error)) throw error
      } finally {
        // The key is erased, whatever the server answered. Another session may have begun in the meantime.
        if (store.state().session === session) leave(undefined)
      }
    },
    verify,
    watch
  }
}

const RESTORING: SessionState = { status: "restoring", session: undefined, ended: undefined }
const SIGNED_OUT: SessionState = { status: "signed-out", session: undefined, ended: undefined }

/** `setTimeout` fires at once for a longer delay. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Returns whether the server refused a session key because its session has ended. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof CountersignError && (error.status === 401 || error.status === 404)

/** A browser may deny storage. The session then lasts until the page is closed. */
const read = (name: string): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

const write = (name: string, id: string | undefined): void => {
  try {
    if (id === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, id)
  } catch {}
}
