import { describe, expect, it, vi } from "vitest"
import { CountersignError, createClient, generateKeyPair } from "../src/index.ts"
import { BASE_URL, bundleSigner, CODE, clientOf, openService, rejection, SECRET, secretOf } from "./service.ts"

const signedIn = async () => {
  const service = openService()
  const client = clientOf(service)
  const login = () => client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
  return { service, client, login, session: await login() }
}

describe("sessions and credentials", () => {
  it("are listed by account", async () => {
    const { client, login, service, session } = await signedIn()
    const other = await login()
    const listed = await client.sessions.list(service.accountId)
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [session.id, undefined],
      [other.id, undefined]
    ])
    const marked = await client.sessions.list(service.accountId, { current: other })
    expect(marked.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect((await client.credentials.list(service.accountId)).map(({ id }) => id)).toEqual([service.credentialId])
  })

  it("end with the signature of any active session of the account", async () => {
    const { client, login, service, session } = await signedIn()
    const other = await login()
    expect(await client.sessions.revoke(other.id, { signer: session })).toBeUndefined()
    expect([...service.sessions.keys()]).toEqual([session.id])
    await client.sessions.revoke(session.id, { signer: session.signer })
    expect(service.sessions.size).toBe(0)
  })

  it("end together, except the one that signs", async () => {
    const { client, login, service, session } = await signedIn()
    const [other] = [await login(), await login()]
    expect(await client.sessions.revokeOthers(service.accountId, { signer: other })).toBeUndefined()
    expect([...service.sessions.keys()]).toEqual([other.id])
    expect(session.id).not.toBe(other.id)
  })

  it("do not end with the signature of another account's session", async () => {
    const { client, service, session } = await signedIn()
    const error = await rejection(client.sessions.revoke(session.id, { signer: await generateKeyPair() }))
    expect(error).toMatchObject({ status: 401, reason: "Stamp key may not sign this request" })
    expect(service.sessions.size).toBe(1)
  })

  it("are refused with 404 after they have ended", async () => {
    const { client, session } = await signedIn()
    await client.sessions.revoke(session.id, { signer: session })
    const error = await rejection(client.sessions.revoke(session.id, { signer: session }))
    expect(error).toBeInstanceOf(CountersignError)
    expect(error).toHaveProperty("message", "REFERENCE_NOT_FOUND: What to do.")
  })

  it("end at logout, and their key is erased", async () => {
    const { client, service, session } = await signedIn()
    await client.logout(session)
    expect(service.sessions.size).toBe(0)
    expect(secretOf(session).every((byte) => byte === 0)).toBe(true)
    await expect(session.signer.sign("x")).rejects.toThrow("The key of this session was erased")
  })

  it("do not erase the caller's own key pair at logout", async () => {
    const { client, service } = await signedIn()
    const keyPair = await generateKeyPair()
    const session = await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE, keyPair })
    await client.logout(session)
    expect(keyPair.privateKey.every((byte) => byte === 0)).toBe(false)
  })

  it("lose their key also when logout is refused, so that a device never keeps what its owner ended (GD13)", async () => {
    const { client, service, session } = await signedIn()
    service.sessions.clear()
    expect(await rejection(client.logout(session))).toHaveProperty("status", 404)
    expect(secretOf(session).every((byte) => byte === 0)).toBe(true)
  })
})

describe("the address and the headers", () => {
  it.each([BASE_URL, `${BASE_URL}/`, `${BASE_URL}//`])("join the paths to the base address %s", async (baseUrl) => {
    const service = openService()
    const listed = await clientOf(service, { baseUrl }).credentials.list(service.accountId)
    expect(listed).toHaveLength(1)
  })

  it.each(["@elsewhere.test/x", "//elsewhere.test/x", ".elsewhere.test", ":80/x"])(
    "stay on the server's host for the path %s",
    async (path) => {
      const hosts: string[] = []
      const serve: typeof fetch = async (input) => {
        hosts.push(new URL(String(input)).host)
        return new Response(null, { status: 204 })
      }
      const client = clientOf({ fetch: serve }, { baseUrl: "http://service.test" })
      await client.signedRetry({ method: "GET", path, signer: await generateKeyPair(), confirm: () => true })
      expect(hosts).toEqual(["service.test"])
    }
  )

  it("encode any id as one segment", async () => {
    const service = openService()
    await rejection(clientOf(service).sessions.revoke("../x?y#z", { signer: await generateKeyPair() }))
    await rejection(clientOf(service).sessions.list("a&b=c"))
    expect(service.arrivals.map(({ path }) => path)).toEqual([
      "/auth/sessions/..%2Fx%3Fy%23z",
      "/auth/sessions?accountId=a%26b%3Dc"
    ])
  })

  it("are read again before every request", async () => {
    const service = openService()
    let requested = 0
    const headers = async () => {
      requested += 1
      return { authorization: SECRET, "x-count": String(requested) }
    }
    const client = clientOf(service, { headers })
    await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(service.arrivals.map((arrival) => arrival.headers.get("x-count"))).toEqual(["1", "2", "3"])
  })

  it("use the global fetch by default", async () => {
    const service = openService()
    vi.stubGlobal("fetch", service.fetch)
    const client = createClient({ baseUrl: BASE_URL, headers: { authorization: SECRET }, bundleSigner })
    expect(await client.credentials.list(service.accountId)).toHaveLength(1)
    vi.unstubAllGlobals()
  })
})
