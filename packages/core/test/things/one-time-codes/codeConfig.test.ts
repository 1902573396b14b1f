import { addOauth, oauthSession, proveEmail, signed } from "@countersign/harness/fixtures"
import { type Caller, callers, keyPair, makeWorld, sealed, session } from "@countersign/harness/world"
import type { MailerOptions } from "countersign"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

type CodeMail = Parameters<MailerOptions["sendCode"]>[0]
type Notice = Parameters<NonNullable<MailerOptions["sendNotice"]>>[0]

const letters: Array<CodeMail> = []
const notices: Array<Notice> = []
const mailer = {
  domains: ["acme.example"],
  sendCode: async (mail: CodeMail) => void letters.push(mail),
  sendNotice: async (mail: Notice) => void notices.push(mail)
}
const strict = makeWorld({ mailer, logs: "none", policy: { otpLength: 10, otpLifetime: 60_000 } })
afterAll(() => strict.countersign.close())
let world: ReturnType<typeof makeWorld>
beforeEach(() => {
  letters.length = 0
  notices.length = 0
  // Settings of one test do not reach the next.
  world = makeWorld({ mailer, logs: "none", policy: { emailChange: "proven" } })
  return () => world.countersign.close()
})

const branding = {
  appName: "Acme",
  sendFromEmailAddress: "login@acme.example",
  sendFromEmailSenderName: "Acme team",
  replyToEmailAddress: "help@acme.example",
  logoUrl: "https://acme.example/logo.png"
}

const configure = async (wanted: object, { call } = world, caller: Caller = callers.live) => {
  const { status } = await call(caller, "PATCH", "/config", { body: { embeddedWalletConfig: wanted } })
  expect(status).toBe(200)
}

/** Requests a code, and returns the mail with it. */
const challenged = async (own = world, caller: Caller = callers.live) => {
  const customer = await own.customer(caller)
  const path = `/auth/credentials/${customer.credentialId}`
  const { body } = await own.call(caller, "POST", `${path}/challenge`)
  await expect.poll(() => letters.length).toBe(1)
  const letter = letters[0] as CodeMail
  const submissionOf = async (code: string) => {
    const keys = keyPair()
    const bundle = await sealed(own, body.otpEncryptionTargetBundle, code, keys.publicKey)
    return { keys, submission: { type: "EMAIL_OTP", encryptedOtpBundle: bundle } }
  }
  const verify = async (code: string) =>
    own.call(caller, "POST", `${path}/verify`, { body: (await submissionOf(code)).submission })
  return { ...customer, body, path, letter, submissionOf, verify, lifetime: Date.parse(letter.expiresAt) - own.at() }
}

describe("GU7: the answer that issues a code", () => {
  it.each([
    [false, "NUMERIC"],
    [true, "ALPHANUMERIC"]
  ])("names its alphabet, for a login and for a new address: with alphanumeric %s, %s", async (alphanumeric, named) => {
    await configure({ alphanumeric })
    const { body, customerId, letter, path, submissionOf } = await challenged()
    const { keys, submission } = await submissionOf(letter.code)
    const signIn = { method: "POST", path: `${path}/verify`, body: submission }
    const opened = await signed(world, callers.live, keys, signIn)
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }
    const moved = await signed(world, callers.live, keys, change)
    const again = await world.call(callers.live, "POST", `/customers/${customerId}/email/challenge`)
    expect([body, moved.body.pendingEmail, again.body].map((each) => each.otpAlphabet)).toEqual([named, named, named])
    expect([opened.status, opened.body.otpAlphabet]).toEqual([200, undefined])
    const listed = await world.call(callers.live, "GET", `/auth/credentials?accountId=${body.accountId}`)
    expect(listed.body.data.map((each: object) => "otpAlphabet" in each)).toEqual([false])
  })

  it("names letters and digits for the recovery code that follows a lock, of a platform whose codes are digits", async () => {
    const { body, path, verify } = await challenged()
    expect(body.otpAlphabet).toBe("NUMERIC")
    for (let wrong = 0; wrong < 5; wrong += 1) await verify("999999")
    letters.length = 0
    world.pass(30 * 60_000)
    const { body: next } = await world.call(callers.live, "POST", `${path}/challenge`)
    await expect.poll(() => letters[0]?.code).toMatch(/^[2-9A-HJ-NP-Z]{13}$/u)
    expect(next.otpAlphabet).toBe("ALPHANUMERIC")
  })

  it("GC4: has no alphabet where it is the 201 of a registration", async () => {
    const { body } = await added()
    expect(["otpEncryptionTargetBundle" in body, "otpAlphabet" in body]).toEqual([true, false])
  })
})

/** An EMAIL_OTP credential that replaces the first one. */
const added = async () => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const email = await session(world, callers.a, credentialId)
  const { credentialId: oauth } = await addOauth(world, callers.a, accountId, email.keys)
  const { keys } = await oauthSession(world, callers.a, oauth)
  await signed(world, callers.a, keys, { method: "DELETE", path: `/auth/credentials/${credentialId}` })
  const addition = { method: "POST", path: "/auth/credentials", body: { type: "EMAIL_OTP", accountId } }
  return signed(world, callers.a, keys, addition)
}

describe("a platform's embeddedWalletConfig", () => {
  it("sets the length, characters, lifetime and branding of the next mail", async () => {
    const before = await challenged()
    expect([before.letter.code, before.lifetime, before.letter.branding]).toEqual([
      expect.stringMatching(/^[0-9]{6}$/u),
      300_000,
      {}
    ])
    letters.length = 0
    await configure({ ...branding, otpLength: 9, alphanumeric: true, expirationSeconds: 45 })
    const { letter, lifetime } = await challenged()
    expect([letter.code, lifetime, letter.branding]).toEqual([
      expect.stringMatching(/^[2-9A-HJ-NP-Z]{9}$/u),
      45_000,
      branding
    ])
  })

  it("accepts letters in either case", async () => {
    await configure({ otpLength: 12, alphanumeric: true })
    const { letter, verify } = await challenged()
    expect((await verify("2".repeat(12))).body.reason).toBe("Invalid OTP code")
    expect((await verify(letter.code.toLowerCase())).status).toBe(202)
  })

  it("expires a code at the exact millisecond", async () => {
    await configure({ expirationSeconds: 30 })
    const early = await challenged()
    world.pass(29_999)
    expect((await early.verify(early.letter.code)).status).toBe(202)
    letters.length = 0
    const late = await challenged()
    world.pass(30_000)
    expect((await late.verify(late.letter.code)).body.reason).toBe("OTP code expired")
  })

  it("O1: may be stricter than the host's policy, and never less strict", async () => {
    const laxer = { embeddedWalletConfig: { otpLength: 6, expirationSeconds: 600 } }
    const refused = await strict.call(callers.live, "PATCH", "/config", { body: laxer })
    expect([refused.status, refused.body.reason]).toEqual([400, "Config refused"])
    const { letter, lifetime } = await challenged(strict)
    expect([letter.code.length, lifetime]).toEqual([10, 60_000])
  })

  it("applies to the code for a new address, and to the notices to the old and the new address", async () => {
    await configure({ ...branding, otpLength: 7, alphanumeric: false, expirationSeconds: 300 })
    const { customerId, letter, path, submissionOf } = await challenged()
    const { keys, submission } = await submissionOf(letter.code)
    const signIn = { method: "POST", path: `${path}/verify`, body: submission }
    expect((await signed(world, callers.live, keys, signIn)).status).toBe(200)
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }
    letters.length = 0
    const { body } = await signed(world, callers.live, keys, change)
    await expect.poll(() => letters.map((mail) => mail.branding)).toEqual([branding])
    const { otpEncryptionTargetBundle } = body.pendingEmail
    const { code = "" } = letters[0] ?? {}
    expect((await proveEmail(world, callers.live, customerId, otpEncryptionTargetBundle, code)).status).toBe(200)
    await expect.poll(() => notices.map((notice) => notice.branding)).toEqual([branding, branding])
  })

  /** An answer to the code of the addition of a credential. */
  const answerToAdded = async () => {
    const { body } = await added()
    return async (code: string) => {
      const bundle = await sealed(world, body.otpEncryptionTargetBundle, code, keyPair().publicKey)
      const answer = await world.call(callers.a, "POST", `/auth/credentials/${body.id}/verify`, {
        body: { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
      })
      return answer.body.reason
    }
  }

  it("applies to the code of an added credential", async () => {
    await configure({ expirationSeconds: 30 }, world, callers.a)
    const verify = await answerToAdded()
    world.pass(30_000)
    expect(await verify("000000")).toBe("OTP code expired")
  })

  it("FA11: the code of an added credential is not a recovery code: five wrong answers lock it", async () => {
    const verify = await answerToAdded()
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await verify("999999")).toBe("Invalid OTP code")
    expect(await verify("000000")).toBe("Too many wrong OTP codes")
  })

  it("I9: applies to one platform and mode only", async () => {
    await configure({ otpLength: 12 })
    const { letter } = await challenged(world, callers.liveB)
    expect([letter.code.length, letter.branding]).toEqual([6, {}])
  })

  it("leaves the sandbox code unchanged", async () => {
    await configure({ otpLength: 12 }, world, callers.a)
    const { credentialId } = await world.customer(callers.a)
    const keys = keyPair()
    const { body } = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    const bundle = await sealed(world, body.otpEncryptionTargetBundle, "000000", keys.publicKey)
    const submission = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body: submission })
    expect(answer.status).toBe(202)
  })

  it.each([
    { otpLength: 5 },
    { otpLength: 13 },
    { otpLength: 6.5 },
    { expirationSeconds: 0 },
    { expirationSeconds: 601 },
    { alphanumeric: "yes" },
    { replyToEmailAddress: "help@acme.example, eve@example.com" },
    { sendFromEmailSenderName: "Acme\u2028" }
  ])("rejects %j, naming the field", async (wanted) => {
    const { body, status } = await world.call(callers.live, "PATCH", "/config", {
      body: { embeddedWalletConfig: wanted }
    })
    expect([status, body.code, body.details.errors[0].field]).toEqual([
      400,
      "INVALID_INPUT",
      `embeddedWalletConfig.${Object.keys(wanted)[0]}`
    ])
  })
})
