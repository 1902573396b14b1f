import { decodeStamp, isPublicKey, verifyStamp } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { type AuthMethod, CountersignError, generateKeyPair } from "../src/index.ts"
import { CODE, clientOf, openService, refusal, rejection, secretOf } from "./service.ts"

describe("an e-mail code login", () => {
  it("requests only the code and returns a session", async () => {
    const service = openService()
    const requested: AuthMethod[] = []
    const session = await clientOf(service).emailOtp.login({
      credentialId: service.credentialId,
      code: async (challenge) => {
        requested.push(challenge)
        return CODE
      }
    })
    expect(session).toMatchObject({ accountId: service.accountId, type: "EMAIL_OTP", nickname: "zoë@example.com" })
    expect(service.sessions.get(session.id)?.key).toBe(session.signer.publicKey)
    expect(isPublicKey(session.signer.publicKey)).toBe(true)
    expect(requested).toHaveLength(1)
    expect(requested[0]).toMatchObject({ id: service.credentialId, nickname: "zoë@example.com" })
  })

  it("calls challenge, verify and verify, with the same body bytes in the last two", async () => {
    const service = openService()
    await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    const verify = `POST /auth/credentials/${service.credentialId}/verify`
    const [challenge, first, second] = service.arrivals
    expect(service.arrivals.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /auth/credentials/${service.credentialId}/challenge`,
      verify,
      verify
    ])
    expect(challenge?.body).toBe("")
    expect(challenge?.headers.has("content-type")).toBe(false)
    expect(first?.body).not.toBe("")
    expect(second?.body).toBe(first?.body)
  })

  it("sends the stamp and the request id only on the retry", async () => {
    const service = openService()
    const session = await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    const [, first, second] = service.arrivals
    expect(first?.headers.has("request-id")).toBe(false)
    expect(first?.headers.has("service-wallet-signature")).toBe(false)
    expect(second?.headers.get("request-id")).toMatch(/^Request:/u)
    const stamp = decodeStamp(second?.headers.get("service-wallet-signature") ?? "")
    expect(stamp.publicKey).toBe(session.signer.publicKey)
    expect(verifyStamp(stamp, service.payloads[0] ?? "")).toBe(true)
  })

  it("never sends the code or the private key", async () => {
    const service = openService()
    const session = await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    const sent = JSON.stringify(service.arrivals.map(({ body, headers, path }) => [path, body, [...headers]]))
    expect(sent).not.toContain(CODE)
    expect(sent).not.toContain(Buffer.from(secretOf(session)).toString("hex"))
  })

  it("uses a new key for each login, or the given one", async () => {
    const service = openService()
    const { emailOtp } = clientOf(service)
    const { credentialId } = service
    const given = await generateKeyPair()
    const one = await emailOtp.login({ credentialId, code: () => CODE })
    const two = await emailOtp.login({ credentialId, code: () => CODE })
    const three = await emailOtp.login({ credentialId, code: () => CODE, keyPair: given })
    expect(one.signer.publicKey).not.toBe(two.signer.publicKey)
    expect(three.signer.publicKey).toBe(given.publicKey)
  })

  it("throws the server's reason for a wrong code, and a new login works", async () => {
    const service = openService()
    const { emailOtp } = clientOf(service)
    const { credentialId } = service
    const error = await rejection(emailOtp.login({ credentialId, code: () => "271828" }))
    expect(error).toBeInstanceOf(CountersignError)
    expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED", reason: "Invalid OTP code" })
    expect(error).toHaveProperty("message", "UNAUTHORIZED: Invalid OTP code. What to do.")
    expect(await emailOtp.login({ credentialId, code: () => CODE })).toHaveProperty("expiresAt")
  })

  it("requests the code twice more after a wrong code, with the same challenge", async () => {
    const service = openService()
    const requested: (readonly [string, number])[] = []
    const answers = ["271828", "161803", CODE]
    const session = await clientOf(service).emailOtp.login({
      credentialId: service.credentialId,
      code: (challenge, attempt) => {
        requested.push([challenge.otpEncryptionTargetBundle ?? "", attempt])
        return answers[attempt - 1]
      }
    })
    expect(service.sessions.get(session.id)?.key).toBe(session.signer.publicKey)
    expect(requested.map(([, attempt]) => attempt)).toEqual([1, 2, 3])
    expect(new Set(requested.map(([bundle]) => bundle)).size).toBe(1)
    expect(service.arrivals.map(({ path }) => path.split("/").at(-1))).toEqual([
      "challenge",
      ...["verify", "verify", "verify", "verify"]
    ])
  })

  it.each([
    ["a third wrong code", ["1", "2", "3", CODE], 3],
    ["no code", ["1", undefined, CODE], 1],
    ["the code that was just refused, which is not sent", ["1", "1", "1"], 1],
    ["an earlier refused code, which is not sent", ["1", "2", "1"], 2]
  ])("gives up after %s", async (_, answers, sent) => {
    const service = openService()
    const code = (__: AuthMethod, attempt: number) => answers[attempt - 1]
    const error = await rejection(clientOf(service).emailOtp.login({ credentialId: service.credentialId, code }))
    expect(error).toHaveProperty("message", "UNAUTHORIZED: Invalid OTP code. What to do.")
    expect(service.arrivals).toHaveLength(1 + sent)
  })

  it("throws when the first attempt returns no code, and rethrows errors of a later attempt", async () => {
    const service = openService()
    const { emailOtp } = clientOf(service)
    const none = emailOtp.login({ credentialId: service.credentialId, code: () => undefined })
    expect(await rejection(none)).toEqual(new TypeError("No code was given"))
    const closed = new Error("the user closed the dialog")
    const later = emailOtp.login({
      credentialId: service.credentialId,
      code: (_, attempt) => (attempt === 1 ? "1" : Promise.reject(closed))
    })
    expect(await rejection(later)).toBe(closed)
  })

  it("does not request the code again after any other refusal", async () => {
    const requested: number[] = []
    const service = openService()
    const serve: typeof fetch = async (input, init) =>
      String(input).endsWith("/verify")
        ? refusal(401, "UNAUTHORIZED", "Too many wrong OTP codes")
        : service.fetch(input, init)
    const code = (_: AuthMethod, attempt: number) => `${requested.push(attempt)}`
    const login = clientOf({ fetch: serve }).emailOtp.login({ credentialId: service.credentialId, code })
    expect(await rejection(login)).toHaveProperty("reason", "Too many wrong OTP codes")
    expect(requested).toEqual([1])
  })

  it.each(["314 159", " 314159\n", "3 1 4\u00a0159", "\t314-159".replace("-", " ")])(
    "takes the code as it was mailed or pasted: %j",
    async (pasted) => {
      const service = openService()
      const asked: Array<number> = []
      const code = (_: unknown, attempt: number) => {
        asked.push(attempt)
        return pasted
      }
      const session = await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code })
      expect([session.type, asked]).toEqual(["EMAIL_OTP", [1]])
    }
  )

  it.each([
    ["an empty code", ""],
    ["a blank code", " \t\n"],
    ["a long code", "1".repeat(65)],
    ["a sentence", "the code, please!"],
    ["letters that no code has", "één"]
  ])("asks again after %s, and sends nothing of it (GD5)", async (_, first) => {
    const service = openService()
    const asked: number[] = []
    const code = (_challenge: unknown, attempt: number) => {
      asked.push(attempt)
      return attempt === 1 ? first : CODE
    }
    const session = await clientOf(service).emailOtp.login({ credentialId: service.credentialId, code })
    expect([session.type, asked]).toEqual(["EMAIL_OTP", [1, 2]])
    // The challenge, and the two legs of the right code.
    expect(service.arrivals).toHaveLength(3)
  })

  it("throws after three texts that no code can be, of which it sends none (GD5)", async () => {
    const service = openService()
    const login = clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: () => "?" })
    expect(await rejection(login)).toEqual(new TypeError("No code was given"))
    expect(service.arrivals).toHaveLength(1)
  })

  it("rethrows errors of the code callback", async () => {
    const service = openService()
    const closed = new Error("the user closed the dialog")
    const login = clientOf(service).emailOtp.login({
      credentialId: service.credentialId,
      code: () => Promise.reject(closed)
    })
    expect(await rejection(login)).toBe(closed)
  })
})
