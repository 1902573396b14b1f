import { decodeStamp } from "@countersign/wire"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Client, type ClientOptions, type KeyStore, memoryKeyStore, type Notice } from "../src/index.ts"
import { platformKeyStore } from "../src/keys/platformKeyStore.ts"
import { serverClock } from "../src/serverClock.ts"
import { openAccount } from "./account.ts"
import { stubDatabase } from "./database.ts"
import { CODE, clientOf, openService, rejection } from "./service.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const options = (more: Partial<ClientOptions> = {}) => {
  const notices: Notice[] = []
  return { notices, given: { onNotice: (notice: Notice) => notices.push(notice), ...more } }
}

const viaOauth = (service: ReturnType<typeof openAccount>, given: Partial<ClientOptions> = {}) => {
  const client = clientOf(service, given)
  const token = (nonce: string) => `token for ${nonce}`
  return { client, login: () => client.oauth.login({ credentialId: service.credentialId, token }) }
}

const keyOf = (row: unknown): CryptoKey => {
  const key: unknown = Reflect.get(Object(row), "key")
  if (key instanceof CryptoKey) return key
  throw new Error("The CryptoKey was not stored")
}

describe("in a browser, the key of a session", () => {
  it("is non-extractable and signs what the server accepts, whether imported or generated", async () => {
    const database = stubDatabase()
    const { given, notices } = options()
    const account = openAccount()
    const oauth = viaOauth(account, given)
    const sealed = await oauth.login()
    const next = await oauth.client.refresh(sealed)
    expect(account.stampedBy).toEqual([account.sessionKey])

    const service = openService()
    const client = clientOf(service, given)
    // Its expiry has passed; expired sessions are deleted when the next session is stored.
    vi.useFakeTimers({ now: Date.parse("2025-10-13T08:30:00.000Z"), toFake: ["Date"] })
    const made = await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(service.sessions.get(made.id)?.key).toBe(made.signer.publicKey)
    for (const id of [next.id, made.id]) {
      const key = keyOf(database.rows.get(id))
      expect([key.extractable, key.type, key.usages]).toEqual([false, "private", ["sign"]])
      await expect(crypto.subtle.exportKey("pkcs8", key)).rejects.toThrow("key is not extractable")
    }
    await client.logout(made)
    expect(database.rows.has(made.id)).toBe(false)
    expect(await rejection(made.signer.sign("x"))).toBeInstanceOf(TypeError)
    expect(notices).toEqual([])
  })

  it("is restored after a reload and signs, unless the session is expired, malformed or unknown", async () => {
    const database = stubDatabase()
    const service = openAccount()
    const session = await viaOauth(service).login()
    const reloaded = clientOf(service)
    const restored = await reloaded.restore(session.id)
    expect({ ...restored, signer: restored?.signer.publicKey }).toEqual({
      ...session,
      signer: session.signer.publicKey
    })
    await reloaded.revokeCredential(service.credentialId, { signer: restored ?? session })
    expect(service.stampedBy).toEqual([service.sessionKey])

    expect(await reloaded.restore("Session:unknown")).toBeUndefined()
    database.rows.set("odd", { session: { id: "odd" }, key: "no key" })
    expect(await reloaded.restore("odd")).toBeUndefined()
    vi.useFakeTimers({ now: Date.parse("2999-01-01T00:00:00.000Z"), toFake: ["Date"] })
    expect(await reloaded.restore(session.id)).toBeUndefined()
    expect(database.rows.has(session.id)).toBe(false)
  })

  it("leaves the store when a refresh has stored the next one, and still signs for calls under way", async () => {
    const database = stubDatabase()
    const service = openAccount()
    const { client, login } = viaOauth(service)
    const session = await login()
    const offline = clientOf(service, { fetch: () => Promise.reject(new TypeError("offline")) })
    await rejection(offline.refresh(session))
    expect([...database.rows.keys()]).toEqual([session.id])

    const next = await client.refresh(session)
    expect([...database.rows.keys()]).toEqual([next.id])
    expect(await clientOf(service).restore(session.id)).toBeUndefined()
    expect(decodeStamp(await session.signer.sign("x")).publicKey).toBe(session.signer.publicKey)
  })

  it("is deleted after its session expired without a logout", async () => {
    const database = stubDatabase()
    const service = openAccount()
    const { login } = viaOauth(service)
    const session = await login()
    vi.useFakeTimers({ now: Date.parse("2999-01-01T00:00:00.000Z"), toFake: ["Date"] })
    const next = await login()
    expect(database.rows.has(session.id)).toBe(false)
    expect(database.rows.has(next.id)).toBe(true)
  })

  it("signs from memory and reports a notice when the database fails", async () => {
    const database = stubDatabase()
    database.refuse = new Error("quota")
    const { given, notices } = options()
    const service = openAccount()
    const { client, login } = viaOauth(service, given)
    await client.refresh(await login())
    expect(service.stampedBy).toEqual([service.sessionKey])
    expect(notices[0]).toEqual({ kind: "key-in-memory", reason: "IndexedDB rejected it: Error: quota" })
  })
})

describe("where IndexedDB cannot be opened (GD13)", () => {
  it("a session is in memory: it is restored within the page, and ends with logout", async () => {
    const database = stubDatabase()
    database.isShut = true
    const { given, notices } = options()
    const { client, login } = viaOauth(openAccount(), given)
    const session = await login()
    expect(notices.map(({ kind }) => kind)).toEqual(["key-in-memory"])
    expect(await client.restore(session.id)).toEqual(session)
    await client.logout(session)
    expect(await client.restore(session.id)).toBeUndefined()
  })

  it("logout ends a session that was stored before, and erases its key in this page", async () => {
    const database = stubDatabase()
    const { client, login } = viaOauth(openAccount(), options().given)
    const session = await login()
    database.isShut = true
    await client.logout(session)
    await expect(session.signer.sign("x")).rejects.toThrow("The key of this session was erased")
    expect(await client.restore(session.id)).toBeUndefined()
  })
})

describe("elsewhere, the key of a session", () => {
  it("is in memory without IndexedDB, and a notice reports it", async () => {
    const { given, notices } = options()
    const service = openService()
    const login = (client: Client) => client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    const client = clientOf(service, given)
    const session = await login(client)
    expect(notices).toEqual([{ kind: "key-in-memory", reason: "IndexedDB is not available" }])
    expect(await client.restore(session.id)).toBeUndefined()
    await client.logout(session)
    expect(await login(clientOf(service))).toHaveProperty("id")
  })

  it("is in memory without crypto.subtle, as on a page from plain http", async () => {
    const database = stubDatabase()
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const notices: Notice[] = []
    const store = platformKeyStore((notice) => notices.push(notice), serverClock())
    const key = await store.create()
    expect(decodeStamp(await key.sign("x")).publicKey).toBe(key.publicKey)
    expect(notices).toEqual([{ kind: "key-in-memory", reason: "crypto.subtle is not available" }])
    expect(await store.recall("Session:unknown")).toBeUndefined()
    expect(database.rows.size).toBe(0)
  })

  it("is in the given store", async () => {
    const memory = memoryKeyStore()
    const requested: string[] = []
    const keyStore: KeyStore = {
      create: () => memory.create(),
      importKey: (privateKey) => memory.importKey(privateKey),
      save: async ({ id }) => void requested.push(`keep ${id}`),
      recall: async (id) => void requested.push(`recall ${id}`),
      drop: async (id) => void requested.push(`drop ${id}`)
    }
    const { given, notices } = options({ keyStore })
    const { client, login } = viaOauth(openAccount(), given)
    const session = await login()
    await client.restore(session.id)
    await client.logout(session)
    expect(requested).toEqual(["keep", "recall", "drop"].map((what) => `${what} ${session.id}`))
    expect(notices).toEqual([])
  })
})
