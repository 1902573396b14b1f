import {
  type Answer,
  answerTo,
  type Caller,
  callers,
  keyPair,
  makeWorld,
  pendingLogin,
  retryHeaders,
  sealed,
  session
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { malformedStamps } from "@countersign/vector-generator/malformedStamps"
import { signStamp } from "@countersign/wire"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const reasonOf = ({ body, status }: Answer) => [status, body.code, body.reason, body.details?.reason]
const refused = (reason: string) => [401, "UNAUTHORIZED", reason, reason]

const verify = (caller: Caller, credentialId: string, body: object, headers = {}) =>
  world.call(caller, "POST", `/auth/credentials/${credentialId}/verify`, { body, headers })

const sessionsOf = async (accountId: string) =>
  (await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data

/** A pending login, and a check that the refusal had no effect on it: the right retry still opens a session. */
const withPending = async (attempt: (login: Awaited<ReturnType<typeof pendingLogin>>) => Promise<void>) => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const login = await pendingLogin(world, callers.a, credentialId)
  await attempt(login)
  expect(await sessionsOf(accountId)).toEqual([])
  const right = await verify(callers.a, credentialId, login.body, retryHeaders(login.challenge, login.keys))
  expect(right.status).toBe(200)
}

describe("a code", () => {
  it("is refused when it is wrong: Invalid OTP code", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body } = await answerTo(world, callers.a, credentialId, "123456", keyPair())
    expect(reasonOf(await verify(callers.a, credentialId, body))).toEqual(refused("Invalid OTP code"))
    expect(await sessionsOf(accountId)).toEqual([])
  })

  it("O1: is refused as the sixth after five wrong ones, even if it is right, and no new one is sent for 30 minutes", async () => {
    const { credentialId } = await world.customer(callers.a)
    const keys = keyPair()
    const { body, bundle } = await answerTo(world, callers.a, credentialId, "111111", keys)
    for (let wrong = 0; wrong < 5; wrong += 1) {
      expect(reasonOf(await verify(callers.a, credentialId, body))).toEqual(refused("Invalid OTP code"))
    }
    const right = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, "000000", keys.publicKey) }
    expect(reasonOf(await verify(callers.a, credentialId, right))).toEqual(refused("Too many wrong OTP codes"))
    const challenge = `/auth/credentials/${credentialId}/challenge`
    const resend = await world.call(callers.a, "POST", challenge)
    expect([resend.status, resend.body.code, resend.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "1800"])
    world.pass(1_799_001)
    expect((await world.call(callers.a, "POST", challenge)).headers.get("retry-after")).toBe("1")
    world.pass(999)
    expect((await world.call(callers.a, "POST", challenge)).status).toBe(200)
  })

  it("O3: counts wrong attempts across a re-issue", async () => {
    const { credentialId } = await world.customer(callers.a)
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { body } = await answerTo(world, callers.a, credentialId, "222222", keyPair())
      expect(reasonOf(await verify(callers.a, credentialId, body))).toEqual(refused("Invalid OTP code"))
    }
    expect((await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(429)
  })

  it.each([
    [299_999, 202, undefined],
    [300_000, 401, "OTP code expired"],
    [300_001, 401, "OTP code expired"]
  ])("O14: after %d ms is answered %d", async (wait, status, reason) => {
    const { credentialId } = await world.customer(callers.a)
    const { body } = await answerTo(world, callers.a, credentialId, "000000", keyPair())
    world.pass(wait)
    const answer = await verify(callers.a, credentialId, body)
    expect([answer.status, answer.body.reason]).toEqual([status, reason])
  })

  it.each([
    [0, 202, undefined],
    [1, 401, "OTP code expired"]
  ])("O14: with one millisecond left is answered after a write of %d ms with %d", async (occupied, status, reason) => {
    let late = 0
    const slow = Effect.map(makeMemoryStore, (store) => ({
      ...store,
      commit: (...written: Parameters<typeof store.commit>) =>
        Effect.suspend(() => {
          slowly.pass(late)
          late = 0
          return store.commit(...written)
        })
    }))
    const slowly = makeWorld({ store: Layer.effect(Store, slow) })
    const { credentialId } = await slowly.customer(callers.a)
    const { body } = await answerTo(slowly, callers.a, credentialId, "000000", keyPair())
    slowly.pass(299_999)
    late = occupied
    const answer = await slowly.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    expect([answer.status, answer.body.reason]).toEqual([status, reason])
    await slowly.countersign.close()
  })

  it("O5: is refused with the old bundle after a re-issue, and the new one still works", async () => {
    const { credentialId } = await world.customer(callers.a)
    const old = await answerTo(world, callers.a, credentialId, "000000", keyPair())
    const fresh = await answerTo(world, callers.a, credentialId, "000000", keyPair())
    expect(reasonOf(await verify(callers.a, credentialId, old.body))).toEqual(refused("OTP bundle cannot be decrypted"))
    expect((await verify(callers.a, credentialId, fresh.body)).status).toBe(202)
  })

  it("O6: is refused in the bundle of another account", async () => {
    const ada = await world.customer(callers.a)
    const bob = await world.customer(callers.a, "bob@example.com")
    await answerTo(world, callers.a, ada.credentialId, "000000", keyPair())
    const { body } = await answerTo(world, callers.a, bob.credentialId, "000000", keyPair())
    expect(reasonOf(await verify(callers.a, ada.credentialId, body))).toEqual(refused("OTP bundle cannot be decrypted"))
  })

  it("is refused when none is pending, and when it is used again", async () => {
    const { credentialId } = await world.customer(callers.a)
    const other = await world.customer(callers.a, "other@example.com")
    const { body } = await answerTo(world, callers.a, other.credentialId, "000000", keyPair())
    expect(reasonOf(await verify(callers.a, credentialId, body))).toEqual(refused("No pending OTP"))
    expect((await verify(callers.a, other.credentialId, body)).status).toBe(202)
    expect(reasonOf(await verify(callers.a, other.credentialId, body))).toEqual(refused("No pending OTP"))
  })

  it("O5: that was proven opens no session after a newer one was requested", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    const late = await verify(callers.a, credentialId, body, retryHeaders(challenge, keys))
    expect(reasonOf(late)).toEqual(refused("A newer OTP code was requested"))
    expect(await sessionsOf(accountId)).toEqual([])
  })

  it.each([
    ["malformed JSON", "not json"],
    ["an empty object", "{}"],
    [
      "a compressed encapsulated key",
      JSON.stringify({ encappedPublic: `02${"a".repeat(64)}`, ciphertext: "00".repeat(64) })
    ],
    ["malformed hex", JSON.stringify({ encappedPublic: "zz".repeat(65), ciphertext: "zz" })],
    ["a repeated key", '{"encappedPublic":"04","encappedPublic":"04","ciphertext":"00"}'],
    ["an extra key", JSON.stringify({ encappedPublic: "04", ciphertext: "00", extra: "1" })]
  ])("in a bundle of %s is answered with a 400 that names the fault", async (_, encryptedOtpBundle) => {
    const { credentialId } = await world.customer(callers.a)
    await answerTo(world, callers.a, credentialId, "000000", keyPair())
    const answer = await verify(callers.a, credentialId, { type: "EMAIL_OTP", encryptedOtpBundle })
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
      400,
      "INVALID_INPUT",
      "Malformed OTP bundle"
    ])
  })
})

describe("a signed retry", () => {
  it("is refused over an altered payload", () =>
    withPending(async ({ body, challenge, keys, path }) => {
      const altered = {
        ...challenge,
        payloadToSign: challenge.payloadToSign.replace("VerifyCredential", "verifyCredential")
      }
      const answer = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(altered, keys) })
      expect(reasonOf(answer)).toEqual(refused("Signature does not match the payload"))
    }))

  it("is refused by another key than the one sealed with the code (O7)", () =>
    withPending(async ({ body, challenge, path }) => {
      const answer = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, keyPair()) })
      expect(reasonOf(answer)).toEqual(refused("Stamp key may not sign this request"))
    }))

  it.each([
    ["pretty printed", (text: string) => JSON.stringify(JSON.parse(text), undefined, 2)],
    [
      "with its keys reversed",
      (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()))
    ],
    ["with escaped slashes", (text: string) => text.replaceAll("/", "\\/")],
    ["with a trailing newline", (text: string) => `${text}\n`],
    ["with a number for the timestamp", (text: string) => JSON.stringify({ ...JSON.parse(text), timestampMs: 1 })]
  ])("R10: is refused over the payload %s", (_, mutate) =>
    withPending(async ({ body, challenge, keys, path }) => {
      const reserialised = { ...challenge, payloadToSign: mutate(challenge.payloadToSign) }
      const answer = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(reserialised, keys) })
      expect(reasonOf(answer)).toEqual(refused("Signature does not match the payload"))
    })
  )

  it("I1 R1: is refused with a used request id, a hundred times over an hour", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    const headers = retryHeaders(challenge, keys)
    expect((await verify(callers.a, credentialId, body, headers)).status).toBe(200)
    for (let time = 0; time < 100; time += 1) {
      const repeated = await verify(callers.a, credentialId, body, headers)
      expect(reasonOf(repeated)).toEqual(
        refused(repeated.body.details.check === "REQUEST_ID_USED" ? "Request id already used" : "Unknown request id")
      )
      world.pass(36_000)
    }
    expect(await sessionsOf(accountId)).toEqual([])
  })

  it.each([
    [299_999, 200],
    [300_000, 401],
    [300_001, 401]
  ])("I10: %d ms after the first call is answered with %d", async (wait, status) => {
    const { credentialId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    world.pass(wait)
    const answer = await verify(callers.a, credentialId, body, retryHeaders(challenge, keys))
    expect(answer.status).toBe(status)
    if (status === 401) expect(reasonOf(answer)).toEqual(refused("Request id expired"))
  })

  it("R6: is refused with only one of the two headers, each by its name", () =>
    withPending(async ({ body, challenge, keys, path }) => {
      const { "request-id": requestId, "service-wallet-signature": stamp } = retryHeaders(challenge, keys)
      const noStamp = await world.call(callers.a, "POST", path, { body, headers: { "request-id": requestId } })
      const noId = await world.call(callers.a, "POST", path, { body, headers: { "service-wallet-signature": stamp } })
      expect([...reasonOf(noStamp), noStamp.body.details.check]).toEqual([
        ...refused("Signature header missing"),
        "WALLET_SIGNATURE_MISSING"
      ])
      expect([...reasonOf(noId), noId.body.details.check]).toEqual([
        ...refused("Request-Id header missing"),
        "REQUEST_ID_MISSING"
      ])
    }))

  it("I2 R3: is refused with another body, and not with the same JSON in another order and spacing", async () => {
    await withPending(async ({ body, challenge, keys, path }) => {
      const headers = retryHeaders(challenge, keys)
      const other = { ...body, encryptedOtpBundle: body.encryptedOtpBundle.replace(/.{6}$/u, '0000"}') }
      const answer = await world.call(callers.a, "POST", path, { body: other, headers })
      expect(reasonOf(answer)).toEqual(refused("Retry body differs"))
    })
    const { credentialId } = await world.customer(callers.a)
    const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
    const raw = `{ "encryptedOtpBundle" : ${JSON.stringify(body.encryptedOtpBundle)},\n "type":"EMAIL_OTP" }`
    expect((await world.call(callers.a, "POST", path, { raw, headers: retryHeaders(challenge, keys) })).status).toBe(
      200
    )
  })

  it("R4: is refused with a request id of another operation, target or credential", async () => {
    const ada = await world.customer(callers.a)
    const bob = await world.customer(callers.a, "bob@example.com")
    const opened = await session(world, callers.a, ada.credentialId)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, ada.credentialId)
    const reason = refused("Request id belongs to another call")
    const asRevoke = await world.call(callers.a, "DELETE", `/auth/sessions/${opened.session.id}`, {
      headers: retryHeaders(challenge, keys)
    })
    expect(reasonOf(asRevoke)).toEqual(reason)
    expect(reasonOf(await verify(callers.a, bob.credentialId, body, retryHeaders(challenge, keys)))).toEqual(reason)
    const revoke = await world.call(callers.a, "DELETE", `/auth/sessions/${opened.session.id}`)
    expect(reasonOf(await verify(callers.a, ada.credentialId, body, retryHeaders(revoke.body, opened.keys)))).toEqual(
      reason
    )
    expect(await sessionsOf(ada.accountId)).toHaveLength(1)
  })

  it("is refused with each of twenty kinds of malformed stamp, by one refusal", async () => {
    const { credentialId } = await world.customer(callers.a)
    const login = await pendingLogin(world, callers.a, credentialId)
    const table = malformedStamps(login.challenge.payloadToSign, login.keys.privateKey).filter(({ header }) =>
      isHeader(header)
    )
    expect(table.length).toBeGreaterThanOrEqual(20)
    for (const { header, name } of table) {
      const fresh = await world.customer(callers.a, "fresh@example.com")
      const { body, challenge, path } = await pendingLogin(world, callers.a, fresh.credentialId)
      const headers = { "request-id": challenge.requestId, "service-wallet-signature": header }
      const answer = await world.call(callers.a, "POST", path, { body, headers })
      expect([name, ...reasonOf(answer)]).toEqual([name, ...refused("Malformed stamp")])
      expect(await sessionsOf(fresh.accountId)).toEqual([])
    }
  })

  it("is void after ten invalid stamps", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    for (let time = 0; time < 10; time += 1) {
      expect((await verify(callers.a, credentialId, body, retryHeaders(challenge, keyPair()))).body.reason).toBe(
        "Stamp key may not sign this request"
      )
    }
    expect(reasonOf(await verify(callers.a, credentialId, body, retryHeaders(challenge, keys)))).toEqual(
      refused("Request id invalidated")
    )
    expect(await sessionsOf(accountId)).toEqual([])
  })

  it("K2: accepts a signature with the other S value, and still only once", async () => {
    const { credentialId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    expect((await verify(callers.a, credentialId, body, retryHeaders(challenge, keys))).status).toBe(200)
    const repeated = signStamp(challenge.payloadToSign, keys.privateKey)
    const headers = { "request-id": challenge.requestId, "service-wallet-signature": repeated }
    expect((await verify(callers.a, credentialId, body, headers)).body.reason).toBe("Request id already used")
  })

  it("R9: is refused when the signing session ended between the calls", async () => {
    const { credentialId } = await world.customer(callers.a)
    const target = await session(world, callers.a, credentialId)
    const signer = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${target.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const end = await world.call(callers.a, "DELETE", `/auth/sessions/${signer.session.id}`)
    await world.call(callers.a, "DELETE", `/auth/sessions/${signer.session.id}`, {
      headers: retryHeaders(end.body, signer.keys)
    })
    const answer = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, signer.keys) })
    expect(reasonOf(answer)).toEqual(refused("Stamp key may not sign this request"))
  })

  it.each([
    [899_999, 204],
    [900_000, 401]
  ])("I10 S9: a session opened %d ms ago signs with %d", async (age, status) => {
    const { credentialId } = await world.customer(callers.a)
    const signer = await session(world, callers.a, credentialId)
    world.pass(700_000)
    const target = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${target.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    world.pass(age - 700_000)
    const answer = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, signer.keys) })
    expect(answer.status).toBe(status)
  })
})

describe("another platform's token, and the other mode's (I9, H3, H4, S8)", () => {
  it.each([
    ["another platform", callers.b],
    ["the other mode", callers.live]
  ])("%s gets the same responses for existing ids and for ids that were never issued", async (_, unrelated) => {
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    const { body, challenge, keys } = await pendingLogin(world, callers.a, credentialId)
    const opened = await session(world, callers.a, (await world.customer(callers.a, "o@example.com")).credentialId)
    const headers = retryHeaders(challenge, keys)
    const never = (prefix: string) => `${prefix}:01890000-0000-7000-8000-000000000000`
    const pairs: ReadonlyArray<readonly [string, string, string, object]> = [
      ["GET", `/customers/${customerId}`, `/customers/${never("Customer")}`, {}],
      ["GET", `/internal-accounts/${accountId}`, `/internal-accounts/${never("InternalAccount")}`, {}],
      [
        "GET",
        `/auth/credentials?accountId=${accountId}`,
        `/auth/credentials?accountId=${never("InternalAccount")}`,
        {}
      ],
      ["GET", `/auth/sessions?accountId=${accountId}`, `/auth/sessions?accountId=${never("InternalAccount")}`, {}],
      ["POST", `/auth/credentials/${credentialId}/challenge`, `/auth/credentials/${never("AuthMethod")}/challenge`, {}],
      ["POST", `/auth/credentials/${credentialId}/verify`, `/auth/credentials/${never("AuthMethod")}/verify`, { body }],
      [
        "POST",
        `/auth/credentials/${credentialId}/verify`,
        `/auth/credentials/${never("AuthMethod")}/verify`,
        { body, headers }
      ],
      ["DELETE", `/auth/sessions/${opened.session.id}`, `/auth/sessions/${never("Session")}`, {}],
      ["DELETE", `/auth/sessions/${opened.session.id}`, `/auth/sessions/${never("Session")}`, { headers }]
    ]
    for (const [method, foreign, unknown, more] of pairs) {
      const there = await world.call(unrelated, method, foreign, more)
      const nowhere = await world.call(unrelated, method, unknown, more)
      expect([method, foreign, there.status, there.body]).toEqual([method, foreign, nowhere.status, nowhere.body])
    }
    const right = await verify(callers.a, credentialId, body, headers)
    expect(right.status).toBe(200)
  })
})

const isHeader = (text: string) => {
  try {
    return new Headers({ x: text }).get("x") === text && text.length < 16_000
  } catch {
    return false
  }
}
