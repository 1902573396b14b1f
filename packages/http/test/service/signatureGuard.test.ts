import { callers, type Keys, keyPair, makeWorld, session } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { sha256Hex, signStamp } from "@countersign/wire"
import type { HostCall } from "countersign"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

/** A wallet whose owner is signed in. */
const owner = async () => {
  const customer = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, customer.credentialId)
  return { ...customer, keys, sessionId: String(opened.id) }
}

/** The host's payments, and an endpoint in front of them. */
const desk = (accountId: string) => {
  const state = { fee: 1, paid: [] as object[] }
  const toPayload = ({ body, headers }: HostCall) => {
    const { amount = 0, payee = "" } = Object(body)
    if (amount > 1000) return Response.json({ code: "TOO_MUCH" }, { status: 422 })
    return { accountId: headers.get("x-account") ?? accountId, payload: { amount, payee, fee: state.fee } }
  }
  const guard = alpha.requireSignature("CreatePayout", toPayload)
  const payouts = guard.handler(async (request, { payload, requestId }) => {
    state.paid.push({ ...payload, requestId })
    return Response.json({ ...payload, sent: await request.json() }, { status: 201 })
  })
  return { state, guard, payouts }
}

const url = "http://host.test/shop/payouts?draft=no"
const body = JSON.stringify({ amount: 500, payee: "GB33BUKB20201555555555" })
const request = (more: RequestInit = {}, to = url) =>
  new Request(to, { method: "POST", body, headers: { "content-type": "application/json" }, ...more })
const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() })

interface Challenge {
  readonly payloadToSign: string
  readonly requestId: string
}
const retried = ({ payloadToSign, requestId }: Challenge, { privateKey }: Keys, more: Record<string, string> = {}) =>
  request({
    headers: {
      "content-type": "application/json",
      "request-id": requestId,
      "service-wallet-signature": signStamp(payloadToSign, privateKey),
      ...more
    }
  })
const started = async (payouts: (request: Request) => Promise<Response>): Promise<Challenge> => {
  const { body: challenge, status } = await answerOf(await payouts(request()))
  expect(status).toBe(202)
  return challenge
}

describe("an endpoint of the host behind requireSignature", () => {
  it("answers the first call with the terms, and runs the action once when the user has signed them", async () => {
    const { accountId, keys } = await owner()
    const { payouts, state } = desk(accountId)
    const challenge = await started(payouts)
    const { context, payload } = JSON.parse(challenge.payloadToSign).parameters
    expect(JSON.parse(Buffer.from(payload, "hex").toString("utf8"))).toEqual({ ...JSON.parse(body), fee: 1 })
    expect(context).toMatchObject({
      operation: "Host/CreatePayout",
      method: "POST",
      path: "/shop/payouts?draft=no",
      bodyDigest: sha256Hex(body),
      requestId: challenge.requestId
    })
    expect(state.paid).toEqual([])
    const done = await answerOf(await payouts(retried(challenge, keys)))
    expect(done).toEqual({ status: 201, body: { ...JSON.parse(body), fee: 1, sent: JSON.parse(body) } })
    const repeated = await answerOf(await payouts(retried(challenge, keys)))
    expect([repeated.status, repeated.body.reason]).toEqual([401, "Request id already used"])
    expect(state.paid).toEqual([{ ...JSON.parse(body), fee: 1, requestId: challenge.requestId }])
  })

  it.each([
    ["nothing", undefined],
    ["no bytes", ""]
  ])("signs a call whose body is %s like one without a body", async (_, empty) => {
    const { accountId, keys } = await owner()
    const guard = alpha.requireSignature("Forget", ({ body: sent }) => ({ accountId, payload: { sent } }))
    const forget = guard.handler((__, { payload }) => Response.json(payload))
    const bare = (headers = {}) =>
      new Request(url, { method: "DELETE", headers, ...(empty === "" ? { body: "" } : {}) })
    const challenge: Challenge = await (await forget(bare())).json()
    expect(JSON.parse(challenge.payloadToSign).parameters.context.bodyDigest).toBe(sha256Hex("null"))
    const stamped = Object.fromEntries(retried(challenge, keys).headers)
    expect(await (await forget(bare(stamped))).json()).toEqual({ sent: null })
  })

  it("I1 R2: grants one of sixteen concurrent calls with the same stamp", async () => {
    const { accountId, keys } = await owner()
    const { payouts, state } = desk(accountId)
    const challenge = await started(payouts)
    const answers = await Promise.all(Array.from({ length: 16 }, () => payouts(retried(challenge, keys))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...new Array(15).fill(401)])
    expect(state.paid).toHaveLength(1)
  })

  it("refuses terms that were not signed, and leaves the request id usable for those that were", async () => {
    const { accountId, keys } = await owner()
    const { payouts, state } = desk(accountId)
    const challenge = await started(payouts)
    state.fee = 2
    const dearer = await answerOf(await payouts(retried(challenge, keys)))
    expect([dearer.status, dearer.body.code, dearer.body.reason]).toEqual([
      401,
      "UNAUTHORIZED",
      "Payload differs from the signed payload"
    ])
    expect(state.paid).toEqual([])
    state.fee = 1
    expect((await payouts(retried(challenge, keys))).status).toBe(201)
  })

  it.each([
    ["another account of the same session", { headers: { "x-account": "other" } }, "Retry body differs"],
    ["another body", { body: JSON.stringify({ amount: 501 }) }, "Retry body differs"],
    ["another method", { method: "PUT" }, "Request id belongs to another call"],
    ["another path", { to: "http://host.test/shop/refunds" }, "Request id belongs to another call"],
    ["another query", { to: "http://host.test/shop/payouts?draft=yes" }, "Request id belongs to another call"]
  ])("I2: refuses a retry with %s, by name", async (_, { headers, to = url, ...more }: Other, reason) => {
    const { accountId, keys } = await owner()
    const other = (await owner()).accountId
    const { payouts, state } = desk(accountId)
    const own = retried(await started(payouts), keys, headers === undefined ? {} : { "x-account": other })
    const answer = await answerOf(await payouts(request({ body, method: "POST", ...more, headers: own.headers }, to)))
    expect([answer.status, answer.body.reason]).toEqual([401, reason])
    expect(state.paid).toEqual([])
  })

  it("I2: refuses a request id of another operation", async () => {
    const { accountId, keys } = await owner()
    const challenge = await started(desk(accountId).payouts)
    const refunds = alpha.requireSignature("CreateRefund", () => ({ accountId, payload: null }))
    const { body: refusal } = await answerOf(await refunds.handler(THROUGH)(retried(challenge, keys)))
    expect(refusal.reason).toBe("Request id belongs to another call")
  })

  it("I3: accepts the stamp of an active session of that account, and no other stamp", async () => {
    const { accountId, keys, sessionId } = await owner()
    const { payouts } = desk(accountId)
    const challenge = await started(payouts)
    const unrelated = await answerOf(await payouts(retried(challenge, (await owner()).keys)))
    const unknown = await answerOf(await payouts(retried(challenge, keyPair())))
    expect([unrelated.body.reason, unknown.body.reason]).toEqual(
      new Array(2).fill("Stamp key may not sign this request")
    )
    const leaving = await world.call(callers.a, "DELETE", `/auth/sessions/${sessionId}`)
    await world.call(callers.a, "DELETE", `/auth/sessions/${sessionId}`, {
      headers: {
        "request-id": leaving.body.requestId,
        "service-wallet-signature": signStamp(leaving.body.payloadToSign, keys.privateKey)
      }
    })
    const late = await answerOf(await payouts(retried(challenge, keys)))
    expect(late.body.reason).toBe("Stamp key may not sign this request")
  })

  it("expires at the exact millisecond of the challenge", async () => {
    const { accountId, keys } = await owner()
    const { payouts } = desk(accountId)
    const early = await started(payouts)
    world.pass(299_999)
    expect((await payouts(retried(early, keys))).status).toBe(201)
    const late = await started(payouts)
    world.pass(300_000)
    expect((await answerOf(await payouts(retried(late, keys)))).body.reason).toBe("Request id expired")
  })

  it.each([
    ["truncated JSON", { body: '{"amount":' }, 400, "INVALID_REQUEST_FORMAT"],
    ["a repeated key", { body: '{"amount":1,"amount":2}' }, 400, "INVALID_REQUEST_FORMAT"],
    ["invalid UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "INVALID_REQUEST_FORMAT"],
    ["over 64 KiB", { body: `"${"x".repeat(65_536)}"` }, 413, "INVALID_REQUEST_FORMAT"],
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415, "INVALID_REQUEST_FORMAT"],
    [
      "no request id",
      { headers: { ...JSON_TYPE, "request-id": "1", "service-wallet-signature": "x" } },
      400,
      "INVALID_INPUT"
    ],
    ["only a stamp", { headers: { ...JSON_TYPE, "service-wallet-signature": "x" } }, 401, "UNAUTHORIZED"],
    ["no account", { headers: { ...JSON_TYPE, "x-account": "me" } }, 404, "REFERENCE_NOT_FOUND"]
  ])("I16: refuses %s by name, and requests no signature for it", async (_, more, status, code) => {
    const { accountId } = await owner()
    const answer = await desk(accountId).payouts(request(more))
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"])
    expect((await answer.json()).code).toBe(code)
  })

  it("names the header and the fault of a malformed request id, like an endpoint (FC16)", async () => {
    const { accountId } = await owner()
    const headers = { ...JSON_TYPE, "request-id": "1", "service-wallet-signature": "x" }
    const answer = await desk(accountId).payouts(request({ headers }))
    const ours = await world.call(callers.a, "POST", "/auth/credentials", {
      body: { type: "EMAIL_OTP", accountId },
      headers
    })
    const [fault] = ours.body.details.errors
    expect(fault).toMatchObject({ field: "request-id", message: expect.stringMatching(/^[^.]*\. Send [^.]*\.$/u) })
    expect((await answer.json()).details.errors).toEqual([fault])
  })

  it("passes on the host's own refusal, and rethrows its errors", async () => {
    const { accountId } = await owner()
    const { payouts } = desk(accountId)
    const tooMuch = await payouts(request({ body: JSON.stringify({ amount: 5000 }) }))
    expect([tooMuch.status, await tooMuch.json()]).toEqual([422, { code: "TOO_MUCH" }])
    const broken = alpha.requireSignature("Broken", (): never => {
      throw new Error("boom")
    })
    await expect(broken.check(request())).rejects.toThrow("boom")
  })

  it("I9: accepts a signature in its own platform and mode only", async () => {
    const { accountId, keys } = await owner()
    const challenge = await started(desk(accountId).payouts)
    for (const environment of [
      { platformId: "beta", mode: "sandbox" },
      { platformId: "alpha", mode: "production" }
    ] as const) {
      const guard = world.countersign.api.in(environment).requireSignature("CreatePayout", () => ({
        accountId,
        payload: { amount: 500, payee: "GB33BUKB20201555555555", fee: 1 }
      }))
      const { body: refusal } = await answerOf(await guard.handler(THROUGH)(retried(challenge, keys)))
      expect(refusal.reason).toBe("Unknown request id")
    }
  })
})

describe("FA9: an unsigned call to a guard", () => {
  const first = (guard: ReturnType<typeof alpha.requireSignature>, body: object, headers = {}) =>
    guard.handler(THROUGH)(request({ body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } }))

  it("stores a digest of its body, and a few kB at most, whatever its size", async () => {
    let written = 0
    const weighed = Layer.effect(
      Store,
      Effect.map(Store, (inner) =>
        Store.of({
          ...inner,
          commit: (changes, guards) => {
            written += JSON.stringify(changes.map((change) => ("body" in change ? change.body : null))).length
            return inner.commit(changes, guards)
          }
        })
      )
    ).pipe(Layer.provide(memoryStore))
    const weighing = makeWorld({ logs: "none", store: weighed })
    const { accountId } = await weighing.customer(callers.a)
    const guard = weighing.countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .requireSignature("Large", ({ body }) => ({ accountId, payload: { amount: Object(body).amount } }))
    written = 0
    for (let at = 0; at < 20; at += 1) {
      expect((await first(guard, { amount: 500, note: "x".repeat(60_000) })).status).toBe(202)
    }
    expect(written / 20).toBeLessThan(4000)
    const wallet = weighing.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const call = { name: "Bare", method: "POST", path: "/x", body: { note: "x".repeat(60_000) }, accountId }
    written = 0
    const { challenge } = await wallet.signedCall(call)
    expect([written < 4000, challenge?.payloadToSign.includes("xxxx")]).toEqual([true, false])
    await weighing.countersign.close()
  })

  it("is refused by name when the payload to sign and the path exceed 4,096 bytes", async () => {
    const { accountId } = await owner()
    const guard = alpha.requireSignature("Long", ({ body }) => ({ accountId, payload: body }))
    const fits = 4096 - "/shop/payouts?draft=no".length - '{"note":""}'.length
    expect((await first(guard, { note: "x".repeat(fits) })).status).toBe(202)
    const refused = await first(guard, { note: "x".repeat(fits + 1) })
    expect([refused.status, (await refused.json()).reason]).toEqual([400, "Payload to sign too large"])
  })

  it("refuses a number that the digest would cover as another one, by a name (GA21)", async () => {
    const { accountId } = await owner()
    const seen: Array<unknown> = []
    const guard = alpha.requireSignature("Pay", ({ body }) => {
      seen.push(body)
      return { accountId, payload: body }
    })
    const answered = async (raw: string) => (await guard.check(request({ body: raw }))).answer ?? THROUGH()
    expect((await answered('{"amount":9007199254740992}')).status).toBe(202)
    for (const amount of ["9007199254740993", "0.1000000000000000055", "1e-400"]) {
      const { body, status } = await answerOf(await answered(`{"amount":${amount}}`))
      expect([status, body.code, body.details.errors[0].message]).toEqual([
        400,
        "INVALID_REQUEST_FORMAT",
        "A number changes as a double: write it with fewer digits, or as a string. Send the body as one JSON text in UTF-8."
      ])
    }
    expect(seen.length).toBe(1)
    expect((await answered('{"amount":1.0e2,"rate":0.10}')).status).toBe(202)
  })

  it("consumes the limit of its caller, and not that of the account's owner", async () => {
    const limited = makeWorld({ logs: "none", policy: { requestsPerAccount: { capacity: 100, refillEvery: 3000 } } })
    const { accountId } = await limited.customer(callers.a)
    const guard = limited.countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .requireSignature("Pay", ({ headers }) => ({
        accountId,
        payload: {},
        caller: headers.get("x-user") ?? "anonymous"
      }))
    const statuses = new Map<number, number>()
    for (let at = 0; at < 160; at += 1) {
      const { status } = await first(guard, {})
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [202, 100],
      [429, 60]
    ])
    expect((await first(guard, {}, { "x-user": "ada" })).status).toBe(202)
    await limited.countersign.close()
  })
})

const THROUGH = () => Response.json({ reason: "granted" })
const JSON_TYPE = { "content-type": "application/json" }

interface Other extends RequestInit {
  readonly to?: string
}
