import type { ActiveSession } from "@countersign/client"
import { NetworkError } from "@countersign/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { sessionStore } from "../src/session/sessionStore.ts"
import { accountId, clientWith, deferred, opened, refusal } from "./fakes.ts"

const KEY = `countersign:${accountId}`
const EXPIRY = Date.parse("2025-10-13T09:00:00.000Z")

let stored: Map<string, string>
let listeners: Set<(event: object) => void>
beforeEach(() => {
  // Other tests of this process use intervals (GT12).
  vi.useFakeTimers({ now: EXPIRY - 60_000, toFake: ["Date", "setTimeout", "clearTimeout"] })
  stored = new Map()
  listeners = new Set()
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name)
  })
  vi.stubGlobal("addEventListener", (_: string, listener: (event: object) => void) => listeners.add(listener))
  vi.stubGlobal("removeEventListener", (_: string, listener: (event: object) => void) => listeners.delete(listener))
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
const started = async (session: ActiveSession | undefined, more: Parameters<typeof clientWith>[0] = {}) => {
  if (session !== undefined) stored.set(KEY, session.id)
  const client = clientWith({
    restore: async (id) => (id === session?.id ? session : undefined),
    sessions: listing(...(session === undefined ? [] : [session])),
    ...more
  })
  const store = sessionStore({ client, accountId, now: Date.now })
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
    for (const listener of listeners) listener({ key: KEY })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().session?.id).toBe(session.id)
    stored.delete(KEY)
    for (const listener of listeners) listener({ key: KEY })
    expect(store.state()).toMatchObject({ status: "signed-out", ended: undefined })
  })

  it("ends when another tab empties the storage of the page", async () => {
    const { store } = await started(await soon())
    stored.clear()
    for (const listener of listeners) listener({ key: null })
    expect(store.state()).toMatchObject({ status: "signed-out", ended: undefined })
  })

  it("is not read again when another tab stores the same one", async () => {
    const session = await soon()
    const restore = vi.fn(async () => session)
    const { store } = await started(session, { restore })
    for (const listener of listeners) listener({ key: KEY })
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
    for (const listener of listeners) listener({ key: "other" })
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
    expect(listeners.size).toBe(0)
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
