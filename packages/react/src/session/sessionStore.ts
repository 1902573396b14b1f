import type { ActiveSession, Client } from "@countersign/client"
import { CountersignError } from "@countersign/client"
import { SignedOutError } from "../explain.ts"
import { makeStore, type Store } from "../store.ts"

/**
 * The session of this browser. `ended` is the reason when the end user did not sign out. `expiresSoon` is true in the last
 * minute before the expiry, or the last sixth of a session under six minutes, and from the moment when the server
 * refuses to extend the session.
 */
export type SessionState = { readonly expiresSoon: boolean } & (
  | { readonly status: "restoring"; readonly session: undefined; readonly ended: undefined }
  | { readonly status: "signed-out"; readonly session: undefined; readonly ended: "expired" | "revoked" | undefined }
  | { readonly status: "signed-in"; readonly session: ActiveSession; readonly ended: undefined }
)

/** How long a session lasts, and the functions that are called when it changes, in each tab. */
export interface SessionOptions {
  /**
   * "while-in-use": a session is refreshed in the last third of its lifetime, if a pointer or a key was pressed in the
   * page since it began. A page that is only open does not extend it. "manual": only `refresh` does.
   * Default: "while-in-use".
   */
  readonly refresh?: "manual" | "while-in-use" | undefined
  /** Called when the session of the page has ended. */
  readonly onSessionEnd?: ((reason: "expired" | "revoked" | "signed-out") => void) | undefined
  /** Called with a session that has replaced another one, such as after a refresh in this tab or another. */
  readonly onSessionRefreshed?: ((session: ActiveSession) => void) | undefined
}

/** The session of this browser, outside of React. */
export interface SessionStore extends Pick<Store<SessionState>, "subscribe" | "state"> {
  /** Restores the stored session, and follows its expiry, its use and the other tabs. Returns a function that stops. */
  readonly start: () => () => void
  /** Makes a session the current one, in all tabs. */
  readonly enter: (session: ActiveSession) => void
  /** Ends the current session here and erases its key. Throws when the server did not end it: it then lasts until it expires. */
  readonly signOut: () => Promise<void>
  /**
   * Replaces the current session by a new one, or by that of a tab that has just done so. Joins a refresh that is under
   * way. Rejects with the error of the client, after which the session lasts until it expires unless the server has ended
   * it, and with `SignedOutError` without a session.
   */
  readonly refresh: () => Promise<void>
  /** Ends the current session here when it has expired, or when the server no longer lists it. */
  readonly verify: () => Promise<void>
  /** Compares the current session with the clock: ends it when it has expired, and refreshes it when that is due. */
  readonly watch: () => void
}

interface Options {
  readonly client: Pick<Client, "logout" | "refresh" | "restore" | "sessions">
  readonly accountId: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly options?: () => SessionOptions
}

/** Stores only the id. The key is a non-extractable key in IndexedDB, so no script can read it. */
export const sessionStore = ({ accountId, client, now, options = () => ({}) }: Options): SessionStore => {
  const name = nameOf(accountId)
  const { set, ...current } = makeStore<SessionState>(RESTORING)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Changes with each new state, so that an answer that arrives late is ignored.
  let turn = 0
  let isStarted = false
  let refreshing: Promise<void> | undefined
  // Of the current session: whether the page was used since it began, and the milliseconds before its expiry from which
  // it is refreshed (0: not any more) and expires soon.
  let isUsed = false
  let dueAt = 0
  let soonAt = 0

  const become = (session: ActiveSession | undefined, ended?: "expired" | "revoked"): void => {
    const before = current.state().session
    turn += 1
    isUsed = false
    dueAt = session === undefined ? 0 : (endOf(session) - Date.parse(session.createdAt)) / 3
    soonAt = Math.min(60_000, dueAt / 2)
    set(session === undefined ? { status: "signed-out", session, ended, expiresSoon: false } : signedIn(session))
    watch()
    if (before === undefined || before.id === session?.id) return
    const { onSessionEnd, onSessionRefreshed } = options()
    if (session === undefined) onSessionEnd?.(ended ?? "signed-out")
    else onSessionRefreshed?.(session)
  }
  const remainingOf = (session: ActiveSession): number => endOf(session) - now()
  const signedIn = (session: ActiveSession): SessionState => {
    const expiresSoon = dueAt === 0 || remainingOf(session) <= soonAt
    return { status: "signed-in", session, ended: undefined, expiresSoon }
  }

  const enter = (session: ActiveSession): void => {
    write(name, session.id)
    become(session)
  }
  const leave = (ended?: "expired" | "revoked"): void => {
    write(name, undefined)
    become(undefined, ended)
  }

  /** Another tab has refreshed the session. This one has not seen it yet, for example because it was frozen. */
  const isReplaced = (): boolean => ![undefined, current.state().session?.id].includes(read(name))
  const end = (ended: "expired" | "revoked"): void => {
    if (isReplaced()) restore()
    else leave(ended)
  }

  function watch(): void {
    clearTimeout(timer)
    const { expiresSoon, session } = current.state()
    if (session === undefined) return
    const left = remainingOf(session)
    if (left <= 0) {
      end("expired")
      return
    }
    const state = signedIn(session)
    if (state.expiresSoon !== expiresSoon) set(state)
    if (isUsed && left <= dueAt && options().refresh !== "manual") refresh().catch(() => {})
    const next = Math.max(...[dueAt, soonAt, 0].filter((at) => at < left))
    if (isStarted) timer = setTimeout(watch, Math.min(left - next, LONGEST_TIMER))
  }

  const use = (): void => {
    if (isUsed) return
    isUsed = true
    watch()
  }

  const refresh = async (): Promise<void> => {
    const { session } = current.state()
    if (session === undefined) throw new SignedOutError()
    refreshing ??= inTurn(name, () => renew(session)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const renew = async (session: ActiveSession): Promise<void> => {
    if (current.state().session !== session) return
    if (isReplaced()) return restore()
    const next = await client.refresh(session).catch(async (error: unknown) => {
      // A proxy refuses with the same status, while the session is active.
      if (hasEnded(error)) await verify()
      if (current.state().session === session) {
        // Repeated after half of the remaining time, so it is bounded.
        const left = remainingOf(session)
        const wait = Math.max(left / 2, pauseAfter(error))
        dueAt = wait < SHORTEST_WAIT ? 0 : Math.max(0, left - wait)
        watch()
      }
      throw error
    })
    if (current.state().session !== session) {
      // No caller receives this session, so it is ended and its key is deleted.
      await client.logout(next).catch(() => {})
      return
    }
    enter(next)
    // A session ends 24 hours after the sign-in, however often it is refreshed.
    if (endOf(next) <= endOf(session)) dueAt = 0
    watch()
  }

  const verify = async (): Promise<void> => {
    watch()
    const { session } = current.state()
    if (session === undefined) return
    const mine = turn
    const listed = await client.sessions.list(accountId, { current: session }).catch(() => undefined)
    // Without an answer the session may still be active.
    if (listed === undefined || mine !== turn) return
    if (!listed.some(({ isCurrent }) => isCurrent)) end("revoked")
  }

  const restore = async (): Promise<void> => {
    const id = read(name)
    if (id === undefined) return become(undefined)
    if (id === current.state().session?.id) return
    turn += 1
    const mine = turn
    const session = await client.restore(id).catch(() => undefined)
    if (mine !== turn) return
    if (session === undefined) {
      // Another tab may be refreshing it: it drops the key before it stores the id of the next session. Not awaited,
      // because a refresh that restores has the lock.
      inTurn(name, async () => (read(name) === id ? leave("expired") : restore()))
      return
    }
    if (remainingOf(session) <= 0) return leave("expired")
    become(session)
    await verify()
  }

  return {
    ...current,
    start: () => {
      const follow = ({ key }: StorageEvent) => {
        if (key === name || key === null) restore()
      }
      isStarted = true
      addEventListener("storage", follow)
      // Captured, so that a component that stops an event does not hide it.
      for (const type of USES) addEventListener(type, use, true)
      watch()
      restore()
      return () => {
        isStarted = false
        removeEventListener("storage", follow)
        for (const type of USES) removeEventListener(type, use, true)
        clearTimeout(timer)
        turn += 1
      }
    },
    enter,
    signOut: async () => {
      const { session } = current.state()
      if (session === undefined) return
      try {
        await client.logout(session)
      } catch (error) {
        if (!hasEnded(error)) throw error
      } finally {
        // The key is erased, whatever the server answered. Another session may have begun in the meantime.
        if (current.state().session === session) leave()
      }
    },
    refresh,
    verify,
    watch
  }
}

const RESTORING: SessionState = { status: "restoring", session: undefined, ended: undefined, expiresSoon: false }

const USES = ["pointerdown", "keydown"] as const

const endOf = ({ expiresAt }: ActiveSession): number => Date.parse(expiresAt)

/** A refresh is not repeated in less than these milliseconds. */
const SHORTEST_WAIT = 5000

/** `setTimeout` fires at once for a longer delay. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Returns whether the server refused a session key because its session has ended. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof CountersignError && (error.status === 401 || error.status === 404)

/** The milliseconds for which a refresh would fail again: longer than any session after the refusal of a policy. */
const pauseAfter = (error: unknown): number => {
  if (!(error instanceof CountersignError)) return 0
  const isPassing = error.status >= 500 || error.status === 429 || hasEnded(error)
  return isPassing ? (error.retryAfter ?? 0) * 1000 : LONGEST_TIMER
}

/** Runs the work of one tab at a time, or of each where the browser has no Web Locks. */
const inTurn = (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks?.request(name, work) ?? work()

const nameOf = (accountId: string): string => `countersign:${accountId}`

/** Makes a session the one that the provider of its wallet restores. */
export const remember = (accountId: string, sessionId: string): void => write(nameOf(accountId), sessionId)

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
