import {
  addOauth,
  addPasskey,
  clientKey,
  oauthVerify,
  oidcToken,
  pendingAssertion
} from "@countersign/harness/fixtures"
import { answerTo, basic, callers, keyPair, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { oidcNonce, sessionProofText, signStamp, writeSessionProof } from "@countersign/wire"
import { afterAll, describe, expect, it } from "vitest"
import { PROXIES } from "./proxies.ts"

// Proxies, gateways and tracing tools write headers of their own. One that a call does not use decides nothing (GD2).

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

const owner = async () => {
  const customer = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, customer.credentialId)
  return { ...customer, keys, sessionId: String(opened.id) }
}

describe.each(PROXIES)("GD2: ignores the Request-Id of $name where no stamp comes with it", ({ headers, name }) => {
  const requestId = headers["request-id"] ?? ""

  it("on the first leg of every signed call", async () => {
    const { accountId, credentialId, customerId, sessionId } = await owner()
    const oauth = { type: "OAUTH", accountId, oidcToken: oidcToken(world, { sub: name }) }
    const { body } = await answerTo(world, callers.a, credentialId, "000000", keyPair())
    for (const [method, path, sent] of [
      ["POST", "/auth/credentials", oauth],
      ["POST", `/auth/credentials/${credentialId}/verify`, body],
      ["POST", `/auth/sessions/${sessionId}/refresh`, { clientPublicKey: clientKey().hex }],
      ["DELETE", `/auth/sessions/${sessionId}`, undefined],
      ["POST", "/auth/sessions/revoke-others", { accountId }],
      ["PATCH", `/internal-accounts/${accountId}`, { privateEnabled: true }],
      ["POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex }],
      ["PATCH", `/customers/${customerId}`, { email: "new@example.com" }]
    ] as const) {
      const more = sent === undefined ? { headers } : { body: sent, headers }
      expect([path, (await world.call(callers.a, method, path, more)).status]).toEqual([path, 202])
    }
  })

  it("on a call that needs no signature", async () => {
    const { customerId } = await owner()
    const renamed = { body: { fullName: "Ada King" }, headers }
    expect((await world.call(callers.a, "PATCH", `/customers/${customerId}`, renamed)).status).toBe(200)
    expect((await world.call(callers.a, "GET", `/customers/${customerId}`, { headers })).status).toBe(200)
  })

  it("on an OAUTH verify, where no stamp is used either", async () => {
    const { accountId, keys } = await owner()
    const { credentialId } = await addOauth(world, callers.a, accountId, keys, name)
    for (const more of [{}, { "service-wallet-signature": "x" }]) {
      const client = clientKey()
      const token = oidcToken(world, { sub: name, nonce: oidcNonce(client.hex) })
      const opened = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, {
        body: { type: "OAUTH", oidcToken: token, clientPublicKey: client.hex },
        headers: { ...headers, ...more }
      })
      expect(opened.status).toBe(200)
    }
    expect((await oauthVerify(world, callers.a, credentialId, clientKey(), { sub: name })).status).toBe(200)
  })

  it("at the guards of the host's own endpoints", async () => {
    const { accountId, keys, sessionId } = await owner()
    const pay = alpha.requireSignature("Pay", () => ({ accountId, payload: { amount: 1 } }))
    const me = alpha.requireSession()
    const json = { "content-type": "application/json" }
    const first = await pay.check(
      new Request("http://host.test/pay", { method: "POST", body: "{}", headers: { ...headers, ...json } })
    )
    expect(first.answer?.status).toBe(202)
    // Here the stamp belongs to the proof.
    const proof = { sessionId, issuedAt: world.at(), nonce: "AAAAAAAAAAAAAAAAAAAAAA" }
    const text = sessionProofText(proof, { method: "GET", path: "/me", body: null })
    const proven = await me.check(
      new Request("http://host.test/me", {
        headers: {
          ...headers,
          "service-wallet-session": writeSessionProof(proof),
          "service-wallet-signature": signStamp(text, keys.privateKey)
        }
      })
    )
    expect(proven.granted?.id).toBe(sessionId)
  })

  it("through forUser", async () => {
    const { customerId, sessionId } = await owner()
    const user = { platformId: "alpha", mode: "sandbox", customerId } as const
    const serve = world.countersign.forUser(() => user)
    const request = new Request(`http://shop.test/2025-10-13/auth/sessions/${sessionId}`, { method: "DELETE", headers })
    expect((await serve(request)).status).toBe(202)
  })

  it("in process", async () => {
    const { sessionId } = await owner()
    expect(await alpha.sessions.revoke(sessionId, { requestId })).toMatchObject({ type: "EMAIL_OTP" })
  })
})

describe("GD2: a Request-Id that a call uses", () => {
  it("has any case of its hexadecimal digits, at an endpoint and at a guard", async () => {
    const { accountId, keys, sessionId } = await owner()
    const upper = (headers: ReturnType<typeof retryHeaders>) => ({
      ...headers,
      "request-id": headers["request-id"].replace(/[0-9a-f-]+$/u, (hex) => hex.toUpperCase())
    })
    const pay = alpha.requireSignature("Pay", () => ({ accountId, payload: { amount: 1 } }))
    const request = (headers = {}) => new Request("http://host.test/pay", { method: "DELETE", headers })
    const first = await pay.check(request())
    const challenge = await first.answer?.json()
    expect((await pay.check(request(upper(retryHeaders(challenge, keys))))).granted).toBeDefined()
    const path = `/auth/sessions/${sessionId}`
    const leaving = await world.call(callers.a, "DELETE", path)
    const headers = upper(retryHeaders(leaving.body, keys))
    expect((await world.call(callers.a, "DELETE", path, { headers })).status).toBe(204)
  })

  it("is required by name for a passkey, whatever foreign value replaced it", async () => {
    const { accountId, keys } = await owner()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    const { body, path } = await pendingAssertion(world, callers.a, credentialId, authenticator)
    const answer = await world.call(callers.a, "POST", path, { body, headers: { "request-id": "trace-1" } })
    expect([answer.status, answer.body.details.check]).toEqual([401, "REQUEST_ID_MISSING"])
  })
})

describe("GD2: an Idempotency-Key", () => {
  const create = (requestId: string, path = "/customers", body: object = { customerType: "INDIVIDUAL" }) =>
    world.call(callers.a, "POST", path, { body, headers: { "idempotency-key": "GD2", "request-id": requestId } })

  it("names the same call when a tracing tool writes another Request-Id for the repeated one", async () => {
    const [first, second] = [await create("trace-1"), await create("Request:0190b0a4-0000-7000-8000-000000000000")]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  })

  it("names the same first leg", async () => {
    const { accountId } = await owner()
    const leg = (id: string) => create(id, "/auth/sessions/revoke-others", { accountId })
    const [first, second] = [await leg("trace-1"), await leg("trace-2")]
    expect([first.status, second.status, second.body.requestId]).toEqual([202, 202, first.body.requestId])
  })
})

describe("GD17: the content type and encoding of a body are read by the grammar of RFC 9110", () => {
  const post = async (headers: Record<string, string>) =>
    (await world.call(callers.a, "POST", "/customers", { raw: '{"customerType":"INDIVIDUAL"}', headers })).status

  it.each([
    "application/json; charset=utf8",
    "application/json;charset=UTF8",
    "application/json; Charset=Utf-8",
    'application/json; charset="utf-8"',
    "application/json ;\tcharset=utf-8 ; ",
    "application/json;",
    "application/json; version=1",
    'application/json; profile="https://example.com/a;charset=latin1"; charset=utf-8',
    'application/json; odata.metadata=minimal; q="\\""',
    "APPLICATION/JSON; boundary=x"
  ])("accepts %s", async (type) => {
    expect(await post({ "content-type": type })).toBe(201)
  })

  it.each([
    "application/json; charset=utf-16",
    "application/json; charset=utf-8; charset=utf-7",
    'application/json; charset="utf-8',
    "application/json charset=utf-8",
    "application/json; charset",
    "application/json; charset = utf-8",
    "application/json, application/json",
    "application/json+x",
    "text/json"
  ])("rejects %s with 415", async (type) => {
    expect(await post({ "content-type": type })).toBe(415)
  })

  it.each([
    ["identity", 201],
    ["Identity", 201],
    ["identity, identity", 201],
    [", identity ,", 201],
    ["gzip", 415],
    ["identity, gzip", 415],
    ["identity;q=1", 415]
  ])("answers Content-Encoding: %s with %d", async (encoding, status) => {
    expect(await post({ "content-type": "application/json", "content-encoding": encoding })).toBe(status)
  })

  it("reads them at a guard and through forUser too", async () => {
    const { accountId, customerId } = await owner()
    const headers = { "content-type": "application/json; charset=utf8", "content-encoding": "identity" }
    const pay = alpha.requireSignature("Pay", () => ({ accountId, payload: { amount: 1 } }))
    const body = JSON.stringify({ accountId })
    const guarded = await pay.check(new Request("http://host.test/pay", { method: "POST", body, headers }))
    expect(guarded.answer?.status).toBe(202)
    const serve = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
    const url = "http://shop.test/2025-10-13/auth/sessions/revoke-others"
    expect((await serve(new Request(url, { method: "POST", body, headers }))).status).toBe(202)
  })
})

describe("GD17: Authorization and If-None-Match", () => {
  const get = (path: string, headers: Record<string, string>) =>
    world.countersign.handler(new Request(`http://x/2025-10-13${path}`, { headers }))

  it.each(["Basic ", "basic ", "BASIC ", "Basic  "])("accepts the scheme %j before the credentials", async (scheme) => {
    const authorization = basic(callers.a).replace("Basic ", scheme)
    expect((await get("/customers", { authorization })).status).toBe(200)
  })

  it("answers 304 to a list that has the tag, weak or strong, and to *", async () => {
    const tag = (await get("/openapi.json", {})).headers.get("etag") ?? ""
    for (const [known, status] of [
      [tag, 304],
      [`W/${tag}`, 304],
      [`"a,b", W/${tag}`, 304],
      [`"x" ,${tag},"y"`, 304],
      ["*", 304],
      [" * ", 304],
      ['"x"', 200],
      [tag.slice(1, -1), 200],
      [`w/${tag}`, 200]
    ] as const) {
      expect([known, (await get("/openapi.json", { "if-none-match": known })).status]).toEqual([known, status])
    }
  })
})

describe("GD17: a header that a call does not use", () => {
  it("is not judged: Content-Encoding and Content-Type without a body", async () => {
    const headers = { "content-encoding": "gzip", "content-type": "text/plain" }
    const { accountId, sessionId } = await owner()
    const pay = alpha.requireSignature("Pay", () => ({ accountId, payload: { amount: 1 } }))
    const guarded = await pay.check(new Request("http://host.test/pay", { method: "DELETE", headers }))
    expect(guarded.answer?.status).toBe(202)
    expect((await world.call(callers.a, "GET", "/customers", { headers })).status).toBe(200)
    expect((await world.call(callers.a, "DELETE", `/auth/sessions/${sessionId}`, { headers })).status).toBe(202)
  })

  it.each([
    ["https://shop.test", "shop.test", 200],
    ["https://shop.test", "SHOP.test", 200],
    ["https://shop.test", "shop.test:443", 200],
    ["http://shop.test:8080", "Shop.test:8080", 200],
    ["https://shop.test", "shop.test:80", 403],
    ["https://shop.test", "evil.test", 403],
    ["https://shop.test", "evil.test/@shop.test", 403],
    ["https://shop.test", "", 403],
    ["null", "shop.test", 403]
  ])("forUser compares Origin %s with Host %s by the grammar of both: %d", async (origin, host, status) => {
    const { customerId } = await owner()
    const serve = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
    const request = new Request(`http://x.test/2025-10-13/customers/${customerId}`)
    // A web Request may not set these two itself.
    const headers = new Headers({ origin, host })
    const sent = new Proxy(request, {
      get: (target, name) => (name === "headers" ? headers : Reflect.get(target, name))
    })
    expect((await serve(sent)).status).toBe(status)
  })
})
