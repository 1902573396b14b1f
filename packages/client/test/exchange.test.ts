import { describe, expect, it } from "vitest"
import type { Exchange } from "../src/index.ts"
import { BASE_URL, CODE, clientAnswered, clientOf, openService, rejection, SECRET } from "./service.ts"

describe("the exchanges passed to onExchange", () => {
  it("are all requests and responses in order, with their bodies", async () => {
    const service = openService()
    const reported: Exchange[] = []
    const client = clientOf(service, { onExchange: (exchange) => reported.push(exchange) })
    await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(reported.map(({ request, response }) => [request.method, request.url, response.status])).toEqual([
      ["POST", `${BASE_URL}/auth/credentials/${service.credentialId}/challenge`, 200],
      ["POST", `${BASE_URL}/auth/credentials/${service.credentialId}/verify`, 202],
      ["POST", `${BASE_URL}/auth/credentials/${service.credentialId}/verify`, 200]
    ])
    expect(reported.map(({ request }) => request.body ?? "")).toEqual(service.arrivals.map(({ body }) => body))
    expect(reported[0]?.request).not.toHaveProperty("body")
    expect(reported[1]?.response.body).toMatchObject({ payloadToSign: service.payloads[0] })
    expect(reported[2]?.request.headers["request-id"]).toMatch(/^Request:/u)
    expect(reported[2]?.request.headers["content-type"]).toBe("application/json")
  })

  it("redact the value of every given header in any case (I8)", async () => {
    const service = openService()
    const reported: Exchange[] = []
    const client = clientOf(service, {
      headers: { AUTHORIZATION: SECRET, "X-Gateway-Key": "hunter2" },
      onExchange: (exchange) => reported.push(exchange)
    })
    await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(JSON.stringify(reported)).not.toContain(SECRET)
    expect(JSON.stringify(reported)).not.toContain("hunter2")
    expect(JSON.stringify(reported)).not.toContain(CODE)
    expect(reported[0]?.request.headers).toMatchObject({ authorization: "[redacted]", "x-gateway-key": "[redacted]" })
  })

  it("have the text of a response that is not JSON, and undefined for an empty one", async () => {
    const reported: unknown[] = []
    const onExchange = ({ response }: Exchange) => reported.push(response.body)
    const page = clientAnswered(() => new Response("<html>", { status: 502 }), { onExchange })
    const empty = clientAnswered(() => new Response(null, { status: 204 }), { onExchange })
    await rejection(page.sessions.list("x"))
    await rejection(empty.sessions.list("x"))
    expect(reported).toEqual(["<html>", undefined])
  })
})
