import { makeId } from "@countersign/wire"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { CountersignError, createClient, PasskeysUnavailableError } from "../src/index.ts"
import { stubBrowser, written } from "./browser.ts"
import { BASE_URL, bundleSigner, rejection } from "./service.ts"

const MINUTE = 60_000
const requestId = makeId("Request", { timestampMs: 1_760_000_000_000, random: new Uint8Array(10) })

/** A browser whose passkeys wait until they are picked, and a server that refuses what they sign. */
const opened = (isAvailable: boolean | null = true, lifetime = 5 * MINUTE) => {
  const { asserted, credentials } = stubBrowser()
  const picks: Array<() => void> = []
  const answer = credentials.get
  vi.stubGlobal("PublicKeyCredential", {
    ...(isAvailable === null ? {} : { isConditionalMediationAvailable: async () => isAvailable })
  })
  credentials.get = (options) =>
    new Promise((resolve, reject) => {
      const given = answer(options)
      picks.push(() => resolve(given))
      options.signal?.addEventListener("abort", () => reject(new DOMException("ended", "AbortError")))
    })
  const calls: Array<string> = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const request = new Request(url, init)
    const path = new URL(request.url).pathname.replace("/2025-10-13", "")
    calls.push(path)
    const expiresAt = new Date(Date.now() + lifetime).toISOString()
    return path.endsWith("/verify")
      ? Response.json({ status: 404, code: "REFERENCE_NOT_FOUND", message: "No such credential." }, { status: 404 })
      : Response.json({ requestId, challenge: written("a challenge"), expiresAt })
  }
  const { visitors } = createClient({ baseUrl: BASE_URL, bundleSigner, fetch })
  const offerPasskeys: typeof visitors.offerPasskeys = (options) => {
    const end = visitors.offerPasskeys(options)
    ends.push(end)
    return end
  }
  return { asserted, calls, picks, visitors: { ...visitors, offerPasskeys } }
}

/** Ends the offers of a test. The stubs of the next one would serve them. */
const ends: Array<() => void> = []

const START = "/auth/sign-ins/passkey"

/** Waits without the fake time: each check of `expect.poll` would move it. */
const until = async (isSo: () => boolean | undefined) => {
  while (isSo() !== true) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("an offer of passkeys in the autofill (GU4)", () => {
  it("waits without a prompt for any passkey of the site, and hands over the sign-in that the visitor begins", async () => {
    const { asserted, calls, picks, visitors } = opened()
    const onPicked = vi.fn((visitor: Promise<unknown>) => visitor.catch(() => undefined))
    visitors.offerPasskeys({ onPicked, rpId: "app.example" })
    await until(() => asserted.length === 1)
    expect(asserted[0]).toMatchObject({
      mediation: "conditional",
      publicKey: { allowCredentials: [], rpId: "app.example" }
    })
    expect([calls, onPicked.mock.calls.length]).toEqual([[START], 0])
    picks[0]?.()
    await until(() => onPicked.mock.calls.length === 1)
    expect(await rejection(onPicked.mock.calls[0]?.[0] ?? Promise.resolve())).toBeInstanceOf(CountersignError)
    expect(calls).toEqual([START, `${START}/verify`])
  })

  it("replaces a challenge that no passkey has signed a minute before it expires", async () => {
    const { asserted, calls, visitors } = opened()
    visitors.offerPasskeys({ onPicked: () => {} })
    await until(() => asserted.length === 1)
    await vi.advanceTimersByTimeAsync(4 * MINUTE - 1000)
    expect([asserted[0]?.signal?.aborted, calls.length]).toEqual([false, 1])
    await vi.advanceTimersByTimeAsync(1000)
    await until(() => asserted.length === 2)
    expect([asserted[0]?.signal?.aborted, asserted[1]?.signal?.aborted, calls]).toEqual([true, false, [START, START]])
  })

  it("requests no challenges without a pause, even if each has expired on arrival", async () => {
    const { asserted, calls, visitors } = opened(true, -MINUTE)
    const end = visitors.offerPasskeys({ onPicked: () => {} })
    await until(() => asserted.length === 1)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(calls.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await until(() => asserted.length === 2)
    end()
  })

  it.each([
    ["its function", (_: ReturnType<typeof opened>["visitors"], end: () => void) => end()],
    [
      "a prompt",
      (visitors: ReturnType<typeof opened>["visitors"]) => void visitors.signInWithPasskey().catch(() => {})
    ],
    [
      "another offer",
      (visitors: ReturnType<typeof opened>["visitors"]) => void visitors.offerPasskeys({ onPicked: () => {} })
    ]
  ])("is ended by %s, and calls nothing any more", async (_, ended) => {
    const { asserted, visitors } = opened()
    const onPicked = vi.fn()
    const end = visitors.offerPasskeys({ onPicked })
    await until(() => asserted.length === 1)
    ended(visitors, end)
    await until(() => asserted[0]?.signal?.aborted)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(onPicked).not.toHaveBeenCalled()
  })

  it.each([[false], [null]])("sends nothing where the browser has none (%s)", async (isAvailable) => {
    const { asserted, calls, visitors } = opened(isAvailable)
    const end = visitors.offerPasskeys({ onPicked: () => {} })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect([asserted, calls]).toEqual([[], []])
    end()
  })
})

describe("a prompt for any passkey (GU4)", () => {
  it("is refused by name outside a browser, before anything is sent", async () => {
    const { calls, visitors } = opened()
    vi.stubGlobal("PublicKeyCredential", undefined)
    expect(await rejection(visitors.signInWithPasskey())).toBeInstanceOf(PasskeysUnavailableError)
    expect(calls).toEqual([])
  })
})
