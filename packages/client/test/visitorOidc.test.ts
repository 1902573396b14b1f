import { makeId, oidcNonce } from "@countersign/wire"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createClient, SignInNotPendingError } from "../src/index.ts"
import { stubDatabase } from "./database.ts"
import { BASE_URL, bundleSigner, rejection } from "./service.ts"

const MINUTE = 60_000
const idOf = (prefix: "Customer" | "InternalAccount" | "Session", byte: number) =>
  makeId(prefix, { timestampMs: 1_760_000_000_000, random: new Uint8Array(10).fill(byte) })
const owned = { accountId: idOf("InternalAccount", 1), customerId: idOf("Customer", 1) }
const at = "2025-10-13T08:00:00.000Z"
const session = {
  id: idOf("Session", 2),
  accountId: owned.accountId,
  type: "OAUTH",
  nickname: "ada@example.com",
  createdAt: at,
  updatedAt: at,
  expiresAt: "2999-01-01T00:00:00.000Z"
}

let sent: Array<Record<"oidcToken" | "clientPublicKey", string>>
/** A page of the app, after each load. It has the answers of a server that opens the session, unless it is refused. */
const page = (answer: () => Response = () => Response.json({ ...owned, session })) =>
  createClient({
    baseUrl: BASE_URL,
    bundleSigner,
    fetch: async (url, init) => {
      sent.push(await new Request(url, init).json())
      return answer()
    }
  })

beforeEach(() => {
  sent = []
  stubDatabase()
})
afterEach(() => vi.unstubAllGlobals())

describe("a sign-in by an OpenID issuer (GU4)", () => {
  it("stores its key, so that the page after the redirect opens the session with it", async () => {
    const { nonce, state } = await page().visitors.beginOidc()
    const loaded = page()
    const visitor = await loaded.visitors.signInWithOidc({ state, oidcToken: "a token" })
    expect(sent.map(({ oidcToken }) => oidcToken)).toEqual(["a token"])
    expect(nonce).toBe(oidcNonce(sent[0]?.clientPublicKey ?? ""))
    expect(visitor).toMatchObject({ ...owned, session: { id: session.id } })
    expect(visitor.session?.signer.publicKey).toBe(sent[0]?.clientPublicKey)
    expect((await page().restore(session.id))?.signer.publicKey).toBe(sent[0]?.clientPublicKey)
  })

  it("is completed once, also where the server refuses it, and sends nothing then", async () => {
    const refused = () => Response.json({ status: 401, code: "UNAUTHORIZED", message: "Refused." }, { status: 401 })
    const { visitors } = page(refused)
    const { state } = await visitors.beginOidc()
    await rejection(visitors.signInWithOidc({ state, oidcToken: "a token" }))
    for (const { visitors } of [page(), page()])
      expect(await rejection(visitors.signInWithOidc({ state, oidcToken: "a token" }))).toBeInstanceOf(
        SignInNotPendingError
      )
    expect(sent.length).toBe(1)
  })

  it("is refused by name with a state that another browser began, so that no link signs a visitor in as another", async () => {
    const { state } = await page().visitors.beginOidc()
    stubDatabase()
    for (const each of [state, "", "Session:1"])
      expect(await rejection(page().visitors.signInWithOidc({ state: each, oidcToken: "a token" }))).toBeInstanceOf(
        SignInNotPendingError
      )
    expect(sent).toEqual([])
  })

  it("ends no session whose id is sent as its state", async () => {
    const { state } = await page().visitors.beginOidc()
    await page().visitors.signInWithOidc({ state, oidcToken: "a token" })
    const stolen = page().visitors.signInWithOidc({ state: session.id, oidcToken: "a token" })
    expect(await rejection(stolen)).toBeInstanceOf(SignInNotPendingError)
    expect((await page().restore(session.id))?.id).toBe(session.id)
  })

  it("expires 10 minutes after it began", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    for (const [late, opens] of [
      [-1, true],
      [0, false]
    ] as const) {
      const { state } = await page().visitors.beginOidc()
      vi.setSystemTime(Date.now() + 10 * MINUTE + late)
      const visitor = page().visitors.signInWithOidc({ state, oidcToken: "a token" })
      expect(
        await visitor.then(
          ({ session }) => session?.id,
          (error) => error.name
        )
      ).toBe(opens ? session.id : "SignInNotPendingError")
    }
    vi.useRealTimers()
  })

  it("has no session of a wallet with other credentials, and stores no key", async () => {
    const { rows } = stubDatabase()
    const { visitors } = page(() => Response.json(owned))
    const { state } = await visitors.beginOidc()
    expect(await visitors.signInWithOidc({ state, oidcToken: "a token" })).toEqual({ ...owned, session: undefined })
    expect(rows.size).toBe(0)
  })

  it("is completed by the same page where keys are only in memory", async () => {
    vi.stubGlobal("indexedDB", undefined)
    const { visitors } = page()
    const { state } = await visitors.beginOidc()
    expect((await visitors.signInWithOidc({ state, oidcToken: "a token" })).session?.id).toBe(session.id)
  })
})
