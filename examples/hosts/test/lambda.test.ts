import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"
import { afterAll, describe, expect, it } from "vitest"
import { type FunctionUrlEvent, functionUrl } from "../src/index.ts"

/** An event as AWS documents it for function URLs, with fields that the function does not read. */
const recorded = {
  version: "2.0",
  routeKey: "$default",
  rawPath: "/my/path",
  rawQueryString: "parameter1=value1&parameter1=value2&parameter2=value",
  cookies: ["cookie1=a", "cookie2=b"],
  headers: {
    "x-forwarded-proto": "https",
    host: "0123456789abcdef.lambda-url.eu-central-1.on.aws",
    header1: "value1",
    header2: "value1,value2"
  },
  queryStringParameters: { parameter1: "value1,value2", parameter2: "value" },
  requestContext: {
    accountId: "123456789012",
    apiId: "0123456789abcdef",
    domainName: "0123456789abcdef.lambda-url.eu-central-1.on.aws",
    http: { method: "POST", path: "/my/path", protocol: "HTTP/1.1", sourceIp: "123.123.123.123", userAgent: "agent" },
    stage: "$default",
    timeEpoch: 1_583_348_638_390
  },
  body: "Hello from a client!",
  isBase64Encoded: false
}

const get = (rawPath: string, headers: Readonly<Record<string, string>> = {}): FunctionUrlEvent => ({
  rawPath,
  rawQueryString: "",
  headers,
  requestContext: { http: { method: "GET" } },
  isBase64Encoded: false
})

/** The request that a handler receives for an event. */
const received = async (event: FunctionUrlEvent, prefix?: string) => {
  let seen: Request | undefined
  await functionUrl(async (request) => {
    seen = request
    return new Response(null)
  }, prefix)(event)
  if (seen === undefined) throw new Error("the handler was not called")
  return seen
}

const answered = async (response: Response) => functionUrl(async () => response)(get("/"))

describe("a function URL event", () => {
  it("becomes a request with its method, path, query, joined headers, cookies and text", async () => {
    const request = await received(recorded)
    const { pathname, search } = new URL(request.url)
    expect([request.method, pathname, search]).toEqual(["POST", "/my/path", `?${recorded.rawQueryString}`])
    expect(Object.fromEntries(request.headers)).toMatchObject({
      header1: "value1",
      header2: "value1,value2",
      cookie: "cookie1=a; cookie2=b"
    })
    expect(await request.text()).toBe("Hello from a client!")
  })

  it("brings a binary body in base64, byte for byte", async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13])
    const request = await received({ ...recorded, body: bytes.toString("base64"), isBase64Encoded: true })
    expect(Buffer.from(await request.arrayBuffer())).toEqual(bytes)
  })

  it("has no body without one, and GET has none with one", async () => {
    const { body: _, ...bodyless } = recorded
    expect((await received(bodyless)).body).toBeNull()
    expect((await received({ ...get("/x"), body: "{}" })).body).toBeNull()
  })
})

describe("the result", () => {
  it("has each cookie by itself, every other header, and the body byte for byte", async () => {
    const headers = new Headers({ "content-type": "application/octet-stream", vary: "a, b" })
    headers.append("set-cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT")
    headers.append("set-cookie", "b=2")
    const bytes = Uint8Array.of(0, 255, 128)
    expect(await answered(new Response(bytes, { status: 201, headers }))).toEqual({
      statusCode: 201,
      headers: { "content-type": "application/octet-stream", vary: "a, b" },
      cookies: ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"],
      body: Buffer.from(bytes).toString("base64"),
      isBase64Encoded: true
    })
  })
})

const countersign = createCountersign({ logs: "none" })
afterAll(() => countersign.close())
const { id = "", secret = "" } = countersign.sandboxToken ?? {}
const authorization = `Basic ${btoa(`${id}:${secret}`)}`
const customers = "/2025-10-13/customers"

describe("an HTTP API of API Gateway", () => {
  const staged = functionUrl(countersign.handler, "/prod")
  const reasonOf = async (rawPath: string, through = staged) => {
    const { body, statusCode } = await through(get(rawPath, { authorization }))
    return [statusCode, JSON.parse(String(Buffer.from(body, "base64"))).reason]
  }

  it("puts the name of the stage in front of the path, which the prefix removes", async () => {
    expect(await reasonOf(`/prod${customers}`)).toEqual([200, undefined])
    expect((await reasonOf(`/prod${customers}`, functionUrl(countersign.handler)))[0]).toBe(404)
    expect((await reasonOf(`/production${customers}`))[0]).toBe(404)
  })

  it("FA6: decodes the path, and a path that is not in normal form afterwards is rejected", async () => {
    for (const path of ["?limit=1", "/../tokens", "/a b", "#x"]) {
      expect(await reasonOf(`/prod${customers}${path}`)).toEqual([400, "Path not in normal form"])
    }
  })
})

it("signs a user in and out through events alone", async () => {
  const invoke = functionUrl(countersign.handler)
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const accountId = String(data[0]?.id)
  const [credential] = await wallet.credentials.list(accountId)
  const client = createClient({
    baseUrl: "http://localhost/2025-10-13",
    headers: { authorization },
    bundleSigner: countersign.bundleSigner,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const body = Buffer.from(await request.arrayBuffer())
      const result = await invoke({
        rawPath: pathname,
        rawQueryString: search.slice(1),
        headers: Object.fromEntries(request.headers),
        requestContext: { http: { method: request.method } },
        ...(body.length === 0 ? {} : { body: body.toString("base64") }),
        isBase64Encoded: true
      })
      const content = result.statusCode === 204 ? null : Buffer.from(result.body, "base64")
      return new Response(content, { status: result.statusCode, headers: { ...result.headers } })
    }
  })
  const session = await client.emailOtp.login({ credentialId: String(credential?.id), code: () => "000000" })
  expect(await client.sessions.list(accountId)).toHaveLength(1)
  await client.logout(session)
  expect(await client.sessions.list(accountId)).toHaveLength(0)
})
