import { rounds } from "@countersign/harness/rounds"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import {
  type ActiveSession,
  type Client,
  CountersignError,
  createClient,
  generateKeyPair,
  NetworkError,
  UnexpectedAnswerError
} from "../src/index.ts"
import { stubBrowser } from "./browser.ts"
import { damage, garbage } from "./garbage.ts"
import { CODE, clientAnswered, clientOf, json, openService, refusal, rejection, SECRET } from "./service.ts"

const RUNS = rounds(200, 60)

const accountId = "InternalAccount:0199d000-0000-7000-8000-000000000000"
const credentialId = "AuthMethod:0199d000-0000-7000-8000-000000000000"
const sessionId = "Session:0199d000-0000-7000-8000-000000000000"
const signer = await generateKeyPair()
const active: ActiveSession = {
  id: sessionId,
  accountId,
  type: "PASSKEY",
  nickname: "x",
  createdAt: "2025-10-13T08:00:00.000Z",
  updatedAt: "2025-10-13T08:00:00.000Z",
  expiresAt: "2025-10-13T09:00:00.000Z",
  signer
}

beforeAll(() => {
  stubBrowser()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const operations: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ["emailOtp.login", (client) => client.emailOtp.login({ credentialId, code: () => CODE })],
  [
    "signedRetry",
    (client) => client.signedRetry({ method: "POST", path: "/x", body: [], signer, confirm: () => true })
  ],
  ["sessions.list", (client) => client.sessions.list(accountId)],
  ["sessions.revokeOthers", (client) => client.sessions.revokeOthers(accountId, { signer })],
  ["credentials.rename", (client) => client.credentials.rename(credentialId, "x", { signer })],
  ["sessions.revoke", (client) => client.sessions.revoke(sessionId, { signer })],
  ["sessions.refresh", (client) => client.sessions.refresh(active)],
  ["passkeys.register", (client) => client.passkeys.register({ accountId, nickname: "x", signer })],
  ["passkeys.login", (client) => client.passkeys.login({ credentialId })],
  ["oauth.login", (client) => client.oauth.login({ credentialId, token: () => "a.b.c" })],
  ["addCredential", (client) => client.addCredential({ type: "EMAIL_OTP", accountId }, { signer })],
  ["revokeCredential", (client) => client.revokeCredential(credentialId, { signer })],
  ["exportWallet", (client) => client.exportWallet(accountId, { signer })],
  ["credentials.list", (client) => client.credentials.list(accountId)],
  ["credentials.challenge", (client) => client.credentials.challenge(credentialId)]
]

describe.each(operations)("%s", (_, operation) => {
  it("throws a refusal with its code, details and seconds to wait", async () => {
    const details = { check: "OTP_LOCKED", errors: [{ field: "a.b", message: "Too many" }] }
    const body = { status: 429, code: "RATE_LIMITED", message: "Ask later.", details }
    const error = await rejection(operation(clientAnswered(() => json(429, body, { "retry-after": "30" }))))
    expect(error).toBeInstanceOf(CountersignError)
    expect(error).toMatchObject({ status: 429, code: "RATE_LIMITED", details, retryAfter: 30 })
    expect(error).toHaveProperty("message", "RATE_LIMITED: Ask later.")
    expect(error).not.toHaveProperty("reason")
  })

  it("throws UnexpectedAnswerError for a proxy's page", async () => {
    for (const status of [200, 202, 404, 502]) {
      const page = () => new Response(`<html>${SECRET}</html>`, { status, headers: { "content-type": "text/html" } })
      const error = await rejection(operation(clientAnswered(page)))
      expect(error).toBeInstanceOf(UnexpectedAnswerError)
      expect(error).toHaveProperty("status", status)
      expect(String(error)).not.toContain(SECRET)
    }
  })

  it("throws UnexpectedAnswerError for a redirect and does not follow it", async () => {
    let redirect: unknown
    const serve: typeof fetch = async (_, init) => {
      redirect = init?.redirect
      return refusal(307, "MOVED", undefined, { location: "http://elsewhere.test/" })
    }
    expect(await rejection(operation(clientOf({ fetch: serve })))).toBeInstanceOf(UnexpectedAnswerError)
    expect(redirect).toBe("manual")
  })

  it("throws NetworkError when no response arrives and when it breaks off", async () => {
    const cause = new TypeError("fetch failed")
    const broken = () => new Response(new ReadableStream({ start: (stream) => stream.error(cause) }))
    for (const reply of [() => Promise.reject(cause), broken]) {
      const error = await rejection(operation(clientAnswered(reply)))
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toHaveProperty("cause", cause)
    }
  })

  it("throws one of the three errors or returns, for any response", async () => {
    await fc.assert(
      fc.asyncProperty(garbage, async (reply) => {
        await expectOurs(operation(clientAnswered(reply)))
      }),
      { numRuns: RUNS }
    )
  })
})

describe("a missing argument", () => {
  it.each<readonly [string, object | undefined]>([
    ["baseUrl", undefined],
    ["baseUrl", {}],
    ["baseUrl", { bundleSigner: signer.publicKey }],
    ["bundleSigner", { baseUrl: "/wallet/2025-10-13" }]
  ])("of createClient is named: %s of %j", (name, options) => {
    // As a caller without TypeScript calls it.
    expect(() => Reflect.apply(createClient, undefined, [options])).toThrow(`createClient needs ${name}`)
  })

  it("of an operation is named, before anything is sent", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const client = clientOf({ fetch })
    const missing: ReadonlyArray<readonly [string, () => unknown]> = [
      ["credentialId", () => Reflect.apply(client.emailOtp.login, undefined, [{ code: () => "1" }])],
      ["credentialId", () => Reflect.apply(client.passkeys.login, undefined, [{}])],
      ["credentialId", () => Reflect.apply(client.oauth.login, undefined, [{ token: () => "t" }])],
      ["credentialId", () => client.revokeCredential("", { signer })],
      ["accountId", () => Reflect.apply(client.sessions.list, undefined, [])],
      ["accountId", () => Reflect.apply(client.credentials.list, undefined, [undefined])],
      ["accountId", () => Reflect.apply(client.exportWallet, undefined, [undefined, { signer }])],
      ["sessionId", () => Reflect.apply(client.sessions.revoke, undefined, [undefined, { signer }])]
    ]
    for (const [name, call] of missing) {
      const error = await rejection(Promise.resolve().then(call))
      expect(error).toEqual(new TypeError(`${name} is missing`))
    }
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe("an address outside baseUrl", () => {
  it("that answers 404 is named as such", async () => {
    const client = clientOf({ fetch: async () => json(404, { error: "Not here" }) })
    const error = await rejection(client.signedRetry({ method: "POST", path: "/payouts", signer, confirm: () => true }))
    expect(String(error)).toContain("no endpoint of this API. Check baseUrl. For one of your own")
  })

  it("of another origin that sends no response to a page names CORS as the likely cause", async () => {
    const blocked: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"))
    const attempt = () => rejection(clientOf({ fetch: blocked }).sessions.list(accountId))
    vi.stubGlobal("location", new URL("https://app.example/"))
    expect(String(await attempt())).toMatch(
      /received no response\. If the server is up, it does not allow pages of this origin \(CORS\)/u
    )
    vi.stubGlobal("location", new URL("http://service.test/page"))
    expect(String(await attempt())).toMatch(/received no response$/u)
    stubBrowser()
  })
})

describe("a login that fails midway", () => {
  const spoiled = fc.oneof(
    garbage.map((reply) => async () => reply()),
    damage
  )

  it("throws one of the three errors or returns, whichever response is damaged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 2 }), spoiled, async (step, spoil) => {
        const service = openService()
        const serve: typeof fetch = async (input, init) => {
          const reply = await service.fetch(input, init)
          return service.arrivals.length === step + 1 ? spoil(reply) : reply
        }
        const { emailOtp } = clientOf({ fetch: serve })
        await expectOurs(emailOtp.login({ credentialId: service.credentialId, code: () => CODE }))
      }),
      { numRuns: RUNS }
    )
  })
})

describe("an error", () => {
  it("finds the reason at either place in the body", async () => {
    const body = { status: 401, code: "UNAUTHORIZED", message: "Long.", details: { reason: "Malformed stamp" } }
    const error = await rejection(clientAnswered(() => json(401, body)).credentials.list(accountId))
    expect(error).toHaveProperty("message", "UNAUTHORIZED: Malformed stamp. Long.")
    expect(error).toHaveProperty("reason", "Malformed stamp")
  })

  it("FU4: has the id of the call for the server's logs, and no such property without one", async () => {
    const answered = (headers: Record<string, string>) =>
      rejection(
        clientAnswered(() => refusal(404, "REFERENCE_NOT_FOUND", undefined, headers)).credentials.list(accountId)
      )
    expect(await answered({ "x-request-id": "Call:1" })).toHaveProperty("requestId", "Call:1")
    expect(await answered({})).not.toHaveProperty("requestId")
  })

  it("has the docs link of the refusal, and no such property without one", async () => {
    const body = {
      status: 401,
      code: "UNAUTHORIZED",
      message: "Long.",
      docs: "docs/generated/errors.md#stampmalformed"
    }
    const error = await rejection(clientAnswered(() => json(401, body)).credentials.list(accountId))
    expect(error).toHaveProperty("docs", body.docs)
    const older = await rejection(clientAnswered(() => refusal(401, "UNAUTHORIZED")).credentials.list(accountId))
    expect(older).not.toHaveProperty("docs")
  })

  it.each(["Wed, 21 Oct 2015 07:28:00 GMT", "-1", "1.5", "1e9", "9".repeat(400)])(
    "ignores a Retry-After that is not a number of seconds: %s",
    async (value) => {
      const client = clientAnswered(() => refusal(429, "RATE_LIMITED", undefined, { "retry-after": value }))
      expect(await rejection(client.credentials.list(accountId))).not.toHaveProperty("retryAfter")
    }
  )

  it("contains neither the code, nor the key, nor the API token", async () => {
    const service = openService()
    const keyPair = await generateKeyPair()
    const login = clientOf(service).emailOtp.login({
      credentialId: service.credentialId,
      code: () => "271828",
      keyPair
    })
    const error = await rejection(login)
    const shown = JSON.stringify([error, String(error), error instanceof Error ? error.stack : ""])
    for (const secret of ["271828", SECRET, Buffer.from(keyPair.privateKey).toString("hex")]) {
      expect(shown).not.toContain(secret)
    }
  })

  it("GD17: reads a Retry-After that is a date by the clock of the answer", async () => {
    for (const [after, seconds] of [
      ["Tue, 14 Nov 2023 22:13:50 GMT", 30],
      ["Tuesday, 14-Nov-23 22:13:50 GMT", 30],
      ["Tue, 14 Nov 2023 22:13:00 GMT", 0]
    ] as const) {
      const dated = { date: "Tue, 14 Nov 2023 22:13:20 GMT", "retry-after": after }
      const client = clientAnswered(() => refusal(429, "RATE_LIMITED", undefined, dated))
      expect(await rejection(client.credentials.list(accountId))).toMatchObject({ retryAfter: seconds })
    }
  })

  it("rejects with NetworkError when the connection is refused", async () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1/2025-10-13", bundleSigner: signer.publicKey })
    expect(await rejection(client.sessions.list(accountId))).toBeInstanceOf(NetworkError)
  })
})

const expectOurs = async (promise: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([promise])
  if (outcome.status === "fulfilled") return
  const error: unknown = outcome.reason
  const ours = [CountersignError, UnexpectedAnswerError, NetworkError]
  if (!ours.some((kind) => error instanceof kind)) throw error
}
