import { decodeStamp, type Json, verifyStamp } from "@countersign/wire"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { generateKeyPair, isStepUpRequired, UnexpectedAnswerError } from "../src/index.ts"
import { ACCOUNT, contextOf, payloadOf } from "./payload.ts"
import { BASE_URL, CODE, clientAnswered, clientOf, json, openService, rejection } from "./service.ts"

const confirm = () => true
const requestId = "Request:0199d000-0000-7000-8000-000000000000"
const challenge = {
  type: "PASSKEY",
  payloadToSign: payloadOf(contextOf({ method: "DELETE", path: "/x", body: "" }, requestId)),
  requestId,
  expiresAt: "2025-10-13T08:05:00Z"
}

/** Returns a challenge to the first call, with the payload that `write` makes of it, and `last` to the second. */
const twoLegs = (last: () => Response, write: (context: object) => string = payloadOf) => {
  const sent: { readonly body: string; readonly headers: Headers }[] = []
  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.text()
    sent.push({ body, headers: request.headers })
    const path = request.url.slice(BASE_URL.length)
    const payloadToSign = write(contextOf({ method: request.method, path, body }, requestId))
    return sent.length === 1 ? json(202, { ...challenge, payloadToSign }) : last()
  }
  return { sent, client: clientOf({ fetch: serve }) }
}

const blank = fc.string({ unit: fc.constantFrom(" ", "\t", "\r", "\n"), maxLength: 4 })
/** One text as JSON in random spellings: some characters escaped, with white space around it. */
const odd = fc
  .record({ text: fc.string({ unit: "grapheme" }), escaped: fc.infiniteStream(fc.boolean()), blank })
  .map(({ blank, escaped, text }) => {
    const units = [...text.replaceAll("\0", "")].map((unit) =>
      escaped.next().value === true ? unit.replaceAll(/[\s\S]/g, escape) : JSON.stringify(unit).slice(1, -1)
    )
    return `${blank}"${units.join("")}"${blank}`
  })
const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

describe("a signed retry", () => {
  it("signs the exact payload and repeats the exact body", async () => {
    const signer = await generateKeyPair()
    await fc.assert(
      fc.asyncProperty(odd, fc.jsonValue(), async (text, value) => {
        const body: Json = JSON.parse(JSON.stringify(value))
        let payload = ""
        const write = (context: object) => {
          const written = JSON.stringify({ type: "T", timestampMs: "1", organizationId: ACCOUNT }).slice(0, -1)
          payload = ` \n\t${written},"parameters" : {"é":1.0,"odd":${text},"context":${JSON.stringify(context)}}\r\n}`
          return payload
        }
        const { client, sent } = twoLegs(() => json(200, { done: true }), write)
        const answer = await client.signedRetry({
          method: "POST",
          path: "/quotes/Quote:1/execute",
          body,
          signer,
          confirm
        })
        expect(answer).toEqual({ done: true })
        const [first, second] = sent
        expect(second?.body).toBe(first?.body)
        expect(second?.headers.get("request-id")).toBe(challenge.requestId)
        expect(verifyStamp(decodeStamp(second?.headers.get("service-wallet-signature") ?? ""), payload)).toBe(true)
      }),
      { numRuns: 50 }
    )
  })

  it("calls an endpoint of the page's own beside baseUrl, and signs its path", async () => {
    const sent: Array<readonly [string, string | null]> = []
    const serve: typeof fetch = async (input, init) => {
      const { headers, method, url } = new Request(input, init)
      sent.push([url, headers.get("service-wallet-signature")])
      const context = contextOf({ method, path: "/payouts?of=today", body: '{"amount":1}' }, requestId)
      return sent.length === 1
        ? json(202, { ...challenge, payloadToSign: payloadOf(context) })
        : json(200, { id: "p-1" })
    }
    const path = new URL("https://app.example/payouts?of=today")
    const signer = await generateKeyPair()
    const call = { method: "POST", body: { amount: 1 }, signer }
    expect(await clientOf({ fetch: serve }).signedRetry({ ...call, path, confirm })).toEqual({ id: "p-1" })
    expect(sent).toEqual([
      [path.href, null],
      [path.href, expect.any(String)]
    ])
    sent.length = 0
    const other = clientOf({ fetch: serve }).signedRetry({
      ...call,
      path: new URL("https://app.example/other"),
      confirm
    })
    expect(String(await rejection(other))).toContain("for another path")
  })

  it("PO10: hands the step-up to the caller before it signs, and signs with the session that the caller returns", async () => {
    const [email, passkey] = [await generateKeyPair(), await generateKeyPair()]
    const stepUp = { credentialTypes: ["PASSKEY"], maxSessionAgeSeconds: 300, reason: "OPERATION_CREDENTIAL_TYPE" }
    const answers = [
      { ...challenge, stepUp },
      { ...challenge, stepUp: undefined }
    ]
    const signedBy: Array<string> = []
    const calls: Array<unknown> = []
    const payloadToSign = payloadOf(contextOf({ method: "DELETE", path: "/x", body: "" }, requestId))
    const serve: typeof fetch = async (_, init) => {
      const stamp = new Headers(init?.headers).get("service-wallet-signature")
      if (stamp === null) return json(202, { ...challenge, ...answers.shift(), payloadToSign })
      signedBy.push(decodeStamp(stamp).publicKey)
      return json(200, {})
    }
    const client = clientOf(
      { fetch: serve },
      {
        onStepUp: (required, signer) => {
          calls.push([required, signer === email])
          return passkey
        }
      }
    )
    for (let nth = 0; nth < 2; nth += 1)
      await client.signedRetry({ method: "DELETE", path: "/x", signer: email, confirm })
    expect(calls).toEqual([[stepUp, true]])
    expect(signedBy).toEqual([passkey.publicKey, email.publicKey])
  })

  it("PO10: reports a refused session as an error that an app can step up on, and others not", async () => {
    const details = {
      reason: "r",
      rule: "OPERATION_SESSION_AGE",
      maxSessionAgeSeconds: 300,
      credentialTypes: ["PASSKEY"]
    }
    const body = { status: 403, code: "STEP_UP_REQUIRED", message: "m", reason: "r", details }
    const signer = await generateKeyPair()
    const { client } = twoLegs(() => json(403, body))
    const error = await rejection(client.signedRetry({ method: "POST", path: "/x", signer, confirm }))
    expect([isStepUpRequired(error), isStepUpRequired(error) && error.details]).toEqual([true, details])
    const other = twoLegs(() => json(403, { ...body, code: "FORBIDDEN" }))
    const plain = await rejection(other.client.signedRetry({ method: "POST", path: "/x", signer, confirm }))
    expect([isStepUpRequired(plain), isStepUpRequired(new Error("STEP_UP_REQUIRED"))]).toEqual([false, false])
  })

  it("returns the value that read makes of the last body", async () => {
    const { client } = twoLegs(() => json(201, { amount: 5 }))
    const read = (body: unknown) => Object.keys(Object(body)).length
    const signer = await generateKeyPair()
    const fields: number = await client.signedRetry({ method: "POST", path: "/x", signer, confirm, read })
    expect(fields).toBe(1)
  })

  it("throws an error of read as the cause of an UnexpectedAnswerError", async () => {
    const { client } = twoLegs(() => json(200, { amount: 5 }))
    const cause = new Error("no amount")
    const read = () => {
      throw cause
    }
    const error = await rejection(
      client.signedRetry({ method: "POST", path: "/x", signer: await generateKeyPair(), confirm, read })
    )
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toHaveProperty("cause", cause)
  })

  it("returns undefined for a 204", async () => {
    const { client } = twoLegs(() => new Response(null, { status: 204 }))
    expect(
      await client.signedRetry({ method: "DELETE", path: "/x", signer: await generateKeyPair(), confirm })
    ).toBeUndefined()
  })

  it("returns the body of the first call when no signature is required", async () => {
    let calls = 0
    const client = clientAnswered(() => {
      calls += 1
      return json(200, { direct: true })
    })
    const signer = await generateKeyPair()
    expect(await client.signedRetry({ method: "PATCH", path: "/x", body: {}, signer, confirm })).toEqual({
      direct: true
    })
    expect(calls).toBe(1)
  })

  it("does not accept a second challenge as success (R16)", async () => {
    const client = clientAnswered(() => json(202, challenge))
    const error = await rejection(
      client.signedRetry({ method: "DELETE", path: "/x", signer: await generateKeyPair(), confirm })
    )
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toHaveProperty("status", 202)
    expect(error).toHaveProperty("message", expect.stringContaining("the retry was challenged again"))
  })

  it.each([
    ["no payload", { ...challenge, payloadToSign: undefined }],
    ["another kind of id", { ...challenge, requestId: challenge.requestId.replace("Request", "Session") }],
    ["an id with a line break", { ...challenge, requestId: `${challenge.requestId}\r\nX: 1` }],
    ["a local time", { ...challenge, expiresAt: "2025-10-13T08:05:00" }],
    ["a type that is not a name", { ...challenge, type: "pigeon post" }]
  ])("signs nothing for a 202 with %s", async (_, body) => {
    let calls = 0
    const client = clientAnswered(() => {
      calls += 1
      return json(202, body)
    })
    const retry = client.signedRetry({ method: "DELETE", path: "/x", signer: await generateKeyPair(), confirm })
    expect(await rejection(retry)).toBeInstanceOf(UnexpectedAnswerError)
    expect(calls).toBe(1)
  })

  it("sends the stamp in the renamed header", async () => {
    const signatureHeader = "X-Wallet-Stamp"
    const service = openService({ signatureHeader })
    const client = clientOf(service, { signatureHeader })
    await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    expect(service.arrivals.at(-1)?.headers.has("x-wallet-stamp")).toBe(true)
    expect(service.arrivals.at(-1)?.headers.has("service-wallet-signature")).toBe(false)
  })
})
