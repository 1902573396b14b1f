import {
  addOauth,
  addPasskey,
  clientKey,
  oauthSession,
  oauthVerify,
  oidcToken,
  openedKey,
  passkeyAddition,
  passkeySession,
  pendingAssertion,
  proveEmail,
  RP,
  registrationChallenge,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { type Answer, callers, keyPair, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { encodeHex } from "@countersign/wire"
import { ApiKeyStamper } from "@turnkey/api-key-stamper"
import { decryptCredentialBundle, decryptExportBundle } from "@turnkey/crypto"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const wallet = async () => {
  const customer = await world.customer(callers.a, `c${keyPair().publicKey.slice(-12)}@example.com`)
  const { keys, session: opened } = await session(world, callers.a, customer.credentialId)
  return { ...customer, keys, session: opened }
}
const reasonOf = ({ body, status }: Answer) => [status, body?.code, body?.reason]
const unauthorized = (reason: string) => [401, "UNAUTHORIZED", reason]
const list = async (what: "credentials" | "sessions", accountId: string) =>
  (await world.call(callers.a, "GET", `/auth/${what}?accountId=${accountId}`)).body.data
const remove = (path: string, keys: ReturnType<typeof keyPair>) =>
  signed(world, callers.a, keys, { method: "DELETE", path })

describe("an OAUTH credential", () => {
  it("is added by signed retry, named after the email claim, and opens a session in one call, its key sealed once", async () => {
    const { accountId, keys } = await wallet()
    const { added, credentialId } = await addOauth(world, callers.a, accountId, keys, "ada")
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: credentialId,
      accountId,
      type: "OAUTH",
      nickname: "ada@example.com",
      createdAt: expect.any(String),
      updatedAt: expect.any(String)
    })
    const opened = await oauthSession(world, callers.a, credentialId, "ada")
    expect(opened.answer.status).toBe(200)
    // I7, K12: delivered once, and never listed.
    expect((await list("sessions", accountId)).every((each: object) => !("encryptedSessionSigningKey" in each))).toBe(
      true
    )
    expect((await remove(`/auth/sessions/${opened.session.id}`, opened.keys)).status).toBe(204)
  })

  it("J12: is named after the subject without an email claim", async () => {
    const { accountId, keys } = await wallet()
    const body = { type: "OAUTH", accountId, oidcToken: oidcToken(world, { sub: "nameless" }) }
    const added = await signed(world, callers.a, keys, { method: "POST", path: "/auth/credentials", body })
    expect([added.status, added.body.nickname]).toEqual([201, "nameless"])
  })

  it("A11: has no challenge", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    expect(reasonOf(await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`))).toEqual([
      400,
      "INVALID_INPUT",
      "OAUTH has no challenge"
    ])
  })

  it.each([
    [0, 200],
    [59_999, 200],
    [65_999, 200],
    [66_000, 401]
  ])("J8 GD7 GC6: with a token issued %d ms ago is answered %d (FC9)", async (age, status) => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    const iat = (world.at() - age) / 1000
    const answer = await oauthVerify(world, callers.a, credentialId, clientKey(), { iat })
    expect(answer.status).toBe(status)
    if (status === 401) expect(reasonOf(answer)).toEqual(unauthorized("OIDC token refused: issued at"))
  })

  it.each([
    ["5 s in the future", { ahead: 5 }, 200],
    ["6 s in the future", { ahead: 6 }, 401]
  ])("J8: with a token issued %s is answered within the clock tolerance", async (_, { ahead }, status) => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    const answer = await oauthVerify(world, callers.a, credentialId, clientKey(), { iat: world.at() / 1000 + ahead })
    expect(answer.status).toBe(status)
  })

  it.each([
    ["J8: an expired token", () => ({ exp: world.at() / 1000 }), "OIDC token refused: expiry"],
    ["J10: a nonce over another encoding of the key", () => ({ nonce: "0".repeat(64) }), "OIDC token refused: nonce"],
    ["J10: a token without a nonce", () => ({ nonce: undefined }), "OIDC token refused: nonce"],
    ["J6: a token of another subject", () => ({ sub: "other" }), "OIDC token refused: identity"],
    ["J6: a token for another audience", () => ({ aud: "other-app" }), "OIDC token refused: identity"],
    [
      "J6: a token of another configured issuer",
      () => ({ iss: "https://appleid.apple.com" }),
      "OIDC token refused: identity"
    ],
    [
      "J4: a token of an unconfigured issuer",
      () => ({ iss: "https://accounts.google.com/" }),
      "OIDC token refused: issuer"
    ],
    ["J7: a token for two audiences", () => ({ aud: ["app", "b"] }), "OIDC token refused: audience"],
    ["J8: a token with a string as iat", () => ({ iat: String(world.at() / 1000) }), "OIDC token refused: claims"]
  ])("%s is refused by name", async (_, claims, reason) => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    expect(reasonOf(await oauthVerify(world, callers.a, credentialId, clientKey(), claims()))).toEqual(
      unauthorized(reason)
    )
  })

  it("J2 B5: answers a missing token with 400, and the former magic value too", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    for (const token of ["sandbox-valid-oidc-token", "a.b", "a.b.c.d", "!!.!!.x", `${oidcToken(world)}.x`]) {
      const body = { type: "OAUTH", oidcToken: token, clientPublicKey: clientKey().hex }
      const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
      expect([token, ...reasonOf(answer)]).toEqual([token, 400, "INVALID_INPUT", "Malformed OIDC token"])
    }
  })

  it("J9: rejects a used token, under the same key and another", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    const client = clientKey()
    const { oidcNonce } = await import("@countersign/wire")
    const body = {
      type: "OAUTH",
      oidcToken: oidcToken(world, { nonce: oidcNonce(client.hex) }),
      clientPublicKey: client.hex
    }
    const verify = (sent: object) =>
      world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body: sent })
    expect((await verify(body)).status).toBe(200)
    expect(reasonOf(await verify(body))).toEqual(unauthorized("OIDC token refused: replay"))
    expect(reasonOf(await verify({ ...body, clientPublicKey: clientKey().hex }))).toEqual(
      unauthorized("OIDC token refused: nonce")
    )
  })

  it("J13 I6: is registered once per account, also by 16 concurrent calls, and may be registered on another account", async () => {
    const one = await wallet()
    const other = await wallet()
    const adds = await Promise.all(
      Array.from({ length: 16 }, () => addOauth(world, callers.a, one.accountId, one.keys, "twin"))
    )
    expect(adds.filter(({ added }) => added.status === 201)).toHaveLength(1)
    expect(adds.filter(({ added }) => added.body.reason === "OAUTH credential exists")).toHaveLength(15)
    expect((await addOauth(world, callers.a, other.accountId, other.keys, "twin")).added.status).toBe(201)
  })

  it("A18: ignores the retry headers on verify", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    const client = clientKey()
    const { oidcNonce } = await import("@countersign/wire")
    const body = {
      type: "OAUTH",
      oidcToken: oidcToken(world, { nonce: oidcNonce(client.hex) }),
      clientPublicKey: client.hex
    }
    const headers = { "service-wallet-signature": "x", "request-id": "Request:01890000-0000-7000-8000-000000000000" }
    expect(
      (await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body, headers })).status
    ).toBe(200)
  })
})

describe("a PASSKEY credential", () => {
  it("is added by signed retry, listed with its WebAuthn id, and signs in with its Request-Id alone", async () => {
    const { accountId, keys } = await wallet()
    const { added, authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      type: "PASSKEY",
      nickname: "My phone",
      credentialId: authenticator.credentialId
    })
    const { challenge, client, verify } = await pendingAssertion(world, callers.a, credentialId, authenticator)
    expect(challenge.body).toMatchObject({ type: "PASSKEY", credentialId: authenticator.credentialId })
    expect(challenge.body.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/u)
    const answer = await verify()
    expect(answer.status).toBe(200)
    const sessionKeys = await openedKey(answer, client)
    expect((await remove(`/auth/sessions/${answer.body.id}`, sessionKeys)).status).toBe(204)
    expect((await passkeySession(world, callers.a, credentialId, authenticator)).answer.status).toBe(200)
  })

  it("P6: accepts the challenge in both encodings, and no other challenge", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const spelled = async (spell: (challenge: string) => string) => {
      const client = clientKey()
      const path = `/auth/credentials/${credentialId}`
      const { body } = await world.call(callers.a, "POST", `${path}/challenge`, {
        body: { clientPublicKey: client.hex }
      })
      const assertion = authenticator.assert({ challenge: spell(body.challenge) })
      return world.call(callers.a, "POST", `${path}/verify`, {
        body: { type: "PASSKEY", assertion },
        headers: { "request-id": body.requestId }
      })
    }
    expect((await spelled((challenge) => challenge)).status).toBe(200)
    expect((await spelled((challenge) => Buffer.from(challenge).toString("base64url"))).status).toBe(200)
    for (const spell of [(c: string) => `${c}=`, (c: string) => c.toLowerCase(), () => registrationChallenge()]) {
      expect(reasonOf(await spelled(spell))).toEqual(unauthorized("Passkey refused: challenge"))
    }
  })

  it("P6: accepts a challenge once, for its own credential, within 300 s", async () => {
    const { accountId, keys } = await wallet()
    const one = await addPasskey(world, callers.a, accountId, keys)
    const two = await addPasskey(world, callers.a, accountId, keys)
    const pending = await pendingAssertion(world, callers.a, one.credentialId, one.authenticator)
    const elsewhere = await world.call(callers.a, "POST", `/auth/credentials/${two.credentialId}/verify`, pending)
    expect(reasonOf(elsewhere)).toEqual(unauthorized("Request id belongs to another call"))
    expect((await pending.verify()).status).toBe(200)
    expect(reasonOf(await pending.verify())).toEqual(unauthorized("Request id already used"))
    const late = await pendingAssertion(world, callers.a, one.credentialId, one.authenticator)
    world.pass(300_000)
    expect(reasonOf(await late.verify())).toEqual(unauthorized("Request id expired"))
    const inTime = await pendingAssertion(world, callers.a, one.credentialId, one.authenticator)
    world.pass(299_999)
    expect((await inTime.verify()).status).toBe(200)
  })

  it("P7: refuses a client key on verify, and uses the key of the challenge", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const { body, headers, path, verify } = await pendingAssertion(world, callers.a, credentialId, authenticator)
    const answer = await world.call(callers.a, "POST", path, {
      body: { ...body, clientPublicKey: clientKey().hex },
      headers
    })
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"])
    expect((await verify()).status).toBe(200)
  })

  it("A17 A18: requires a Request-Id, and ignores a stamp", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const { body, headers, path } = await pendingAssertion(world, callers.a, credentialId, authenticator)
    expect(reasonOf(await world.call(callers.a, "POST", path, { body }))).toEqual(
      unauthorized("Request-Id header missing")
    )
    const both = { ...headers, "service-wallet-signature": "anything" }
    expect((await world.call(callers.a, "POST", path, { body, headers: both })).status).toBe(200)
  })

  it.each([
    ["counts 5, 6, 6", [5, 6, 6], [200, 200, 401]],
    ["counts 5, 4", [5, 4], [200, 401]],
    ["counts 0, 0", [0, 0], [200, 200]],
    ["counts 7, 0", [7, 0], [200, 401]],
    ["counts 3, 9, 8", [3, 9, 8], [200, 200, 401]]
  ])("P5: whose authenticator %s is answered as stated", async (_, counters, statuses) => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys, { counter: 0 })
    const answers: Array<Answer> = []
    for (const counter of counters) {
      answers.push(await (await pendingAssertion(world, callers.a, credentialId, authenticator, { counter })).verify())
    }
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    for (const answer of answers.filter(({ status }) => status === 401)) {
      expect(reasonOf(answer)).toEqual(unauthorized("Passkey refused: counter"))
    }
  })

  it("P8 P1 P3 P4: refuses another origin, relying party and flags, each by name", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const attempts: ReadonlyArray<readonly [string, Parameters<typeof pendingAssertion>[4]]> = [
      ["origin", { origin: "https://app.example.com:444" }],
      ["origin", { origin: "https://evil.example" }],
      ["relying party", { rpId: "example.com" }],
      ["user presence", { flags: { up: false } }],
      ["backup flags", { flags: { be: true } }],
      ["type", { type: "webauthn.create" }],
      ["cross-origin", { crossOrigin: true }],
      ["signature", { signature: (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) }]
    ]
    for (const [check, more] of attempts) {
      const { verify } = await pendingAssertion(world, callers.a, credentialId, authenticator, more)
      expect([check, ...reasonOf(await verify())]).toEqual([check, ...unauthorized(`Passkey refused: ${check}`)])
    }
    expect((await passkeySession(world, callers.a, credentialId, authenticator)).answer.status).toBe(200)
  })

  it("P10 I6: is registered once per environment, also by 16 concurrent calls, on any account", async () => {
    const one = await wallet()
    const other = await wallet()
    const authenticator = makeAuthenticator(RP)
    const add = ({ accountId, keys }: typeof one) =>
      signed(world, callers.a, keys, {
        method: "POST",
        path: "/auth/credentials",
        body: passkeyAddition(accountId, authenticator)
      })
    const adds = await Promise.all(Array.from({ length: 16 }, (_, at) => add(at % 2 === 0 ? one : other)))
    expect(adds.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      new Set(adds.filter(({ status }) => status !== 201).map(({ body, status }) => `${status} ${body.code}`))
    ).toEqual(new Set(["400 PASSKEY_CREDENTIAL_ALREADY_EXISTS"]))
  })

  it("P15: a registration challenge registers one passkey, and no second one", async () => {
    const { accountId, keys } = await wallet()
    const challenge = registrationChallenge()
    const add = () =>
      signed(world, callers.a, keys, {
        method: "POST",
        path: "/auth/credentials",
        body: passkeyAddition(accountId, makeAuthenticator(RP), challenge)
      })
    expect((await add()).status).toBe(201)
    expect(reasonOf(await add())).toEqual(unauthorized("Passkey refused: challenge"))
  })

  it("P17: stores a trimmed nickname as it was given, and refuses what no reader sees", async () => {
    const { accountId, keys } = await wallet()
    const add = (nickname: string) =>
      signed(world, callers.a, keys, {
        method: "POST",
        path: "/auth/credentials",
        body: passkeyAddition(accountId, makeAuthenticator(RP), registrationChallenge(), nickname)
      })
    expect((await add("  Zoë's (old) phone_2.0  ")).body.nickname).toBe("Zoë's (old) phone_2.0")
    expect((await add("<b>x</b>")).body.nickname).toBe("<b>x</b>")
    for (const nickname of ["", "   ", "a\nb", "a\u200Bb", "a".repeat(65), "😀"])
      expect((await add(nickname)).status).toBe(400)
  })

  it("A11: requires the client key in a challenge, and names the field", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addPasskey(world, callers.a, accountId, keys)
    for (const body of [
      undefined,
      {},
      { clientPublicKey: "04" },
      { clientPublicKey: `04${"0".repeat(128)}` },
      { clientPublicKey: 7 }
    ]) {
      const answer = await world.call(
        callers.a,
        "POST",
        `/auth/credentials/${credentialId}/challenge`,
        body === undefined ? {} : { body }
      )
      expect(reasonOf(answer)).toEqual([400, "INVALID_INPUT", "clientPublicKey required"])
    }
  })

  it("B1: in the sandbox the magic value skips the ceremony, and not the request id or its expiry", async () => {
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const legacy = async () => {
      const pending = await pendingAssertion(world, callers.a, credentialId, authenticator)
      const assertion = { ...pending.body.assertion, signature: "sandbox-valid-passkey-signature" }
      const send = () =>
        world.call(callers.a, "POST", pending.path, { body: { type: "PASSKEY", assertion }, headers: pending.headers })
      return { send }
    }
    const one = await legacy()
    expect((await one.send()).status).toBe(200)
    expect(reasonOf(await one.send())).toEqual(unauthorized("Request id already used"))
    const late = await legacy()
    world.pass(300_000)
    expect(reasonOf(await late.send())).toEqual(unauthorized("Request id expired"))
  })
})

describe("an EMAIL_OTP credential", () => {
  it("can be added again after its removal, with a code on the signed retry, and only once (O16)", async () => {
    const { accountId, credentialId, keys } = await wallet()
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const body = { type: "EMAIL_OTP", accountId }
    const exists = await world.call(callers.a, "POST", "/auth/credentials", { body })
    expect(reasonOf(exists)).toEqual([400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS", "EMAIL_OTP credential exists"])
    const other = await oauthSession(world, callers.a, oauth.credentialId)
    expect((await remove(`/auth/credentials/${credentialId}`, other.keys)).status).toBe(204)
    const added = await signed(world, callers.a, other.keys, { method: "POST", path: "/auth/credentials", body })
    expect([added.status, typeof added.body.otpEncryptionTargetBundle]).toEqual([201, "string"])
    expect((await session(world, callers.a, added.body.id)).done.status).toBe(200)
  })

  it("A1: uses the address of the customer, who must have one", async () => {
    const customer = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    const accounts = await world.call(
      callers.a,
      "GET",
      `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`
    )
    const accountId = accounts.body.data[0].id
    expect(await list("credentials", accountId)).toEqual([])
    const body = { type: "EMAIL_OTP", accountId }
    expect(reasonOf(await world.call(callers.a, "POST", "/auth/credentials", { body }))).toEqual([
      400,
      "INVALID_INPUT",
      "Customer has no email address"
    ])
    // A2: the account has no session that could sign for its first credential, so it is added at once.
    const passkey = await world.call(callers.a, "POST", "/auth/credentials", {
      body: passkeyAddition(accountId, makeAuthenticator(RP))
    })
    expect(passkey.status).toBe(201)
  })

  it("A13: rejects a body of another type, as every type does", async () => {
    const { credentialId } = await wallet()
    const body = { type: "OAUTH", oidcToken: oidcToken(world), clientPublicKey: clientKey().hex }
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    expect(reasonOf(answer)).toEqual([400, "INVALID_INPUT", "Credential type differs"])
  })
})

describe("removing a credential", () => {
  it("I4: refuses the last one on both calls", async () => {
    const { accountId, credentialId, keys } = await wallet()
    const last = [400, "INVALID_INPUT", "Last credential of the account"]
    expect(reasonOf(await world.call(callers.a, "DELETE", `/auth/credentials/${credentialId}`))).toEqual(last)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const other = await oauthSession(world, callers.a, oauth.credentialId)
    const legs = await Promise.all(
      [`/auth/credentials/${credentialId}`, `/auth/credentials/${oauth.credentialId}`].map((path) =>
        world.call(callers.a, "DELETE", path)
      )
    )
    expect(legs.map(({ status }) => status)).toEqual([202, 202])
    const [one, two] = legs
    expect(
      (
        await world.call(callers.a, "DELETE", `/auth/credentials/${credentialId}`, {
          headers: retryHeaders(one!.body, other.keys)
        })
      ).status
    ).toBe(204)
    const second = await world.call(callers.a, "DELETE", `/auth/credentials/${oauth.credentialId}`, {
      headers: retryHeaders(two!.body, keys)
    })
    expect(second.status).toBe(401)
    expect(await list("credentials", accountId)).toHaveLength(1)
  })

  it("S5 I3: needs a session of another credential, and not its own", async () => {
    const { accountId, keys } = await wallet()
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const own = await oauthSession(world, callers.a, oauth.credentialId)
    const path = `/auth/credentials/${oauth.credentialId}`
    expect(reasonOf(await remove(path, own.keys))).toEqual(unauthorized("Stamp key may not sign this request"))
    const unrelated = await wallet()
    expect(reasonOf(await remove(path, unrelated.keys))).toEqual(unauthorized("Stamp key may not sign this request"))
    expect((await remove(path, keys)).status).toBe(204)
  })

  it("I5 S7: ends its sessions, and no others", async () => {
    const { accountId, keys, session: first } = await wallet()
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const theirs = [
      await oauthSession(world, callers.a, oauth.credentialId),
      await oauthSession(world, callers.a, oauth.credentialId)
    ]
    expect(await list("sessions", accountId)).toHaveLength(3)
    expect((await remove(`/auth/credentials/${oauth.credentialId}`, keys)).status).toBe(204)
    expect((await list("sessions", accountId)).map(({ id }: { readonly id: string }) => id)).toEqual([first.id])
    const dead = await remove(`/auth/sessions/${first.id}`, theirs[0]!.keys)
    expect(reasonOf(dead)).toEqual(unauthorized("Stamp key may not sign this request"))
    expect((await world.call(callers.a, "DELETE", `/auth/credentials/${oauth.credentialId}`)).body.code).toBe(
      "REFERENCE_NOT_FOUND"
    )
  })
})

describe("refreshing a session", () => {
  const refresh = (sessionId: string, keys: ReturnType<typeof keyPair>, clientPublicKey: string) =>
    signed(world, callers.a, keys, {
      method: "POST",
      path: `/auth/sessions/${sessionId}/refresh`,
      body: { clientPublicKey }
    })

  it("A19 A20: opens another session with a sealed key, for every type, and leaves the original's expiry unchanged", async () => {
    const { accountId, keys, session: original } = await wallet()
    const client = clientKey()
    const answer = await refresh(original.id, keys, client.hex)
    expect([answer.status, answer.body.type]).toEqual([200, "EMAIL_OTP"])
    const fresh = await openedKey(answer, client)
    expect(await list("sessions", accountId)).toHaveLength(2)
    expect((await remove(`/auth/sessions/${original.id}`, fresh)).status).toBe(204)
  })

  it("uses a compressed client key as the session's own, and seals no key", async () => {
    const { keys, session: original } = await wallet()
    const own = keyPair()
    const answer = await refresh(original.id, keys, own.publicKey)
    expect([answer.status, answer.body.encryptedSessionSigningKey]).toEqual([200, undefined])
    expect((await remove(`/auth/sessions/${answer.body.id}`, own)).status).toBe(204)
  })

  it("requires a signature by the refreshed session's own key", async () => {
    const { credentialId, session: original } = await wallet()
    const sibling = await session(world, callers.a, credentialId)
    expect(reasonOf(await refresh(original.id, sibling.keys, clientKey().hex))).toEqual(
      unauthorized("Stamp key may not sign this request")
    )
  })

  it("R3: is refused with another client key on the retry", async () => {
    const { keys, session: original } = await wallet()
    const path = `/auth/sessions/${original.id}/refresh`
    const leg = await world.call(callers.a, "POST", path, { body: { clientPublicKey: clientKey().hex } })
    const answer = await world.call(callers.a, "POST", path, {
      body: { clientPublicKey: clientKey().hex },
      headers: retryHeaders(leg.body, keys)
    })
    expect(reasonOf(answer)).toEqual(unauthorized("Retry body differs"))
  })

  it.each([
    [899_999, 200],
    [900_000, 404]
  ])("I10: answers a session opened %d ms ago with %d", async (age, status) => {
    const { keys, session: original } = await wallet()
    world.pass(age - 10)
    const path = `/auth/sessions/${original.id}/refresh`
    const body = { clientPublicKey: clientKey().hex }
    const leg = await world.call(callers.a, "POST", path, { body })
    world.pass(10)
    expect((await world.call(callers.a, "POST", path, { body, headers: retryHeaders(leg.body, keys) })).status).toBe(
      status
    )
  })

  it("S4: refuses to extend a session chain beyond 24 hours after the login", async () => {
    let { keys, session: current } = await wallet()
    const since = world.at()
    let refreshed = 0
    for (;;) {
      world.pass(800_000)
      const client = clientKey()
      const answer = await refresh(current.id, keys, client.hex)
      if (answer.status !== 200) {
        expect(answer.body.code).toBe("REFERENCE_NOT_FOUND")
        break
      }
      refreshed += 1
      keys = await openedKey(answer, client)
      current = answer.body
      expect(Date.parse(current.expiresAt) - since).toBeLessThanOrEqual(86_400_000)
    }
    expect(refreshed).toBe(107)
  })

  it("K6: rejects a key that is not a point on the curve, naming the field", async () => {
    const { session: original } = await wallet()
    for (const clientPublicKey of [
      "",
      "04",
      `04${"0".repeat(128)}`,
      `06${"a".repeat(128)}`,
      `04${"f".repeat(128)}`,
      "00"
    ]) {
      const { body, status } = await world.call(callers.a, "POST", `/auth/sessions/${original.id}/refresh`, {
        body: { clientPublicKey }
      })
      expect([status, body.details.errors[0].field]).toEqual([400, "clientPublicKey"])
    }
  })

  it("S3: ends the oldest session above the cap", async () => {
    const small = makeWorld({ policy: { sessionsPerAccount: 3 } })
    const { accountId, credentialId } = await small.customer(callers.a)
    const opened: Array<string> = []
    for (let time = 0; time < 5; time += 1) {
      opened.push((await session(small, callers.a, credentialId)).session.id)
      small.pass(1)
    }
    const { body } = await small.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual(opened.slice(-3).reverse())
    await small.countersign.close()
  })
})

describe("a customer's e-mail change", () => {
  const patch = (customerId: string, body: object, keys?: ReturnType<typeof keyPair>) =>
    keys === undefined
      ? world.call(callers.a, "PATCH", `/customers/${customerId}`, { body })
      : signed(world, callers.a, keys, { method: "PATCH", path: `/customers/${customerId}`, body })

  it("S10 GC1: requires a signed retry that applies the other fields, moves the credential and voids pending codes", async () => {
    const { accountId, credentialId, customerId, keys } = await wallet()
    const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    const body = { email: "New@Example.com", fullName: "Ada Byron" }
    const leg = await patch(customerId, body)
    expect([leg.status, leg.body.type]).toEqual([202, "EMAIL_OTP"])
    expect((await world.call(callers.a, "GET", `/customers/${customerId}`)).body.fullName).toBeUndefined()
    const done = await patch(customerId, body, keys)
    expect([done.status, done.body.email, done.body.fullName]).toEqual([200, "New@example.com", "Ada Byron"])
    expect((await list("credentials", accountId))[0].nickname).toBe("New@example.com")
    const { sealed } = await import("@countersign/harness/world")
    const bundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, "000000", keyPair().publicKey)
    const late = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, {
      body: { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
    })
    expect(reasonOf(late)).toEqual(unauthorized("No pending OTP"))
    expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
  })

  it.each(["immediate", "proven"] as const)(
    "S10 FA4 FS18: notifies the old and the new address, and does not name the new one to the old one (%s)",
    async (emailChange) => {
      const notices: Array<{ readonly to: string }> = []
      const live = makeWorld({
        mailer: {
          sendCode: async (mail) => void codes.push(mail.code),
          sendNotice: async (mail) => void notices.push(mail)
        },
        policy: { emailChange },
        production: { oidc: { issuers: [] } }
      })
      const codes: Array<string> = []
      const { credentialId, customerId } = await live.customer(callers.live, "old@example.com")
      const { answerTo, sealed } = await import("@countersign/harness/world")
      const keys = keyPair()
      const { bundle } = await answerTo(live, callers.live, credentialId, "unused", keys)
      await expect.poll(() => codes.length).toBe(1)
      const submission = {
        type: "EMAIL_OTP",
        encryptedOtpBundle: await sealed(live, bundle, codes[0]!, keys.publicKey)
      }
      await signed(live, callers.live, keys, {
        method: "POST",
        path: `/auth/credentials/${credentialId}/verify`,
        body: submission
      })
      const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }
      const { body, status } = await signed(live, callers.live, keys, change)
      expect([status, body.pendingEmail === undefined]).toEqual([200, emailChange === "immediate"])
      if (emailChange === "proven") {
        await expect.poll(() => codes.length).toBe(2)
        const { otpEncryptionTargetBundle } = body.pendingEmail
        const moved = await proveEmail(live, callers.live, customerId, otpEncryptionTargetBundle, codes[1])
        expect(moved.status).toBe(200)
      }
      await expect.poll(() => notices.length).toBe(2)
      const undo = { token: expect.stringMatching(/^[2-9A-HJ-NP-Z]{26}$/u), until: "2026-03-04T12:00:00.000Z" }
      const common = { id: expect.any(String), branding: {}, platformId: "alpha", at: "2026-03-01T12:00:00.000Z" }
      expect(notices.toSorted((one, other) => (one.to < other.to ? 1 : -1))).toEqual([
        { ...common, to: "old@example.com", notice: { kind: "EMAIL_CHANGED", recipient: "OLD" }, undo },
        { ...common, to: "new@example.com", notice: { kind: "EMAIL_CHANGED", recipient: "NEW" } }
      ])
      await live.countersign.close()
    }
  )

  it("needs no signature without an e-mail field, with the same address, or when no wallet has a credential", async () => {
    const { customerId } = await wallet()
    const current = await world.call(callers.a, "GET", `/customers/${customerId}`)
    expect((await patch(customerId, { fullName: "Ada" })).status).toBe(200)
    expect((await patch(customerId, { email: current.body.email })).status).toBe(200)
    const bare = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    expect((await patch(bare.body.id, { email: "first@example.com" })).body.email).toBe("first@example.com")
    const accounts = await world.call(
      callers.a,
      "GET",
      `/internal-accounts?customerId=${bare.body.id}&type=EMBEDDED_WALLET`
    )
    // A2: a wallet without a credential gets one with the first address.
    expect((await list("credentials", accounts.body.data[0].id))[0]).toMatchObject({
      type: "EMAIL_OTP",
      nickname: "first@example.com"
    })
  })

  it("A5: is refused when the e-mail credentials differ from those that the user signed for", async () => {
    const { accountId, credentialId, customerId, keys } = await wallet()
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const other = await oauthSession(world, callers.a, oauth.credentialId)
    const body = { email: "moved@example.com" }
    const path = `/customers/${customerId}`
    const leg = await world.call(callers.a, "PATCH", path, { body })
    expect((await remove(`/auth/credentials/${credentialId}`, other.keys)).status).toBe(204)
    const answer = await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(leg.body, other.keys) })
    expect([answer.status, answer.body.code]).toEqual([409, "EMAIL_OTP_CREDENTIAL_SET_CHANGED"])
  })

  it("refuses a type that the customer does not have, and its fields", async () => {
    const { customerId } = await wallet()
    for (const body of [{ customerType: "BUSINESS" }, { businessInfo: { legalName: "X" } }]) {
      expect(reasonOf(await patch(customerId, body))).toEqual([400, "INVALID_INPUT", "Customer type differs"])
    }
  })
})

describe("a wallet", () => {
  it("X12: is exported by signed retry, and the published client decrypts the envelope and the key inside", async () => {
    const { accountId, keys } = await wallet()
    const client = clientKey()
    const call = {
      method: "POST",
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: client.hex }
    }
    const answer = await signed(world, callers.a, keys, call)
    expect([answer.status, answer.body.id]).toEqual([200, accountId])
    const mnemonic = await decryptExportBundle({
      exportBundle: answer.body.encryptedWalletCredentials,
      embeddedKey: encodeHex(client.privateKey),
      organizationId: accountId,
      dangerouslyOverrideSignerPublicKey: world.countersign.bundleSigner,
      returnMnemonic: true
    })
    expect(mnemonic.split(" ")).toHaveLength(12)
    expect(JSON.stringify(answer.body)).not.toContain(mnemonic)
  })

  it("the published client opens encryptedSessionSigningKey, and the key it yields stamps the next request", async () => {
    const { accountId, keys } = await wallet()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys)
    const client = clientKey()
    const opened = await oauthVerify(world, callers.a, credentialId, client)
    const apiPrivateKey = decryptCredentialBundle(opened.body.encryptedSessionSigningKey, encodeHex(client.privateKey))
    const apiPublicKey = (await openedKey(opened, client)).publicKey
    const path = `/auth/sessions/${opened.body.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const { stampHeaderValue } = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).stamp(leg.body.payloadToSign)
    const headers = { "request-id": leg.body.requestId, "service-wallet-signature": stampHeaderValue }
    expect((await world.call(callers.a, "DELETE", path, { headers })).status).toBe(204)
  })

  it("U9: changes its privacy by signed retry, and refuses other fields", async () => {
    const { accountId, keys } = await wallet()
    const call = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    const answer = await signed(world, callers.a, keys, call)
    expect([answer.status, answer.body.privateEnabled]).toEqual([200, true])
    expect((await world.call(callers.a, "GET", call.path)).body.privateEnabled).toBe(true)
    for (const body of [{}, { privateEnabled: "yes" }, { privateEnabled: true, balance: 1 }]) {
      expect((await world.call(callers.a, "PATCH", call.path, { body })).status).toBe(400)
    }
  })
})

describe("limits", () => {
  it("O9: sends five codes per credential, then one every 30 s, with an exact Retry-After", async () => {
    const strict = makeWorld({ policy: { challengesPerCredential: { capacity: 5, refillEvery: 30_000 } } })
    const { credentialId } = await strict.customer(callers.a)
    const challenge = () => strict.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    for (let time = 0; time < 5; time += 1) expect((await challenge()).status).toBe(200)
    const refused = await challenge()
    expect([...reasonOf(refused), refused.headers.get("retry-after")]).toEqual([
      429,
      "RATE_LIMITED",
      "Too many calls",
      "30"
    ])
    const other = await strict.customer(callers.a)
    expect((await strict.call(callers.a, "POST", `/auth/credentials/${other.credentialId}/challenge`)).status).toBe(200)
    strict.pass(30_000)
    expect((await challenge()).status).toBe(200)
    expect((await challenge()).status).toBe(429)
    await strict.countersign.close()
  })

  it("O9 GA5: shares the limit of a mailbox among the credentials of one address, and the limit of a token among its calls", async () => {
    const strict = makeWorld({
      policy: {
        challengesPerAddress: { capacity: 2, refillEvery: 60_000 },
        callsPerToken: { capacity: 20, refillEvery: 1000 }
      }
    })
    const one = await strict.customer(callers.a, "same@example.com")
    const two = await strict.customer(callers.a, "Same@example.com")
    const challenge = (id: string) => strict.call(callers.a, "POST", `/auth/credentials/${id}/challenge`)
    expect([(await challenge(one.credentialId)).status, (await challenge(two.credentialId)).status]).toEqual([200, 200])
    expect((await challenge(one.credentialId)).headers.get("retry-after")).toBe("60")
    const other = await strict.customer(callers.a, "other@example.com")
    expect((await challenge(other.credentialId)).status).toBe(200)
    const calls = await Promise.all(Array.from({ length: 30 }, () => strict.call(callers.a, "GET", "/customers")))
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(23)
    expect((await strict.call(callers.b, "GET", "/customers")).status).toBe(200)
    await strict.countersign.close()
  })
})
