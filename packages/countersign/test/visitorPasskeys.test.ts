import { addPasskey, clientKey, openedKey, RP } from "@countersign/harness/fixtures"
import { type Authenticator, makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { type Answer, callers, keyPair, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { countedStore } from "./counted.ts"
import { hosted, refusalOf } from "./visitors.ts"

const MINUTE = 60_000

/** A service with one user, who has signed up by e-mail and added a passkey. */
const withPasskey = async (afterPasskey?: Parameters<typeof hosted>[2], more: Parameters<typeof hosted>[0] = {}) => {
  const service = hosted(more, {}, afterPasskey)
  const { call, prove, world } = service
  const { body: user } = await prove("ada@example.com", keyPair())
  const credentials = await call(`/auth/credentials?accountId=${user.accountId}`, undefined, {
    cookie: `user=${user.customerId}`
  })
  const { keys } = await session(world, callers.a, credentials.body.data[0].id)
  const { authenticator, credentialId } = await addPasskey(world, callers.a, user.accountId, keys)
  const begin = async (client = clientKey()) => ({
    client,
    started: await call("/auth/sign-ins/passkey", { clientPublicKey: client.hex })
  })
  const answer = (started: Answer, clientPublicKey: string, by: Authenticator = authenticator, headers = {}) =>
    call(
      "/auth/sign-ins/passkey/verify",
      { clientPublicKey, assertion: by.assert({ challenge: started.body.challenge }) },
      { "request-id": started.body.requestId, ...headers }
    )
  return { ...service, user, authenticator, credentialId, begin, answer }
}

const shared = await withPasskey()
afterAll(() => shared.close())

describe("a visitor with a passkey (GU4, US5)", () => {
  it("names no wallet, and gets the cookie of the host with the session of the passkey's wallet", async () => {
    const { answer, asked, begin, call, credentialId, user } = shared
    const { client, started } = await begin()
    expect([started.status, Object.keys(started.body)]).toEqual([200, ["requestId", "challenge", "expiresAt"]])
    const signedIn = await answer(started, client.hex)
    const { accountId, customerId, type } = signedIn.body
    expect([signedIn.status, customerId, accountId, type]).toEqual([200, user.customerId, user.accountId, "PASSKEY"])
    expect(signedIn.headers.getSetCookie()).toEqual([`user=${user.customerId}; HttpOnly`])
    expect([signedIn.headers.get("cache-control"), asked.at(-1)]).toEqual(["no-store", user.accountId])
    await openedKey(signedIn, client)
    const receipts = await call(`/receipts?accountId=${accountId}`, undefined, { cookie: `user=${customerId}` })
    const receipt = receipts.body.data.at(-1)
    expect([receipt.operation, receipt.credentialId, receipt.proof.type]).toEqual([
      "LoginWithPasskey",
      credentialId,
      "ASSERTION"
    ])
  })

  it("uses a challenge once, also in two calls at once", async () => {
    const { answer, begin } = shared
    const { client, started } = await begin()
    const answers = await Promise.all([answer(started, client.hex), answer(started, client.hex)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(refusalOf(await answer(started, client.hex))).toEqual([401, "UNAUTHORIZED", "Request id already used"])
  })

  it("P6: opens no session for another client key than that of the challenge", async () => {
    const { answer, begin } = shared
    const { started } = await begin()
    expect(refusalOf(await answer(started, clientKey().hex))).toEqual([401, "UNAUTHORIZED", "Retry body differs"])
  })

  it("opens a session until the last millisecond of the challenge, and none from then on", async () => {
    for (const [late, status] of [
      [-1, 200],
      [0, 401]
    ] as const) {
      const { answer, begin, close, world } = await withPasskey()
      const { client, started } = await begin()
      world.pass(5 * MINUTE + late)
      expect((await answer(started, client.hex)).status).toBe(status)
      await close()
    }
  })

  it("is refused with a passkey that no wallet has, with a challenge of another call, and without one", async () => {
    const { answer, authenticator, begin, call, credentialId, world } = shared
    const { client, started } = await begin()
    expect(refusalOf(await answer(started, client.hex, makeAuthenticator(RP)))).toEqual([
      404,
      "REFERENCE_NOT_FOUND",
      undefined
    ])
    // A challenge for one credential does not sign a visitor in, and that of a visitor is none for a credential.
    const own = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`, {
      body: { clientPublicKey: client.hex }
    })
    expect((await answer(own, client.hex)).status).toBe(401)
    const verified = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, {
      body: { type: "PASSKEY", assertion: authenticator.assert({ challenge: started.body.challenge }) },
      headers: { "request-id": String(started.body.requestId) }
    })
    expect(verified.status).toBe(401)
    const assertion = authenticator.assert({ challenge: started.body.challenge })
    const bare = await call("/auth/sign-ins/passkey/verify", { clientPublicKey: client.hex, assertion })
    expect(bare.status).toBe(401)
  })

  it.each([
    ["has no user for the wallet", async () => undefined, 403],
    ["returns another wallet", async () => ({ customerId: "Customer:1", accountId: "InternalAccount:1" }), 500],
    ["fails", () => Promise.reject(new Error("no database")), 500]
  ])("gets neither a cookie nor a session where the host %s (I16)", async (_, afterPasskey, status) => {
    const { answer, begin, close } = await withPasskey(afterPasskey)
    const { client, started } = await begin()
    const refused = await answer(started, client.hex)
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([status, []])
    expect(JSON.stringify(refused.body)).not.toContain("encryptedSessionSigningKey")
    await close()
  })

  it("opens the session in two loads and a commit", async () => {
    const { store, take } = countedStore()
    const { answer, begin, close } = await withPasskey(undefined, { store })
    const { client, started } = await begin()
    take()
    expect([(await answer(started, client.hex)).status, take()]).toEqual([200, ["load", "load", "commit"]])
    await close()
  })

  it("stores nothing when it starts", async () => {
    const { store, take } = countedStore()
    const { call, close } = hosted({ store })
    take()
    const started = await call("/auth/sign-ins/passkey", { clientPublicKey: clientKey().hex })
    expect([started.status, take().filter((trip) => trip !== "load")]).toEqual([200, []])
    await close()
  })
})
