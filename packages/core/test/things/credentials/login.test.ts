import {
  answerTo,
  callers,
  keyPair,
  makeWorld,
  pendingLogin,
  retryHeaders,
  sealed,
  session
} from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

describe("a login by EMAIL_OTP", () => {
  it("starts with a customer whose wallet has one credential, named after the address", async () => {
    const { accountId, credentialId, customerId } = await world.customer(callers.a, "Grace@Example.com")
    const { body } = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
    expect(body.data).toEqual([
      {
        id: credentialId,
        accountId,
        type: "EMAIL_OTP",
        nickname: "Grace@example.com",
        createdAt: "2026-03-01T12:00:00.000Z",
        updatedAt: "2026-03-01T12:00:00.000Z"
      }
    ])
    const customer = await world.call(callers.a, "GET", `/customers/${customerId}`)
    expect(customer.body).toMatchObject({ id: customerId, kycStatus: "APPROVED", email: "Grace@example.com" })
  })

  it("answers the challenge with a bundle, the first call with a payload, and the retry with a session without a key", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { challenge, first, keys } = await pendingLogin(world, callers.a, credentialId)
    expect(first.status).toBe(202)
    expect(Object.keys(challenge).sort()).toEqual(["expiresAt", "payloadToSign", "requestId", "type"])
    expect(challenge).toMatchObject({ type: "EMAIL_OTP", expiresAt: "2026-03-01T12:05:00.000Z" })
    const payload = JSON.parse(challenge.payloadToSign)
    expect(payload).toMatchObject({ type: "ACTIVITY_TYPE_OTP_LOGIN_V2", organizationId: accountId })
    expect(payload.parameters.publicKey).toBe(keys.publicKey)
    expect(payload.parameters.verificationToken.split(".")).toHaveLength(3)

    const { done } = await session(world, callers.a, credentialId)
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ accountId, type: "EMAIL_OTP", expiresAt: "2026-03-01T12:15:00.000Z" })
    expect(Object.keys(done.body)).not.toContain("encryptedSessionSigningKey")
  })

  it("R11: the payload names every part of the call that the retry must repeat", async () => {
    const { credentialId } = await world.customer(callers.a)
    const { challenge } = await pendingLogin(world, callers.a, credentialId)
    expect(JSON.parse(challenge.payloadToSign).parameters.context).toEqual({
      bodyDigest: expect.stringMatching(/^[0-9a-f]{64}$/u),
      expiresAt: String(Date.parse(challenge.expiresAt)),
      method: "POST",
      mode: "sandbox",
      operation: "VerifyCredential",
      path: `/auth/credentials/${credentialId}/verify`,
      platformId: "alpha",
      requestId: challenge.requestId
    })
  })

  it("lists the session, lets it end itself, and then no longer lists it", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${opened.id}`
    expect((await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data).toEqual([
      { ...opened, lastUsedAt: opened.createdAt }
    ])
    const first = await world.call(callers.a, "DELETE", path)
    expect(first.status).toBe(202)
    const second = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(first.body, keys) })
    expect([second.status, second.body]).toEqual([204, undefined])
    expect((await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data).toEqual([])
    expect((await world.call(callers.a, "DELETE", path)).body.code).toBe("REFERENCE_NOT_FOUND")
  })

  it("lets another session of the account end it, and no session of another account (I3, R5, K8)", async () => {
    const ada = await world.customer(callers.a)
    const bob = await world.customer(callers.a, "bob@example.com")
    const shared = keyPair()
    const first = await session(world, callers.a, ada.credentialId)
    const second = await session(world, callers.a, ada.credentialId, shared)
    const strangers = await session(world, callers.a, bob.credentialId)
    // K8: bob has a session under the same key as ada's second one, and it must not count as hers.
    await session(world, callers.a, bob.credentialId, shared)
    const path = `/auth/sessions/${first.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const foreign = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, strangers.keys) })
    expect([foreign.status, foreign.body.reason]).toEqual([401, "Stamp key may not sign this request"])
    const own = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, second.keys) })
    expect(own.status).toBe(204)
  })

  it("K8: a hundred sessions of another customer under the same key do not evict the owner's session", async () => {
    const ada = await world.customer(callers.a)
    const bob = await world.customer(callers.a, "bob@example.com")
    const shared = keyPair()
    const hers = await session(world, callers.a, ada.credentialId, shared)
    for (let time = 0; time < 110; time += 1) await session(world, callers.a, bob.credentialId, shared)
    const path = `/auth/sessions/${hers.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    expect((await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, shared) })).status).toBe(204)
  })

  it("accepts the sandbox's legacy magic value as a session's stamp, and as the stamp of a login key (FC10)", async () => {
    const { credentialId } = await world.customer(callers.a)
    const opened = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${opened.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const word = { "request-id": leg.body.requestId, "service-wallet-signature": "sandbox-valid-signature" }
    expect((await world.call(callers.a, "DELETE", path, { headers: word })).status).toBe(204)
    const login = await pendingLogin(world, callers.a, credentialId)
    const answer = await world.call(callers.a, "POST", login.path, {
      body: login.body,
      headers: { ...word, "request-id": login.challenge.requestId }
    })
    expect(answer.status).toBe(200)
  })
})

describe("a login in production", () => {
  beforeEach(() => void world.letters.splice(0))

  it("mails a code, and the mailed code opens a session", async () => {
    const { accountId, credentialId } = await world.customer(callers.live, "live@example.com")
    const keys = keyPair()
    const { bundle } = await answerTo(world, callers.live, credentialId, "unused", keys)
    await expect.poll(() => world.letters.length).toBe(1)
    const [letter] = world.letters
    expect(letter).toMatchObject({ to: "live@example.com", code: expect.stringMatching(/^[0-9]{6}$/u) })
    const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, letter!.code, keys.publicKey) }
    const path = `/auth/credentials/${credentialId}/verify`
    const first = await world.call(callers.live, "POST", path, { body })
    expect(first.status).toBe(202)
    const done = await world.call(callers.live, "POST", path, { body, headers: retryHeaders(first.body, keys) })
    expect(done.body).toMatchObject({ accountId, type: "EMAIL_OTP" })
  })

  it("I14 B1: accepts no magic code and no legacy magic value", async () => {
    const { credentialId } = await world.customer(callers.live, "magic@example.com")
    const keys = keyPair()
    const { bundle, body } = await answerTo(world, callers.live, credentialId, "000000", keys)
    const path = `/auth/credentials/${credentialId}/verify`
    const guess = await world.call(callers.live, "POST", path, { body })
    await expect.poll(() => world.letters.some(({ to }) => to === "magic@example.com")).toBe(true)
    const code = world.letters.find(({ to }) => to === "magic@example.com")?.code
    // With a probability of one in a million the mailed code is 000000, and then it is right (B4).
    expect(guess.body.reason).toBe(code === "000000" ? undefined : "Invalid OTP code")
    const right = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, code!, keys.publicKey) }
    const first = await world.call(callers.live, "POST", path, { body: right })
    const done = await world.call(callers.live, "POST", path, { body: right, headers: retryHeaders(first.body, keys) })
    const revoke = `/auth/sessions/${done.body.id}`
    const leg = await world.call(callers.live, "DELETE", revoke)
    const word = { "request-id": leg.body.requestId, "service-wallet-signature": "sandbox-valid-signature" }
    const refused = await world.call(callers.live, "DELETE", revoke, { headers: word })
    const junk = await world.call(callers.live, "DELETE", revoke, {
      headers: { ...word, "service-wallet-signature": "x" }
    })
    expect(refused.body).toEqual(junk.body)
    expect([refused.status, refused.body.reason]).toEqual([401, "Malformed stamp"])
  })

  it("does not approve a customer automatically", async () => {
    const created = await world.call(callers.live, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    expect(created.body).toMatchObject({ kycStatus: "UNVERIFIED" })
  })
})
