import {
  addOauth,
  addPasskey,
  clientKey,
  moveEmail,
  oauthSession,
  oauthVerify,
  oidcToken,
  openedKey,
  passkeyAddition,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { changedStore } from "@countersign/harness/stores"
import { answerTo, callers, keyPair, makeWorld, pendingLogin, retryHeaders, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import {
  encodeHex,
  encodeUtf8,
  parsePublicKey,
  publicKeyOf,
  seal,
  signStamp,
  verifyOtpTargetBundle
} from "@countersign/wire"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Store } from "../src/effect.ts"
import { secretDigest } from "../src/index.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

/** A memory store that records every body written to it, as text. */
const watchedStore = () => {
  const written: Array<string> = []
  const store = changedStore(({ commit }) => ({
    commit: (changes, guards) => {
      written.push(JSON.stringify(changes))
      return commit(changes, guards)
    }
  }))
  return { store, written: () => written.join("\n") }
}

/** Two nodes on one store, with different clocks. */
const twoNodes = () => {
  const shared = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const [one, two] = [makeWorld({ store: shared }), makeWorld({ store: shared })]
  return { one, two, close: () => Promise.all([one.countersign.close(), two.countersign.close()]) }
}

describe("the signed-retry core", () => {
  it.each([90_000, -90_000, 3_600_000])(
    "R8: nodes whose clocks differ by %d ms never both accept one request id",
    async (skew) => {
      const { close, one, two } = twoNodes()
      two.pass(skew)
      const { credentialId } = await one.customer(callers.a)
      for (let round = 0; round < 50; round += 1) {
        const { body, challenge, keys, path } = await pendingLogin(one, callers.a, credentialId)
        const more = { body, headers: retryHeaders(challenge, keys) }
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? one : two).call(callers.a, "POST", path, more))
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
      }
      await close()
    }
  )

  it("R12: an account may leave a hundred requests unsigned, then one every three seconds, with an exact Retry-After", async () => {
    const strict = makeWorld({ policy: { requestsPerAccount: { capacity: 100, refillEvery: 3000 } } })
    const { credentialId } = await strict.customer(callers.a)
    const { keys, session: opened } = await session(strict, callers.a, credentialId)
    const path = `/auth/sessions/${opened.id}`
    const legs = await Promise.all(Array.from({ length: 300 }, () => strict.call(callers.a, "DELETE", path)))
    expect(legs.filter(({ status }) => status === 202)).toHaveLength(100)
    const refused = legs.find(({ status }) => status === 429)
    expect([refused?.body.code, refused?.headers.get("retry-after")]).toEqual(["RATE_LIMITED", "3"])
    // No pending request is dropped for a later one.
    const first = legs[0]!
    strict.pass(3000)
    expect((await strict.call(callers.a, "DELETE", path)).status).toBe(202)
    // A flood of one operation does not block the owner's other operations.
    const refresh = { body: { clientPublicKey: clientKey().hex } }
    expect((await strict.call(callers.a, "POST", `${path}/refresh`, refresh)).status).toBe(202)
    expect((await strict.call(callers.a, "DELETE", path, { headers: retryHeaders(first.body, keys) })).status).toBe(204)
    await strict.countersign.close()
  })

  it("R13: a lost response leaves the change applied, the id consumed, and the list up to date", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
    await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, keys) })
    const repeated = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, keys) })
    expect(repeated.body.reason).toBe("Request id already used")
    const listed = await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
    expect(listed.body.data).toHaveLength(1)
    // The client already has the session's key, so it can sign as if the response had arrived.
    const revoke = { method: "DELETE", path: `/auth/sessions/${listed.body.data[0].id}` }
    expect((await signed(world, callers.a, keys, revoke)).status).toBe(204)
  })

  it("R15: a hundred thousand request ids of one millisecond never repeat", async () => {
    const { nodeSecrets } = await import("../src/effect.ts")
    const { freshId } = await import("@countersign/core/internal")
    const ids = await Effect.runPromise(
      Effect.all(Array.from({ length: 100_000 }, () => Effect.gen(() => freshId("Request")))).pipe(
        Effect.provide(nodeSecrets)
      )
    )
    expect(new Set(ids).size).toBe(100_000)
  })

  it("draws 74 independent random bits for each id (R15, FS8)", async () => {
    const { nodeSecrets } = await import("../src/effect.ts")
    const { freshId } = await import("@countersign/core/internal")
    const ids = await Effect.runPromise(
      Effect.all(Array.from({ length: 300 }, () => Effect.gen(() => freshId("Request")))).pipe(
        Effect.provide(nodeSecrets)
      )
    )
    // The 20 hex characters after the timestamp. Fixed bits cancel out, so the rank over GF(2) is the number of random
    // bits.
    const tails = ids.map((id) => BigInt(`0x${id.replaceAll("-", "").slice(-20)}`))
    const basis = new Map<number, bigint>()
    for (const tail of tails) {
      let rest = tail ^ (tails[0] ?? 0n)
      for (let bit = 79; bit >= 0 && rest !== 0n; bit -= 1) {
        if ((rest >> BigInt(bit)) % 2n === 0n) continue
        const known = basis.get(bit)
        if (known === undefined) {
          basis.set(bit, rest)
          break
        }
        rest ^= known
      }
    }
    expect(basis.size).toBe(74)
  })

  it.each(["Acme\r\nBcc: eve@example.com", "Acme\n", "Acme\r", "A\u0000cme", "Ac\u2028me", "Ac\u0085me"])(
    "refuses %j as a one-line name, which is used in a mail header (H12, FS4)",
    async (name) => {
      for (const field of ["appName", "sendFromEmailSenderName"]) {
        const answer = await world.call(callers.a, "PATCH", "/config", {
          body: { embeddedWalletConfig: { [field]: name } }
        })
        expect([field, answer.status]).toEqual([field, 400])
      }
    }
  )

  it("shares nothing between platforms whose ids differ only in case (H3, FS3)", async () => {
    const [upper, lower] = ["Acme", "acme"].map((platformId) => ({
      token: `of-${platformId}`,
      secret: `${platformId}-secret`
    }))
    if (upper === undefined || lower === undefined) throw new Error("there are two platforms")
    const own = makeWorld({
      tokens: [
        { id: upper.token, secretSha256: secretDigest(upper.secret), platformId: "Acme", mode: "sandbox" },
        { id: lower.token, secretSha256: secretDigest(lower.secret), platformId: "acme", mode: "sandbox" }
      ]
    })
    const { accountId, credentialId, customerId } = await own.customer(upper)
    await own.call(upper, "PATCH", "/config", { body: { umaDomain: "upper.example.com" } })
    const listed = async (caller: typeof upper, path: string) => (await own.call(caller, "GET", path)).body.data.length
    expect(await listed(upper, "/customers")).toBe(1)
    expect(await listed(lower, "/customers")).toBe(0)
    expect(await listed(upper, `/auth/credentials?accountId=${accountId}`)).toBe(1)
    expect(await listed(lower, `/auth/credentials?accountId=${accountId}`)).toBe(0)
    expect((await own.call(lower, "GET", `/customers/${customerId}`)).status).toBe(404)
    expect((await own.call(lower, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(404)
    expect((await own.call(lower, "GET", "/config")).body.umaDomain).not.toBe("upper.example.com")
    const [one, other] = [
      await own.call(upper, "GET", "/webhooks/secret"),
      await own.call(lower, "GET", "/webhooks/secret")
    ]
    expect(one.body.secret).not.toBe(other.body.secret)
    await own.countersign.close()
  })
})

describe("keys", () => {
  it("K9: each issue has its own target key, encrypted while it is pending and deleted when it is proven", async () => {
    const { store, written } = watchedStore()
    const watched = makeWorld({ store })
    const { credentialId } = await watched.customer(callers.a)
    const one = await answerTo(watched, callers.a, credentialId, "000000", keyPair())
    const two = await answerTo(watched, callers.a, credentialId, "000000", keyPair())
    const signer = parsePublicKey(watched.countersign.bundleSigner)
    expect(verifyOtpTargetBundle(one.bundle, signer).target).not.toBe(verifyOtpTargetBundle(two.bundle, signer).target)
    await watched.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body: two.body })
    const last = JSON.parse(written().split("\n").at(-1) ?? "[]").find(
      ({ collection }: { readonly collection: { readonly name: string } }) => collection.name === "email_otps"
    )
    expect(last.body._tag).toBe("Proven")
    expect(JSON.stringify(last.body)).not.toContain("sealedTargetKey")
    await watched.countersign.close()
  })

  it("K12 K13 I7: no session key is ever written to the store, encrypted or in clear text", async () => {
    const { store, written } = watchedStore()
    const watched = makeWorld({ store })
    const { accountId, credentialId } = await watched.customer(callers.a)
    const { keys, session: opened } = await session(watched, callers.a, credentialId)
    const oauth = await addOauth(watched, callers.a, accountId, keys)
    const client = clientKey()
    const answer = await oauthVerify(watched, callers.a, oauth.credentialId, client)
    const own = await openedKey(answer, client)
    const refreshBody = { clientPublicKey: client.hex }
    const refreshed = await signed(watched, callers.a, keys, {
      method: "POST",
      path: `/auth/sessions/${opened.id}/refresh`,
      body: refreshBody
    })
    const renewed = await openedKey(refreshed, client)
    for (const secret of [own, renewed]) {
      expect(written()).not.toContain(encodeHex(secret.privateKey))
      expect(written()).not.toContain(Buffer.from(secret.privateKey).toString("base64url").slice(0, 40))
      // Its public key identifies the session of a stamp, and is stored.
      expect(written()).toContain(secret.publicKey)
    }
    expect(written()).not.toContain(answer.body.encryptedSessionSigningKey)
    expect(written()).not.toContain(refreshed.body.encryptedSessionSigningKey)
    await watched.countersign.close()
  })
})

describe("findings of earlier reviews", () => {
  it("R5: a host's call signed by one account's owner is not signed for another account", async () => {
    const attacker = await world.customer(callers.a)
    const victim = await world.customer(callers.a, "victim@example.com")
    const { keys } = await session(world, callers.a, attacker.credentialId)
    const wallet = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const call = { name: "Approve", method: "POST", path: "/approve", body: { amount: 1 } }
    const { challenge } = await wallet.signedCall({ ...call, accountId: attacker.accountId })
    const retry = { requestId: challenge!.requestId, stamp: signStamp(challenge!.payloadToSign, keys.privateKey) }
    await expect(wallet.signedCall({ ...call, accountId: victim.accountId }, retry)).rejects.toMatchObject({
      reason: "Retry body differs"
    })
  })

  it("J8 I16: a token whose times have fractions is verified like any other", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const iat = world.at() / 1000 - 1.000123
    const answer = await oauthVerify(world, callers.a, oauth.credentialId, clientKey(), { iat, exp: iat + 60.000777 })
    expect(answer.status).toBe(200)
  })

  it("O16 S10: an EMAIL_OTP credential started for one address is not completed for another", async () => {
    const customer = await world.customer(callers.a, "one@example.com")
    const { keys } = await session(world, callers.a, customer.credentialId)
    const oauth = await addOauth(world, callers.a, customer.accountId, keys)
    const other = await oauthSession(world, callers.a, oauth.credentialId)
    await signed(world, callers.a, other.keys, { method: "DELETE", path: `/auth/credentials/${customer.credentialId}` })
    const body = { type: "EMAIL_OTP", accountId: customer.accountId }
    const leg = await world.call(callers.a, "POST", "/auth/credentials", { body })
    const moved = await moveEmail(world, callers.a, other.keys, customer.customerId, "two@example.com")
    expect(moved.status).toBe(200)
    const answer = await world.call(callers.a, "POST", "/auth/credentials", {
      body,
      headers: retryHeaders(leg.body, other.keys)
    })
    expect([answer.status, answer.body.code]).toEqual([409, "EMAIL_OTP_CREDENTIAL_SET_CHANGED"])
  })

  it("B1: a mode without a token does not exist, in the promise API either", async () => {
    const { createCountersign } = await import("../src/index.ts")
    const countersign = createCountersign()
    const wallet = countersign.api.in({ platformId: "p", mode: "production" })
    await expect(wallet.customers.create({ customerType: "INDIVIDUAL" })).rejects.toThrow(
      /No token of mode production/u
    )
    expect(() => countersign.api.in({ platformId: "a/b", mode: "sandbox" })).toThrow(/platformId: /u)
    await countersign.close()
  })

  it("O14: policy values beyond their security bounds are rejected at start", async () => {
    const { createCountersign } = await import("../src/index.ts")
    const refused = [
      { otpLifetime: 600_001 },
      { otpLength: 1 },
      { signedRequestLifetime: Number.NaN },
      { sessionsPerAccount: 2000 }
    ]
    for (const policy of refused) {
      expect(() => createCountersign({ policy })).toThrow(/policy\.[a-zA-Z]+ must be a whole number from/u)
    }
  })

  it("an account has fifty credentials at most", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    for (let count = 1; count < 50; count += 1) {
      expect((await addOauth(world, callers.a, accountId, keys, `sub-${count}`)).added.status).toBe(201)
    }
    const { added } = await addOauth(world, callers.a, accountId, keys, "one-more")
    expect([added.status, added.body.reason]).toEqual([400, "Too many credentials"])
  })
})

describe("codes", () => {
  it("O8: a sealed answer without a code and key is refused like one that does not decrypt, and is no guess", async () => {
    const valid = keyPair().publicKey
    const contents = [
      '{"otp_code":"000000"}',
      `{"otp_code":"000000","public_key":"04${"f".repeat(128)}"}`,
      `{"otp_code":"000000","public_key":"${valid.slice(0, 40)}"}`,
      `{"otp_code":"000000","otp_code":"000000","public_key":"${valid}"}`,
      "not json"
    ]
    const { credentialId } = await world.customer(callers.a)
    const { bundle } = await answerTo(world, callers.a, credentialId, "000000", keyPair())
    const { target } = verifyOtpTargetBundle(bundle, parsePublicKey(world.countersign.bundleSigner))
    const verify = async (content: string) => {
      const { ciphertext, enc } = await seal({ recipient: target, plaintext: encodeUtf8(content) })
      const encryptedOtpBundle = JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) })
      const body = { type: "EMAIL_OTP", encryptedOtpBundle }
      return world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    }
    for (const content of contents) expect((await verify(content)).body.reason).toBe("OTP bundle cannot be decrypted")
    expect((await verify(`{"otp_code":"000000","public_key":"${valid}"}`)).status).toBe(202)
  })

  it("O10 O15: a mailer that hangs neither delays a challenge nor changes its response", async () => {
    const stuck = makeWorld({ mailer: { sendCode: () => new Promise(() => {}) } })
    const { credentialId } = await stuck.customer(callers.live)
    for (let time = 0; time < 3; time += 1) {
      const answer = await stuck.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
      expect([answer.status, typeof answer.body.otpEncryptionTargetBundle]).toEqual([200, "string"])
    }
    await stuck.countersign.close()
  })

  it("O12: the code is in no record, except the encrypted one that waits for the mailer", async () => {
    const { store, written } = watchedStore()
    const watched = makeWorld({ store })
    const { credentialId } = await watched.customer(callers.live)
    await watched.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    await expect.poll(() => watched.letters.length).toBe(1)
    const texts = written().match(/"[^"]*"/gu) ?? []
    expect(texts).not.toContain(`"${watched.letters[0]!.code}"`)
    await watched.countersign.close()
  })

  it("O11 H12: accepts exactly one plain address, normalised before it is checked", async () => {
    const create = (email: string) =>
      world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL", email } })
    const occupied: ReadonlyArray<readonly [string, string]> = [
      ["ada@example.com", "ada@example.com"],
      [" ada@EXAMPLE.com ", "ada@example.com"],
      ["Ada.B+tag@sub.example.co.uk", "Ada.B+tag@sub.example.co.uk"],
      ["ada\uff20example.com", "ada@example.com"],
      ["a\ufb01@example.com", "afi@example.com"],
      ["o'neil@example.com", "o'neil@example.com"],
      ["ada@exämple.com", "ada@xn--exmple-cua.com"]
    ]
    for (const [email, stored] of occupied) expect([email, (await create(email)).body.email]).toEqual([email, stored])
    const refused = [
      "",
      "ada",
      "@example.com",
      "ada@",
      "ada@example",
      "ada@example.com.",
      "ada@.example.com",
      "ada@example..com",
      ".ada@example.com",
      "ada.@example.com",
      "a..b@example.com",
      "a@b@example.com",
      "a@evil.com,b@victim.com",
      "a@evil.com;b@victim.com",
      "a@evil.com b@victim.com",
      '"a@evil.com x"@victim.com',
      '"quoted"@example.com',
      "Ada <ada@example.com>",
      "ada@[127.0.0.1]",
      "ada@127.0.0.1",
      "ada@-example.com",
      "ada@example-.com",
      "ada@exa_mple.com",
      "ädä@example.com",
      "ada\n@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      "ada@example.com%0d%0aBcc:",
      "ada\u2028@example.com",
      "ada\u001b@example.com",
      "ada@example.com\u0000",
      "(comment)ada@example.com",
      `${"a".repeat(65)}@example.com`,
      `a@${"b".repeat(64)}.com`,
      `a@${"b.".repeat(130)}com`,
      "ada@xn--\ud83d\ude00.com"
    ]
    for (const email of refused) {
      const { body, status } = await create(email)
      expect([email, status, body.code.startsWith("INVALID_")]).toEqual([email, 400, true])
    }
  })
})

describe("credentials and sessions", () => {
  it("S12: an id of one credential type is rejected by the calls of another", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const passkey = await addPasskey(world, callers.a, accountId, keys)
    const ids = { EMAIL_OTP: credentialId, OAUTH: oauth.credentialId, PASSKEY: passkey.credentialId }
    const assertion = passkey.authenticator.assert({ challenge: "Y2hhbGxlbmdl" })
    const bodies = {
      EMAIL_OTP: { type: "EMAIL_OTP", encryptedOtpBundle: JSON.stringify({ encappedPublic: "04", ciphertext: "00" }) },
      OAUTH: { type: "OAUTH", oidcToken: oidcToken(world), clientPublicKey: clientKey().hex },
      PASSKEY: { type: "PASSKEY", assertion }
    }
    for (const [type, id] of Object.entries(ids)) {
      for (const [bodyType, body] of Object.entries(bodies)) {
        if (type === bodyType) continue
        const answer = await world.call(callers.a, "POST", `/auth/credentials/${id}/verify`, { body })
        expect([type, bodyType, answer.status, answer.body.reason]).toEqual([
          type,
          bodyType,
          400,
          "Credential type differs"
        ])
      }
    }
  })

  it("S13 O16: an account with a credential accepts no other one without a stamp", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const bodies = [
      passkeyAddition(accountId, makeAuthenticator(RP)),
      { type: "OAUTH", accountId, oidcToken: oidcToken(world) }
    ]
    for (const body of bodies)
      expect((await world.call(callers.a, "POST", "/auth/credentials", { body })).status).toBe(202)
    const { body } = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual([credentialId])
  })

  it("B1 I14: every magic value with a production token is answered like an invalid one", async () => {
    const { accountId } = await world.customer(callers.live, "magic@example.com")
    const add = (token: string) =>
      world.call(callers.live, "POST", "/auth/credentials", { body: { type: "OAUTH", accountId, oidcToken: token } })
    const [magic, junk] = [await add(oidcToken(world)), await add(oidcToken(world, { iss: "https://nobody.example" }))]
    expect([magic.status, magic.body]).toEqual([400, junk.body])
    const passkey = passkeyAddition(accountId, makeAuthenticator(RP))
    const registered = await world.call(callers.live, "POST", "/auth/credentials", { body: passkey })
    expect([registered.status, registered.body.reason]).toEqual([401, "Passkey refused: origin"])
  })

  it("K7: a key is the same key in every encoding", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const opened = await oauthSession(world, callers.a, oauth.credentialId)
    expect(publicKeyOf(opened.keys.privateKey)).toBe(opened.keys.publicKey)
    const path = `/auth/sessions/${opened.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const stamp = JSON.parse(
      Buffer.from(signStamp(leg.body.payloadToSign, opened.keys.privateKey), "base64url").toString()
    )
    const shouted = { ...stamp, publicKey: stamp.publicKey.toUpperCase() }
    const headers = {
      "request-id": leg.body.requestId,
      "service-wallet-signature": Buffer.from(JSON.stringify(shouted)).toString("base64url")
    }
    expect((await world.call(callers.a, "DELETE", path, { headers })).status).toBe(204)
  })
})
