import type { ActiveSession } from "@countersign/client"
import { NetworkError } from "@countersign/client"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { SignedOutError } from "../src/explain.ts"
import { type SessionOptions, sessionStore } from "../src/session/sessionStore.ts"
import { accountId, clientWith, deferred, opened, refusal } from "./fakes.ts"

const KEY = `countersign:${accountId}`
const EXPIRY = Date.parse("2025-10-13T09:00:00.000Z")

let stored: Map<string, string>
let listeners: Array<readonly [type: string, listener: (event: object) => void]>
/** An event of the window. A storage event is one of another tab. */
const fire = (type: string, event: object = {}) => {
  for (const [of, listener] of [...listeners]) if (of === type) listener(event)
}
beforeEach(() => {
  // Other tests of this process use intervals (GT12).
  vi.stubGlobal("navigator", {})
  vi.useFakeTimers({ now: EXPIRY - 60_000, toFake: ["Date", "setTimeout", "clearTimeout"] })
  stored = new Map()
  listeners = []
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name)
  })
  vi.stubGlobal("addEventListener", (type: string, listener: (event: object) => void) => {
    listeners.push([type, listener])
  })
  vi.stubGlobal("removeEventListener", (type: string, listener: (event: object) => void) => {
    listeners = listeners.filter((each) => each[0] !== type || each[1] !== listener)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listing = (...sessions: ReadonlyArray<ActiveSession>) => ({
  list: async (_: string, { current }: { readonly current?: { readonly id: string } | undefined } = {}) =>
    sessions.map((each) => ({ ...each, isCurrent: each.id === current?.id })),
  refresh: vi.fn(),
  revoke: vi.fn(),
  revokeOthers: vi.fn()
})

/** A store in a page whose browser has this session, which the server lists. */
const started = async (
  session: ActiveSession | undefined,
  more: Parameters<typeof clientWith>[0] = {},
  options: SessionOptions = {}
) => {
  if (session !== undefined) stored.set(KEY, session.id)
  const client = clientWith({
    restore: async (id) => (id === session?.id ? session : undefined),
    sessions: listing(...(session === undefined ? [] : [session])),
    ...more
  })
  const store = sessionStore({ client, accountId, now: Date.now, options: () => options })
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(0)
  return { store, stop }
}

const soon = () => opened(1, new Date(EXPIRY).toISOString())

describe("the session of a browser", () => {
  it("is being restored before the page has started", () => {
    const store = sessionStore({ client: clientWith({}), accountId, now: Date.now })
    expect(store.state().status).toBe("restoring")
  })

  it("is signed out in a browser without a stored session", async () => {
    expect((await started(undefined)).store.state()).toMatchObject({ status: "signed-out", ended: undefined })
  })

  it("is restored with its key after a reload", async () => {
    const session = await soon()
    expect((await started(session)).store.state()).toMatchObject({ status: "signed-in", session })
  })

  it("has expired when the key store no longer has its key", async () => {
    stored.set(KEY, "Session:gone")
    const { store } = await started(undefined)
    expect(store.state()).toMatchObject({ status: "signed-out", ended: "expired" })
    expect(stored.size).toBe(0)
  })

  it("is revoked when the server no longer lists it", async () => {
    const { store } = await started(await soon(), { sessions: listing(await opened(2)) })
    expect(store.state()).toMatchObject({ status: "signed-out", ended: "revoked" })
  })

  it("stays signed in while the server does not answer", async () => {
    const list = async () => Promise.reject(new NetworkError("GET /auth/sessions", new TypeError()))
    const { store } = await started(await soon(), { sessions: { ...listing(), list } })
    expect(store.state().status).toBe("signed-in")
  })

  it("ends at the very millisecond of its expiry, and not before", async () => {
    const { store } = await started(await soon())
    await vi.advanceTimersByTimeAsync(59_999)
    expect(store.state().status).toBe("signed-in")
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state()).toMatchObject({ status: "signed-out", ended: "expired" })
  })

  it("does not end early when its expiry is further away than a timer reaches", async () => {
    const timer = globalThis.setTimeout
    const long: Array<readonly [() => void, number]> = []
    const noted = (run: () => void, delay = 0) => {
      if (delay > 2 ** 30) long.push([run, delay])
      return timer(run, delay)
    }
    // Not with a spy: a file of this process that restores all spies would bring the fake timers back.
    Object.assign(globalThis, { setTimeout: noted })
    const { store } = await started(await opened()).finally(() => Object.assign(globalThis, { setTimeout: timer }))
    // Not by advancing the clock for 25 days: it would also run what another file of this process left on a timer.
    expect(new Set(long.map(([, delay]) => delay))).toEqual(new Set([2 ** 31 - 1]))
    for (const [end] of long) end()
    expect(store.state().status).toBe("signed-in")
  })

  it("ends when the clock of a sandbox has moved past its expiry", async () => {
    let ahead = 0
    const session = await soon()
    const store = sessionStore({ client: clientWith({}), accountId, now: () => Date.now() + ahead })
    store.enter(session)
    store.watch()
    expect(store.state().status).toBe("signed-in")
    ahead = 60_000
    store.watch()
    expect(store.state()).toMatchObject({ status: "signed-out", ended: "expired" })
  })

  it("does not change when the clock is read again before its expiry, so an answer that is awaited still counts", async () => {
    const listed = deferred<never[]>()
    const { store } = await started(await soon(), { sessions: { ...listing(), list: () => listed.promise } })
    const changed = vi.fn()
    store.subscribe(changed)
    store.watch()
    expect(changed).not.toHaveBeenCalled()
    listed.resolve([])
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toMatchObject({ status: "signed-out", ended: "revoked" })
  })

  it("follows a sign-in and a sign-out in another tab", async () => {
    const session = await soon()
    const { store } = await started(undefined, { restore: async () => session, sessions: listing(session) })
    stored.set(KEY, session.id)
    fire("storage", { key: KEY })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().session?.id).toBe(session.id)
    stored.delete(KEY)
    fire("storage", { key: KEY })
    expect(store.state()).toMatchObject({ status: "signed-out", ended: undefined })
  })

  it("ends when another tab empties the storage of the page", async () => {
    const { store } = await started(await soon())
    stored.clear()
    fire("storage", { key: null })
    expect(store.state()).toMatchObject({ status: "signed-out", ended: undefined })
  })

  it("is not read again when another tab stores the same one", async () => {
    const session = await soon()
    const restore = vi.fn(async () => session)
    const { store } = await started(session, { restore })
    fire("storage", { key: KEY })
    await vi.advanceTimersByTimeAsync(0)
    expect([restore.mock.calls.length, store.state().session]).toEqual([1, session])
  })

  it("is never shown as active if it expired while the page was closed", async () => {
    const session = await soon()
    vi.setSystemTime(EXPIRY)
    const store = sessionStore({ client: clientWith({ restore: async () => session }), accountId, now: Date.now })
    const seen: string[] = []
    store.subscribe(() => seen.push(store.state().status))
    stored.set(KEY, session.id)
    store.start()
    await vi.advanceTimersByTimeAsync(0)
    expect([seen, store.state().ended, stored.size]).toEqual([["signed-out"], "expired", 0])
  })

  it("is not ended by a list that was requested for the session before it", async () => {
    const listed = deferred<never[]>()
    const { store } = await started(await soon(), { sessions: { ...listing(), list: () => listed.promise } })
    const next = await opened(2)
    store.enter(next)
    listed.resolve([])
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toMatchObject({ status: "signed-in", session: next })
    expect(stored.get(KEY)).toBe(next.id)
  })

  it("ignores what other code of the page stores", async () => {
    const { store } = await started(await soon())
    stored.delete(KEY)
    fire("storage", { key: "other" })
    expect(store.state().status).toBe("signed-in")
  })

  it("is the one that was entered while another was being restored", async () => {
    const slow = deferred<ActiveSession | undefined>()
    const { store } = await started(await soon(), { restore: () => slow.promise })
    const entered = await opened(2)
    store.enter(entered)
    slow.resolve(await soon())
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().session?.id).toBe(entered.id)
  })

  it("does not follow anything after the page has stopped", async () => {
    const { stop, store } = await started(await soon())
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.state().status).toBe("signed-in")
    expect(listeners).toEqual([])
  })

  it("lasts until the page is closed when the browser denies storage", async () => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError")
    }
    vi.stubGlobal("localStorage", { getItem: denied, setItem: denied, removeItem: denied })
    const { store } = await started(undefined)
    store.enter(await opened())
    expect(store.state().status).toBe("signed-in")
  })
})

describe("a sign-out", () => {
  it("ends the session at the server, and forgets it here", async () => {
    const logout = vi.fn(async () => {})
    const { store } = await started(await soon(), { logout })
    await store.signOut()
    expect(logout).toHaveBeenCalledOnce()
    expect(store.state()).toMatchObject({ status: "signed-out", ended: undefined })
    expect(stored.size).toBe(0)
  })

  it("succeeds for a session that the server has already ended", async () => {
    const { store } = await started(await soon(), { logout: () => Promise.reject(refusal(404)) })
    await store.signOut()
    expect(store.state().status).toBe("signed-out")
  })

  it("throws and is signed out on this device when the server does not answer (GD13)", async () => {
    const error = new NetworkError("DELETE", new TypeError())
    const { store } = await started(await soon(), { logout: () => Promise.reject(error) })
    await expect(store.signOut()).rejects.toBe(error)
    expect(store.state().status).toBe("signed-out")
    expect(stored.has(KEY)).toBe(false)
  })

  it("does not end a session that began while the previous one was being ended", async () => {
    const slow = deferred<void>()
    const { store } = await started(await soon(), { logout: () => slow.promise })
    const signedOut = store.signOut()
    const next = await opened(2)
    store.enter(next)
    slow.resolve()
    await signedOut
    expect(store.state().session?.id).toBe(next.id)
    expect(stored.get(KEY)).toBe(next.id)
  })

  it("does nothing without a session", async () => {
    const { store } = await started(undefined)
    await store.signOut()
    expect(store.state().status).toBe("signed-out")
  })
})

const MINUTE = 60_000
let key: ActiveSession["signer"]
beforeAll(async () => {
  key = (await opened()).signer
})
const idOf = (nth: number) => `Session:0199d000-0000-7000-8000-00000000000${nth}`
/** A session of one hour from now on. Its last third begins after 40 minutes. */
const hour = (nth = 2, minutes = 60): ActiveSession => ({
  id: idOf(nth),
  accountId,
  type: "EMAIL_OTP",
  nickname: "ada@example.com",
  createdAt: new Date(Date.now()).toISOString(),
  updatedAt: new Date(Date.now()).toISOString(),
  expiresAt: new Date(Date.now() + minutes * MINUTE).toISOString(),
  signer: key
})
/** The session that expires at `EXPIRY`, at its beginning. */
const begun = () => {
  vi.setSystemTime(EXPIRY - 60 * MINUTE)
  return hour(1)
}

/** A page whose end user has just pressed a key. */
const inUse = async (more: Parameters<typeof clientWith>[0], options?: Parameters<typeof started>[2]) => {
  const session = begun()
  const page = await started(session, more, options)
  fire("keydown")
  return { ...page, session }
}

const queueOfLocks = () => {
  let last: Promise<unknown> = Promise.resolve()
  const request = vi.fn((_: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  })
  vi.stubGlobal("navigator", { locks: { request } })
  return request
}

const NO_ANSWER = new NetworkError("POST /auth/sessions", new TypeError())
const STEP_UP = refusal(403, "STEP_UP_REQUIRED")

describe("a session in use (GU5)", () => {
  it.each(["pointerdown", "keydown"])(
    "is refreshed at the very millisecond of its last third after a %s",
    async (use) => {
      const session = begun()
      const refresh = vi.fn(async () => hour())
      const { store } = await started(session, { refresh })
      fire(use)
      await vi.advanceTimersByTimeAsync(40 * MINUTE - 1)
      expect(refresh).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(refresh.mock.calls).toEqual([[session]])
      expect(store.state()).toMatchObject({ status: "signed-in", expiresSoon: false })
      expect([store.state().session?.id, stored.get(KEY)]).toEqual([idOf(2), idOf(2)])
    }
  )

  it("is not refreshed in a page that is only open, and then expires", async () => {
    const refresh = vi.fn()
    const { store } = await started(begun(), { refresh })
    await vi.advanceTimersByTimeAsync(60 * MINUTE - 1)
    expect(store.state().status).toBe("signed-in")
    await vi.advanceTimersByTimeAsync(1)
    expect([store.state().ended, refresh.mock.calls]).toEqual(["expired", []])
  })

  it("is refreshed by the first use in its last third, at once", async () => {
    const refresh = vi.fn(async () => hour())
    const { store } = await started(begun(), { refresh })
    await vi.advanceTimersByTimeAsync(60 * MINUTE - 1)
    for (let press = 0; press < 3; press += 1) fire("keydown")
    await vi.advanceTimersByTimeAsync(1)
    expect([store.state().status, refresh.mock.calls.length]).toEqual(["signed-in", 1])
  })

  it("needs a use of each session: one that was refreshed and is left alone expires", async () => {
    const refresh = vi.fn(async () => hour())
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(100 * MINUTE - 1)
    expect([store.state().status, refresh.mock.calls.length]).toEqual(["signed-in", 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state().ended).toBe("expired")
  })

  it("is refreshed by hand alone where the page says so", async () => {
    const refresh = vi.fn(async () => hour())
    const { store } = await inUse({ refresh }, { refresh: "manual" })
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect([refresh.mock.calls.length, store.state().expiresSoon]).toEqual([0, true])
    await store.refresh()
    expect([refresh.mock.calls.length, store.state().expiresSoon]).toEqual([1, false])
  })

  it("is refreshed when the clock of a sandbox has moved into its last third", async () => {
    let ahead = 0
    const session = begun()
    stored.set(KEY, session.id)
    const refresh = vi.fn(async () => hour())
    const client = clientWith({ refresh, restore: async () => session, sessions: listing(session) })
    const store = sessionStore({ client, accountId, now: () => Date.now() + ahead })
    store.start()
    await vi.advanceTimersByTimeAsync(0)
    fire("keydown")
    for (ahead of [40 * MINUTE - 1, 40 * MINUTE]) {
      expect(refresh).not.toHaveBeenCalled()
      store.watch()
    }
    expect(refresh).toHaveBeenCalledOnce()
  })

  it("is not refreshed by a device that slept past its expiry", async () => {
    const refresh = vi.fn()
    const { store } = await inUse({ refresh })
    vi.setSystemTime(EXPIRY)
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([store.state().ended, refresh.mock.calls]).toEqual(["expired", []])
  })

  it("is refreshed once in a page that mounts twice, as in StrictMode", async () => {
    const refresh = vi.fn(async () => hour())
    const { stop, store } = await inUse({ refresh })
    stop()
    store.start()
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([refresh.mock.calls.length, store.state().session?.id]).toEqual([1, idOf(2)])
  })

  it("reports each new session, and why the last one ended", async () => {
    const onSessionRefreshed = vi.fn()
    const onSessionEnd = vi.fn()
    const { store } = await inUse({ refresh: async () => hour() }, { onSessionEnd, onSessionRefreshed })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([onSessionRefreshed.mock.calls, onSessionEnd.mock.calls]).toEqual([[[store.state().session]], []])
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    store.enter(hour(3))
    stored.clear()
    fire("storage", { key: null })
    store.enter(hour(4))
    const revoked = await started(hour(5), { sessions: listing() }, { onSessionEnd })
    expect(revoked.store.state().ended).toBe("revoked")
    expect(onSessionEnd.mock.calls).toEqual([["expired"], ["signed-out"], ["revoked"]])
    expect(onSessionRefreshed).toHaveBeenCalledOnce()
  })
})

describe("expiresSoon (GU5)", () => {
  it.each([
    ["the last minute of an hour", 60, 60_000],
    ["the last sixth of three minutes", 3, 30_000]
  ])("is true from the first millisecond of %s", async (_, minutes, before) => {
    const session = hour(1, minutes)
    const { store } = await started(session, {})
    await vi.advanceTimersByTimeAsync(minutes * MINUTE - before - 1)
    expect(store.state()).toMatchObject({ session, expiresSoon: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state()).toMatchObject({ session, expiresSoon: true })
    await vi.advanceTimersByTimeAsync(before)
    expect(store.state()).toMatchObject({ status: "signed-out", expiresSoon: false })
  })

  it("is true as soon as the policy refuses a refresh, which is then not repeated", async () => {
    const refresh = vi.fn(() => Promise.reject(STEP_UP))
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect(store.state()).toMatchObject({ status: "signed-in", expiresSoon: true })
    fire("keydown")
    await vi.advanceTimersByTimeAsync(20 * MINUTE - 1)
    expect([store.state().status, refresh.mock.calls.length]).toEqual(["signed-in", 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state().ended).toBe("expired")
  })

  it("is true when a refresh gained no time, 24 hours after the sign-in, and ends the refreshes", async () => {
    const refresh = vi.fn(async () => hour(2, 20))
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([store.state().session?.id, store.state().expiresSoon]).toEqual([idOf(2), true])
    fire("keydown")
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    expect([store.state().ended, refresh.mock.calls.length]).toEqual(["expired", 1])
  })

  it("is false for the session of the next sign-in, at once", async () => {
    const { store } = await inUse({ refresh: () => Promise.reject(STEP_UP) })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    const seen: boolean[] = []
    store.subscribe(() => seen.push(store.state().expiresSoon))
    store.enter(hour())
    expect(seen).toEqual([false])
  })
})

describe("a refresh that fails (GU5)", () => {
  it("is repeated after half of the remaining time while the server does not answer, in waits of 5 seconds or more", async () => {
    const at: number[] = []
    const refresh = async () => {
      at.push(EXPIRY - Date.now())
      return Promise.reject(NO_ANSWER)
    }
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(59 * MINUTE - 1)
    expect(store.state().expiresSoon).toBe(false)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(store.state()).toMatchObject({ status: "signed-in", expiresSoon: true })
    expect(at).toEqual([20, 10, 5, 2.5, 1.25, 0.625, 0.3125, 0.15625].map((minutes) => minutes * MINUTE))
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state().ended).toBe("expired")
  })

  it("is repeated with success once the server answers", async () => {
    const refresh = vi.fn(async () => hour()).mockRejectedValueOnce(refusal(503, "UNAVAILABLE"))
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(50 * MINUTE - 1)
    expect(refresh).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect([store.state().session?.id, refresh.mock.calls.length]).toEqual([idOf(2), 2])
  })

  it("is repeated no earlier than the server's Retry-After", async () => {
    const refresh = vi.fn(async () => hour()).mockRejectedValueOnce(refusal(429, "RATE_LIMITED", undefined, 15 * 60))
    await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(55 * MINUTE - 1)
    expect(refresh).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it("is not repeated when Retry-After is past the expiry", async () => {
    const refresh = vi.fn(() => Promise.reject(refusal(429, "RATE_LIMITED", undefined, 3600)))
    const { store } = await inUse({ refresh })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect(store.state().expiresSoon).toBe(true)
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    expect([store.state().ended, refresh.mock.calls.length]).toEqual(["expired", 1])
  })

  it.each([401, 404])("ends the session as revoked on a %i, when the server no longer lists it", async (status) => {
    const list = vi.fn(listing().list)
    const session = begun()
    list.mockResolvedValueOnce([{ ...session, isCurrent: true }])
    const refresh = () => Promise.reject(refusal(status))
    const { store } = await started(session, { refresh, sessions: { ...listing(), list } })
    fire("keydown")
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([store.state().ended, stored.size]).toEqual(["revoked", 0])
  })

  it("leaves the session on a 401 of a proxy, while the server lists it", async () => {
    const { store } = await inUse({ refresh: () => Promise.reject(refusal(401)) })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect(store.state()).toMatchObject({ status: "signed-in", expiresSoon: false })
  })

  it("rejects where it was started by hand", async () => {
    const { store } = await inUse({ refresh: () => Promise.reject(STEP_UP) })
    await expect(store.refresh()).rejects.toBe(STEP_UP)
    expect(store.state()).toMatchObject({ status: "signed-in", expiresSoon: true })
  })
})

describe("a refresh, while something else happens (GU5)", () => {
  /** A page whose refresh has been sent and is not answered yet. */
  const refreshing = async () => {
    const answer = deferred<ActiveSession>()
    const refresh = vi.fn(() => answer.promise)
    const logout = vi.fn(async () => {})
    const page = await inUse({ refresh, logout })
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect(refresh).toHaveBeenCalledOnce()
    const next = hour()
    const answered = async () => {
      answer.resolve(next)
      await vi.advanceTimersByTimeAsync(0)
    }
    return { ...page, answered, logout, next, refresh }
  }

  it("is the same one if it is started by hand too", async () => {
    const { answered, next, refresh, store } = await refreshing()
    const byHand = store.refresh()
    await answered()
    await byHand
    expect([refresh.mock.calls.length, store.state().session]).toEqual([1, next])
  })

  it("leaves the end user signed out after a sign-out, and ends the session that it opened", async () => {
    const { answered, logout, next, session, store } = await refreshing()
    await store.signOut()
    await answered()
    expect([store.state().status, stored.size, logout.mock.calls]).toEqual(["signed-out", 0, [[session], [next]]])
  })

  it("ends the session that it opened if the one before it has expired", async () => {
    const { answered, logout, next, store } = await refreshing()
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    await answered()
    expect([store.state().ended, logout.mock.calls]).toEqual(["expired", [[next]]])
  })

  it("leaves its session to the next mount if the page has stopped, and starts no timer", async () => {
    const { answered, next, stop, store } = await refreshing()
    stop()
    await answered()
    expect(stored.get(KEY)).toBe(next.id)
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(store.state().status).toBe("signed-in")
  })

  it("is an error without a session", async () => {
    const { store } = await started(undefined)
    await expect(store.refresh()).rejects.toBeInstanceOf(SignedOutError)
  })
})

describe("a session in several tabs (GU5)", () => {
  /** Two tabs with one session, both in use, and a server that opens session 2, then 3. */
  const tabs = async () => {
    let nth = 1
    const known = new Map<string, ActiveSession>()
    const answer = deferred<void>()
    const refresh = vi.fn(async () => {
      await answer.promise
      nth += 1
      const next = hour(nth)
      known.set(next.id, next)
      return next
    })
    const session = begun()
    known.set(session.id, session)
    const shared = {
      refresh,
      restore: async (id: string) => known.get(id),
      sessions: { ...listing(), list: async () => [...known.values()].map((each) => ({ ...each, isCurrent: true })) }
    }
    const first = await started(session, shared)
    const second = await started(session, shared)
    fire("keydown")
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    answer.resolve()
    await vi.advanceTimersByTimeAsync(0)
    return { first: first.store, second: second.store, known, refresh }
  }

  it("is refreshed by one of them, and the others take its session", async () => {
    const request = queueOfLocks()
    const { first, refresh, second } = await tabs()
    expect([refresh.mock.calls.length, request.mock.calls[0]?.[0]]).toEqual([1, KEY])
    expect(first.state().session?.id).toBe(idOf(2))
    expect(second.state().session).toBe(first.state().session)
  })

  it("expires when another tab has replaced it by one whose key is gone", async () => {
    queueOfLocks()
    const refresh = vi.fn()
    const { store } = await inUse({ refresh })
    stored.set(KEY, idOf(9))
    await vi.advanceTimersByTimeAsync(40 * MINUTE)
    expect([store.state().ended, refresh.mock.calls, stored.size]).toEqual(["expired", [], 0])
  })

  it("is taken from another tab by one that was frozen, in place of its own, which has expired", async () => {
    const [old, next] = [begun(), hour(2, 120)]
    const restore = async (id: string) => (id === old.id ? old : next)
    const { store } = await started(old, { restore, sessions: listing(old, next) })
    stored.set(KEY, next.id)
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect([store.state().session, stored.get(KEY)]).toEqual([next, next.id])
  })

  it("is taken from another tab in place of its own, which the server no longer lists", async () => {
    const [old, next] = [begun(), hour(2, 120)]
    const restore = async (id: string) => (id === old.id ? old : next)
    const { list } = listing(old, next)
    const listed = vi.fn(list)
    const { store } = await started(old, { restore, sessions: { ...listing(), list: listed } })
    stored.set(KEY, next.id)
    listed.mockResolvedValueOnce([])
    await store.verify()
    await vi.advanceTimersByTimeAsync(0)
    expect([store.state().session, stored.get(KEY)]).toEqual([next, next.id])
  })

  it("is refreshed by each without Web Locks, and the last session is that of all", async () => {
    const { first, refresh, second } = await tabs()
    fire("storage", { key: KEY })
    await vi.advanceTimersByTimeAsync(0)
    expect([refresh.mock.calls.length, stored.get(KEY)]).toEqual([2, idOf(3)])
    expect([first.state().session?.id, second.state().session?.id]).toEqual(Array(2).fill(idOf(3)))
  })

  it("is not ended by a tab that reads its id while another one refreshes it, which drops its key", async () => {
    const { known } = await tabs()
    const next = hour(3)
    known.set(next.id, next)
    stored.set(KEY, idOf(1))
    const restore = async (id: string) => {
      if (id === idOf(1)) stored.set(KEY, next.id)
      return id === idOf(1) ? undefined : known.get(id)
    }
    const page = sessionStore({ client: clientWith({ restore, sessions: listing(next) }), accountId, now: Date.now })
    page.start()
    await vi.advanceTimersByTimeAsync(0)
    expect([page.state().session?.id, stored.get(KEY)]).toEqual([next.id, next.id])
  })
})
