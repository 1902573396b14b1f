import { addPasskey, passkeySession, RP, signed } from "@countersign/harness/fixtures"
import { callers, type Keys, keyPair, makeWorld, retryHeaders, sealed } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import type { MailerOptions } from "../../src/index.ts"

type CodeMail = Parameters<MailerOptions["sendCode"]>[0]

const letters: Array<CodeMail> = []
const world = makeWorld({
  logs: "none",
  mailer: { sendCode: async (mail) => void letters.push(mail) },
  production: { passkeys: { rpIds: [RP.rpId], origins: [RP.origin] } }
})
afterAll(() => world.countersign.close())
beforeEach(() => {
  letters.length = 0
})

const LOCK = 1_800_000
const challenge = (credentialId: string) =>
  world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
const submit = async (credentialId: string, bundle: string, code: string, keys: Keys = keyPair()) => {
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, code, keys.publicKey) }
  return {
    keys,
    body,
    answer: await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/verify`, { body })
  }
}

/** A mailed code, and the bundle with the key that the answer is sealed to. */
const coded = async (credentialId: string) => {
  const sent = letters.length
  const { body, status } = await challenge(credentialId)
  expect(status).toBe(200)
  await expect.poll(() => letters.length).toBe(sent + 1)
  return { bundle: String(body.otpEncryptionTargetBundle), code: letters[sent]?.code ?? "" }
}

/** A login with the right code: the response to its signed retry, and the session's key pair. */
const opened = async (credentialId: string, bundle: string, code: string) => {
  const { answer, body, keys } = await submit(credentialId, bundle, code)
  const headers = retryHeaders(answer.body, keys)
  const done = await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/verify`, { body, headers })
  return { status: done.status, keys }
}

/** A customer whose EMAIL_OTP credential an anonymous caller has locked with wrong codes. */
const lockedOut = async () => {
  const customer = await world.customer(callers.live)
  const { bundle } = await coded(customer.credentialId)
  for (let wrong = 0; wrong < 5; wrong += 1) {
    const { answer } = await submit(customer.credentialId, bundle, "000000")
    expect(answer.status).toBe(401)
  }
  return customer
}

describe("FA11: the owner of an EMAIL_OTP credential that an anonymous caller guesses at", () => {
  it("gets a new code when the lock ends, at the exact millisecond, and opens a session with it", async () => {
    const { credentialId } = await lockedOut()
    world.pass(LOCK - 1)
    const early = await challenge(credentialId)
    expect([early.status, early.body.details.check, early.headers.get("retry-after")]).toEqual([429, "OTP_LOCKED", "1"])
    world.pass(1)
    const { bundle, code } = await coded(credentialId)
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{13}$/u)
    expect((await opened(credentialId, bundle, code)).status).toBe(200)
  })

  it("is not locked out by 30 more wrong codes after the lock, before or after the mail arrives", async () => {
    const { credentialId } = await lockedOut()
    world.pass(LOCK)
    const { bundle, code } = await coded(credentialId)
    for (let wrong = 0; wrong < 30; wrong += 1) {
      const { answer } = await submit(credentialId, bundle, "000000")
      expect([answer.status, answer.body.reason]).toEqual([401, "Invalid OTP code"])
    }
    expect((await submit(credentialId, bundle, code.toLowerCase())).answer.status).toBe(202)
    // A right code resets the counts: the next code has its normal length again.
    expect((await coded(credentialId)).code).toMatch(/^[0-9]{6}$/u)
  })

  it("I15: with parallel wrong codes exactly five are checked, and one lock begins", async () => {
    const { credentialId } = await world.customer(callers.live)
    const { bundle, code } = await coded(credentialId)
    const answers = await Promise.all(Array.from({ length: 40 }, () => submit(credentialId, bundle, "000000")))
    const reasons = answers.map(({ answer }) => answer.body.reason)
    expect(reasons.filter((reason) => reason === "Invalid OTP code")).toHaveLength(5)
    expect((await submit(credentialId, bundle, code)).answer.body.reason).toBe("Too many wrong OTP codes")
  })

  it("I15: a right recovery code opens the session in a race with wrong ones, in 5 rounds", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { credentialId } = await lockedOut()
      world.pass(LOCK)
      const { bundle, code } = await coded(credentialId)
      const wrong = () => submit(credentialId, bundle, "000000")
      const [, , mine] = await Promise.all([wrong(), wrong(), submit(credentialId, bundle, code), wrong(), wrong()])
      expect([round, mine?.answer.status]).toEqual([round, 202])
    }
  })

  it("lifts the lock with a session of another credential, and not without a session or with another account's", async () => {
    const customer = await world.customer(callers.live)
    const { bundle, code } = await coded(customer.credentialId)
    const first = await opened(customer.credentialId, bundle, code)
    expect(first.status).toBe(200)
    const passkey = await addPasskey(world, callers.live, customer.accountId, first.keys)
    const attacked = await coded(customer.credentialId)
    for (let wrong = 0; wrong < 5; wrong += 1) await submit(customer.credentialId, attacked.bundle, "000000")
    // A session of the locked credential does not lift the lock.
    expect((await challenge(customer.credentialId)).status).toBe(429)
    const owner = await passkeySession(world, callers.live, passkey.credentialId, passkey.authenticator)
    const repeated = await coded(customer.credentialId)
    expect(repeated.code).toHaveLength(13)
    expect((await submit(customer.credentialId, repeated.bundle, repeated.code)).answer.status).toBe(202)

    // A revoked session does not lift the lock.
    const next = await coded(customer.credentialId)
    for (let wrong = 0; wrong < 5; wrong += 1) await submit(customer.credentialId, next.bundle, "000000")
    const ended = { method: "DELETE", path: `/auth/sessions/${owner.session.id}` }
    expect((await signed(world, callers.live, owner.keys, ended)).status).toBe(204)
    expect((await challenge(customer.credentialId)).status).toBe(429)
  })
})
