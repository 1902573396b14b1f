import { type Json, publicKeyOf, uncompressedHex } from "@countersign/wire"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ClientOptions, generateKeyPair, type SignedOperation, UnexpectedAnswerError } from "../src/index.ts"
import { openAccount } from "./account.ts"
import { contextOf, payloadOf } from "./payload.ts"
import { BASE_URL, CODE, clientOf, json, openService, rejection } from "./service.ts"

const requestId = "Request:0199d000-0000-7000-8000-000000000000"
const another = "Request:0199d000-0000-7000-8000-000000000001"
const session = "Session:0199d000-0000-7000-8000-0000000000ab"

/** A backend that returns this payload to every first call, and success to every retry. */
const handing = (payloadToSign: string, options: Partial<ClientOptions>) => {
  const sent: string[] = []
  const serve: typeof fetch = async (input) => {
    sent.push(String(input))
    const expiresAt = "2025-10-13T08:05:00Z"
    return sent.length === 1 ? json(202, { type: "OAUTH", payloadToSign, requestId, expiresAt }) : json(200, "done")
  }
  return { sent, client: clientOf({ fetch: serve }, options) }
}

const key = await generateKeyPair()

/** A key that records what it signs. */
const countingKey = () => {
  const signed: string[] = []
  const sign = (payload: string) => {
    signed.push(payload)
    return key.sign(payload)
  }
  return { signed, signer: { publicKey: key.publicKey, sign, forget: () => {} } }
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))
const textOf = (body: Json | undefined) => (body === undefined ? "" : JSON.stringify(body))

const call = { method: "POST", path: `/auth/sessions/${session}/refresh`, body: { clientPublicKey: "04ab" } }
const context = contextOf({ ...call, body: JSON.stringify(call.body) }, requestId)

const attempt = async (payload: string, operation: Omit<SignedOperation, "signer"> = call, baseUrl = BASE_URL) => {
  const { client, sent } = handing(payload, { baseUrl })
  const { signed, signer } = countingKey()
  const [outcome] = await Promise.allSettled([client.signedRetry({ ...operation, signer, confirm: () => true })])
  return { sent: sent.length, signed, error: outcome.status === "rejected" ? outcome.reason : undefined }
}

const OTHER_PATH = "path\\. Where a proxy changes it, .*strippedPrefix"
const ANOTHER_PATH = `the payload to sign is for another ${OTHER_PATH}`

const expectRefused = ({ error, sent, signed }: Awaited<ReturnType<typeof attempt>>, problem: string) => {
  expect(error).toBeInstanceOf(UnexpectedAnswerError)
  expect(error).toHaveProperty("message", expect.stringMatching(new RegExp(`answered 202: ${problem}$`, "u")))
  expect([sent, signed]).toEqual([1, []])
}

describe("a payload to sign (R17)", () => {
  it("signs a payload for the exact call that was made", async () => {
    const payload = payloadOf(context)
    expect(await attempt(payload)).toEqual({ sent: 2, signed: [payload], error: undefined })
  })

  it.each([
    ["request id", { requestId: another }],
    ["method", { method: "DELETE" }],
    [OTHER_PATH, { path: `/auth/sessions/${session}` }],
    [OTHER_PATH, { path: "" }],
    [OTHER_PATH, { path: call.path.replace("refresh", "export") }],
    ["body", { bodyDigest: contextOf({ ...call, body: '{"clientPublicKey":"04ac"}' }, requestId).bodyDigest }],
    ["body", { bodyDigest: contextOf({ ...call, body: "" }, requestId).bodyDigest }],
    ["body", { bodyDigest: "" }],
    ["body", { bodyDigest: context.bodyDigest.toUpperCase() }]
  ])("does not sign a payload for another %s: %j", async (what, swapped) => {
    expectRefused(await attempt(payloadOf({ ...context, ...swapped })), `the payload to sign is for another ${what}`)
  })

  it("does not sign a payload with a body for a call without one", async () => {
    const bare = { method: "DELETE", path: `/auth/sessions/${session}` }
    const own = contextOf({ ...bare, body: "" }, requestId)
    expect((await attempt(payloadOf(own), bare)).sent).toBe(2)
    const empty = contextOf({ ...bare, body: "{}" }, requestId)
    expectRefused(await attempt(payloadOf(empty), bare), "the payload to sign is for another body")
  })

  it.each(Object.keys(context))(
    "does not sign when the context lacks its %s or has a value of another type",
    async (name) => {
      const problem = "the payload to sign does not say what it is for"
      const without = Object.fromEntries(Object.entries(context).filter(([field]) => field !== name))
      for (const damaged of [without, { ...context, [name]: null }, { ...context, [name]: [Object(context)[name]] }]) {
        expectRefused(await attempt(payloadOf(damaged)), problem)
      }
    }
  )

  it.each([
    ["beside the parameters", { context }],
    ["in an array", { parameters: [{ context }] }],
    ["as text", { parameters: { context: JSON.stringify(context) } }],
    ["deeper", { parameters: { parameters: { context } } }],
    ["nowhere", {}],
    ["nowhere, in a null payload", null],
    ["nowhere, in a text payload", JSON.stringify(context)]
  ])("does not sign when its context is %s", async (_, payload) => {
    const problem = "the payload to sign does not say what it is for"
    expectRefused(await attempt(JSON.stringify(payload)), problem)
  })

  it.each([
    ["is not JSON", `payload of ${call.path}`, "JSON_MALFORMED"],
    ["is empty", "", "JSON_MALFORMED"],
    ["has trailing text", `${payloadOf(context)}{}`, "JSON_MALFORMED"],
    ["repeats its parameters", payloadOf(context).replace("{", '{"parameters":{},'), "JSON_DUPLICATE_KEY"],
    ["repeats its path", payloadOf(context).replace('"path"', '"path":"/x","path"'), "JSON_DUPLICATE_KEY"],
    [
      "spells a key with an escape",
      payloadOf(context).replace('"path"', '"p\\u0061th":"/x","path"'),
      "JSON_DUPLICATE_KEY"
    ],
    ["sets a prototype", payloadOf(context).replace("{", '{"__proto__":{},'), "JSON_MALFORMED"]
  ])("does not sign when the payload %s", async (_, payload, code) => {
    const attempted = await attempt(payload)
    expectRefused(attempted, "the payload to sign is not JSON")
    expect(attempted.error.cause).toHaveProperty("code", code)
  })

  it("signs if and only if all four parts match, for any call", async () => {
    const calls = fc.record({
      method: fc.constantFrom("POST", "PATCH"),
      path: fc.constantFrom("/a", "/a/b", "/b"),
      body: fc.option(fc.oneof(fc.constantFrom<Json>({ a: 1, b: [null] }, 0, ""), fc.jsonValue().map(plain)), {
        nil: undefined
      })
    })
    const parts = fc.record({ call: calls, id: fc.constantFrom(requestId, another) })
    const pairs = fc.tuple(calls, fc.oneof(parts, fc.constant(undefined)))
    await fc.assert(
      fc.asyncProperty(pairs, async ([requested, other]) => {
        const given = other ?? { call: requested, id: requestId }
        const written = contextOf({ ...given.call, body: textOf(given.call.body) }, given.id)
        const own = contextOf({ ...requested, body: textOf(requested.body) }, requestId)
        const { body, ...rest } = requested
        const { sent } = await attempt(payloadOf(written), body === undefined ? rest : requested)
        expect(sent).toBe(JSON.stringify(written) === JSON.stringify(own) ? 2 : 1)
      }),
      { numRuns: 200 }
    )
  })
})

describe("the path in a payload to sign", () => {
  const base = "http://service.test/api/2025-10-13/"
  const id = "Session:0199D000-0000-7000-8000-0000000000AB"
  const forPath = (named: string, path: string, baseUrl = base) =>
    attempt(
      payloadOf(contextOf({ method: "POST", path: named, body: "" }, requestId)),
      { method: "POST", path },
      baseUrl
    )

  it.each([
    ["as it was requested", "/payouts/7", "/payouts/7", base],
    ["with the slash that the call omits", "/payouts/7", "payouts/7", base],
    ["with the whole path of the base address", "/api/2025-10-13/payouts/7", "/payouts/7", base],
    ["with the end of the base address's path", "/2025-10-13/payouts/7", "/payouts/7", base],
    ["with its query", "/payouts/7?x=1", "/payouts/7?x=1", base],
    ["below a base address that is a path", "/wallet/payouts/7", "/payouts/7", "/wallet"],
    ["below a base address without a path", "/payouts/7", "/payouts/7", "https://service.test"],
    ["with an id in the other case", `/s/${id.replace(/:.*/u, (uuid) => uuid.toLowerCase())}/x`, `/s/${id}/x`, base],
    ["with an unescaped colon in an id", `/s/${id}`, `/s/${encodeURIComponent(id)}`, base]
  ])("accepts the path %s", async (_, named, path, baseUrl) => {
    const { sent } = await forPath(named, path, baseUrl)
    expect(sent).toBe(2)
  })

  it.each([
    ["lacks the front of the call", "/sessions/1", "/reports/sessions/1"],
    ["lacks all but its end", "/export", "/internal-accounts/1/export"],
    ["lacks the slash of its front", "sessions/1", "/sessions/1"],
    ["has another prefix", "/other/payouts/7", "/payouts/7"],
    ["is preceded by part of a segment", "13/payouts/7", "/payouts/7"],
    ["is preceded by part of a segment and a slash", "/13/payouts/7", "/payouts/7"],
    ["is preceded by the host", "/service.test/api/2025-10-13/payouts/7", "/payouts/7"],
    ["has more segments at its end", "/payouts/7/approve", "/payouts/7"],
    ["lacks the query", "/payouts/7", "/payouts/7?x=1"],
    ["has an encoded slash", "/payouts%2F7", "/payouts/7"],
    ["differs in case outside an id", "/Payouts/7", "/payouts/7"],
    ["climbs", "/payouts/6/../7", "/payouts/7"]
  ])("rejects a path that %s", async (_, named, path) => {
    expectRefused(await forPath(named, path), ANOTHER_PATH)
  })
})

describe("an endpoint that runs an operation under another path", () => {
  const own = { method: "POST", path: "/me/email", body: { to: "new@example.com" } }
  const signs = { method: "PATCH", path: "/customers/1", body: { email: "new@example.com" } }
  const payload = payloadOf(contextOf({ ...signs, body: JSON.stringify(signs.body) }, requestId))

  it("signs for the operation that the caller names", async () => {
    expect(await attempt(payload, { ...own, signs })).toMatchObject({ sent: 2, signed: [payload] })
  })

  it("signs for no other operation", async () => {
    expectRefused(await attempt(payload, own), "the payload to sign is for another method")
    const itself = payloadOf(contextOf({ ...own, body: JSON.stringify(own.body) }, requestId))
    expectRefused(await attempt(itself, { ...own, signs }), "the payload to sign is for another method")
    const moved = { ...signs, body: { email: "old@example.com" } }
    expectRefused(await attempt(payload, { ...own, signs: moved }), "the payload to sign is for another body")
    const elsewhere = { ...signs, path: "/customers/2" }
    expectRefused(await attempt(payload, { ...own, signs: elsewhere }), ANOTHER_PATH)
  })
})

describe("a hostile backend (R17)", () => {
  const thief = uncompressedHex(publicKeyOf(new Uint8Array(32).fill(0x13)))
  const refused = expect.stringContaining("answered 202: the payload to sign is for another body")

  /** Replaces each body that contains a client key before it reaches the server. */
  const swapping = (service: ReturnType<typeof openAccount>): typeof fetch => {
    return (input, init) => {
      const body = String(init?.body ?? "").replace(/"04[0-9a-f]{128}"/u, `"${thief}"`)
      return service.fetch(input, body === "" ? init : { ...init, body })
    }
  }

  it.each(["export", "refresh"] as const)("cannot obtain %s for its own client key", async (operation) => {
    const service = openAccount()
    const client = clientOf({ fetch: swapping(service) })
    const token = (nonce: string) => `token for ${nonce}`
    const active = await clientOf(service).oauth.login({ credentialId: service.credentialId, token })
    const before = service.calls.length
    const attempted =
      operation === "export" ? client.exportWallet(service.accountId, { signer: active }) : client.refresh(active)
    expect(await rejection(attempted)).toMatchObject({ name: "UnexpectedAnswerError", message: refused })
    expect(service.calls.slice(before).map(({ body }) => body)).toEqual([{ clientPublicKey: thief }])
    expect(service.stampedBy).toEqual([])
  })

  it("cannot obtain an export from a logout", async () => {
    const service = openAccount()
    const token = (nonce: string) => `token for ${nonce}`
    const active = await clientOf(service).oauth.login({ credentialId: service.credentialId, token })
    const serve: typeof fetch = (_, { headers = {} } = {}) =>
      service.fetch(`${BASE_URL}/internal-accounts/${service.accountId}/export`, {
        method: "POST",
        headers,
        body: JSON.stringify({ clientPublicKey: thief })
      })
    expect(await rejection(clientOf({ fetch: serve }).logout(active))).toHaveProperty(
      "message",
      expect.stringContaining("answered 202: the payload to sign is for another method")
    )
    expect(service.stampedBy).toEqual([])
  })

  it("cannot obtain a login signature for a code that was encrypted elsewhere", async () => {
    const service = openService()
    const serve: typeof fetch = async (input, init) => {
      const reply = await service.fetch(input, init)
      if (reply.status !== 202) return reply
      const { requestId: id, ...challenge } = await reply.json()
      const path = String(input).slice(BASE_URL.length)
      const other = contextOf({ method: "POST", path, body: '{"type":"EMAIL_OTP","encryptedOtpBundle":"{}"}' }, id)
      return json(202, { ...challenge, requestId: id, payloadToSign: payloadOf(other) })
    }
    const login = clientOf({ fetch: serve }).emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(await rejection(login)).toHaveProperty("message", refused)
    expect([service.arrivals.length, service.sessions.size]).toEqual([2, 0])
  })
})
