import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { generateKeyPair } from "../src/index.ts"
import { serverClock } from "../src/serverClock.ts"
import { BASE_URL, CODE, clientOf, openService } from "./service.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const SERVER = Date.parse("2026-01-01T12:00:00.000Z")
const MINUTE = 60_000
const DAY = 1440 * MINUTE
const OFF = [-DAY, -20 * MINUTE, -90_000, 0, 90_000, 20 * MINUTE, DAY] as const

/** A device whose clock is `off` milliseconds ahead of the server's. */
const device = (off: number) => vi.useFakeTimers({ now: SERVER + off, toFake: ["Date"] })
const dated = (response: Response, at = SERVER): Response => {
  response.headers.set("date", new Date(at).toUTCString())
  return response
}

describe("the server's clock (GD6)", () => {
  it.each(OFF)("is known within a second on a device that is %i ms off, from the Date of an answer", (off) => {
    device(off)
    const clock = serverClock()
    clock.see(new Date(SERVER).toUTCString(), Date.now())
    expect(Math.abs(clock.now() - SERVER)).toBeLessThan(1000)
  })

  it("is the local clock where that may be right, so whole seconds in an answer do not move it", () => {
    device(400)
    const clock = serverClock()
    clock.see(new Date(SERVER).toUTCString(), Date.now() - 50)
    expect(clock.ahead()).toBe(0)
  })

  it("is never further off than a second and the duration of the call", () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] })
    const millis = fc.integer({ min: 0, max: 5_000 })
    fc.assert(
      fc.property(fc.integer({ min: -DAY, max: DAY }), fc.array(fc.tuple(millis, millis)), (off, calls) => {
        const clock = serverClock()
        let at = SERVER
        for (const [there, back] of calls) {
          const sent = at + off
          at += there
          const date = new Date(at).toUTCString()
          at += back
          vi.setSystemTime(at + off)
          clock.see(date, sent)
          expect(Math.abs(clock.now() - at)).toBeLessThanOrEqual(1000 + there + back)
        }
      })
    )
  })

  it.each([null, "", "yesterday"])("is not taken from the Date %j", (date) => {
    device(DAY)
    const clock = serverClock()
    clock.see(date, Date.now())
    expect([clock.now(), clock.ahead()]).toEqual([SERVER + DAY, undefined])
  })

  it("is that of another page until an answer shows it", () => {
    device(DAY)
    const clock = serverClock()
    clock.assume(-DAY)
    expect(clock.now()).toBe(SERVER)
    clock.see(new Date(SERVER + 5_000).toUTCString(), Date.now())
    clock.assume(0)
    expect(clock.now()).toBe(SERVER + 5_000)
  })

  it.each(OFF)("of the answers decides when a session has expired, on a device that is %i ms off", async (off) => {
    device(off)
    const service = openService()
    const fetch = async (url: RequestInfo | URL, init?: RequestInit) => dated(await service.fetch(url, init))
    const client = clientOf(service, { fetch })
    await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(Math.abs(client.now() - SERVER)).toBeLessThan(1000)
  })
})

describe("a proof of a session (GD6)", () => {
  const session = async () =>
    ({
      id: "Session:0199d000-0000-7000-8000-0000000000ab",
      accountId: "InternalAccount:0199d000-0000-7000-8000-0000000000ac",
      type: "EMAIL_OTP",
      nickname: "Ada",
      createdAt: "2026-01-01T11:59:00.000Z",
      updatedAt: "2026-01-01T11:59:00.000Z",
      expiresAt: "2026-01-01T12:14:00.000Z",
      signer: await generateKeyPair()
    }) as const
  const LIFETIME = MINUTE
  /** An endpoint behind `requireSession`, which accepts a proof of up to a minute from its own time. */
  const endpoint = (body: object | undefined) => {
    const proofs: Array<number> = []
    const fetch = async (_url: RequestInfo | URL, init?: RequestInit) => {
      const issued = Number(new Headers(init?.headers).get("service-wallet-session")?.split(";")[1])
      proofs.push(issued)
      if (Math.abs(issued - SERVER) <= LIFETIME) return Response.json({ you: init?.body ?? null })
      return body === undefined ? new Response("no", { status: 401 }) : Response.json(body, { status: 401 })
    }
    return { fetch, proofs }
  }
  const stale = {
    ...{ status: 401, code: "UNAUTHORIZED", message: "The session proof is too old." },
    details: { check: "SESSION_PROOF_STALE", serverTime: new Date(SERVER).toISOString() }
  }

  it.each(OFF)("is accepted from a device that is %i ms off, after one refusal at most", async (off) => {
    device(off)
    const { fetch, proofs } = endpoint(stale)
    const client = clientOf(openService(), { fetch })
    const call = { method: "POST", url: `${BASE_URL}/me`, body: { amount: 5 } }
    const answer = await client.fetchWithProof(await session(), call)
    expect([answer.status, await answer.json()]).toEqual([200, { you: '{"amount":5}' }])
    expect(proofs).toHaveLength(Math.abs(off) > LIFETIME ? 2 : 1)
    // The next call begins with the corrected clock.
    await client.fetchWithProof(await session(), call)
    expect(proofs).toHaveLength(Math.abs(off) > LIFETIME ? 3 : 2)
  })

  it.each([
    ["without the server's time", { ...stale, details: { check: "SESSION_PROOF_STALE" } }],
    ["with another body", undefined],
    ["with a time that is none", { ...stale, details: { serverTime: "now" } }]
  ])("is not sent again for ever after a refusal %s", async (_, body) => {
    device(DAY)
    const { fetch, proofs } = endpoint(body)
    const client = clientOf(openService(), { fetch })
    const answer = await client.fetchWithProof(await session(), { method: "GET", url: `${BASE_URL}/me` })
    expect(answer.status).toBe(401)
    expect(proofs.length).toBeLessThanOrEqual(2)
  })
})
