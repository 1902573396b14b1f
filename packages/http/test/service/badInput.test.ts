import { answerTo, basic, callers, keyPair, makeWorld } from "@countersign/harness/world"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

let credentialId = ""
let bundle = ""
let businessId = ""
let ownerId = ""
beforeAll(async () => {
  const firm = { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } }
  businessId = (await world.call(callers.a, "POST", "/customers", { body: firm })).body.id
  const body = { customerId: businessId, personalInfo: owner.personalInfo }
  ownerId = (await world.call(callers.a, "POST", "/beneficial-owners", { body })).body.id
  credentialId = (await world.customer(callers.a)).credentialId
  bundle = (await answerTo(world, callers.a, credentialId, "000000", keyPair())).body.encryptedOtpBundle
})

const individual = {
  customerType: "INDIVIDUAL",
  platformCustomerId: "p-1",
  region: "US",
  email: "ada@example.com",
  umaAddress: "$ada@pay.example.com",
  fullName: "Ada Example",
  birthDate: "1990-01-31",
  nationality: "US",
  address: { line1: "1 Main St", line2: "Apt 2", city: "Springfield", state: "IL", postalCode: "62701", country: "US" }
}
const business = {
  customerType: "BUSINESS",
  businessInfo: {
    legalName: "Example Ltd",
    taxId: "12-3",
    registrationNumber: "R1",
    incorporatedOn: "2001-02-03",
    country: "US"
  }
}

const owner = {
  roles: ["UBO"],
  personalInfo: {
    firstName: "Ada",
    middleName: "King",
    lastName: "Lovelace",
    birthDate: "1990-01-31",
    nationality: "US",
    address: {
      line1: "1 Main St",
      line2: "Apt 2",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
      country: "US"
    },
    email: "ada@example.com",
    phoneNumber: "+442079460000",
    idType: "PASSPORT",
    identifier: "X1",
    countryOfIssuance: "US"
  }
}

interface Taken {
  readonly name: string
  readonly method?: "PATCH"
  readonly path: () => string
  readonly body: () => object
}

/** Every body with a string field, by the call that accepts it. */
const bodies: ReadonlyArray<Taken> = [
  { name: "POST /customers (individual)", path: () => "/customers", body: () => individual },
  { name: "POST /customers (business)", path: () => "/customers", body: () => business },
  { name: "POST /verifications", path: () => "/verifications", body: () => ({ customerId: businessId }) },
  {
    name: "POST /beneficial-owners",
    path: () => "/beneficial-owners",
    body: () => ({ customerId: businessId, ...owner })
  },
  {
    name: "PATCH /beneficial-owners/{id}",
    method: "PATCH",
    path: () => `/beneficial-owners/${ownerId}`,
    body: () => owner
  },
  {
    name: "PATCH /customers/{id}",
    method: "PATCH",
    path: () => `/customers/${businessId}`,
    body: () => ({ region: "US", email: "firm@example.com", address: individual.address, ...business })
  },
  { name: "POST /tokens", path: () => "/tokens", body: () => ({ name: "robot", permissions: ["VIEW"] }) },
  {
    name: "POST /auth/credentials/{id}/verify",
    path: () => `/auth/credentials/${credentialId}/verify`,
    body: () => ({ type: "EMAIL_OTP", encryptedOtpBundle: bundle })
  }
]

/** Replacements for a string, as JSON text. */
const bad: ReadonlyArray<readonly [string, string]> = [
  ["empty", '""'],
  ["60 kB", `"${"a".repeat(60_000)}"`],
  ["NUL", '"a\\u0000b"'],
  ["a raw NUL", '"a\0b"'],
  ["a lone surrogate", '"a\\ud800b"'],
  ["a lone low surrogate", '"\\udc00"'],
  ["a number", "7"],
  ["null", "null"],
  ["an array", "[]"],
  ["an object", "{}"],
  ["__proto__", '"__proto__"']
]

const pathsOf = (value: object, prefix: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(value).flatMap(([key, field]) =>
    typeof field === "object" ? pathsOf(field, [...prefix, key]) : [[...prefix, key]]
  )

/** The body as JSON text with one string replaced by other JSON text. */
const withText = (body: object, path: ReadonlyArray<string>, text: string): string =>
  `{${Object.entries(body)
    .map(([key, field]) => {
      const [head, ...rest] = path
      const json = key !== head ? JSON.stringify(field) : rest.length === 0 ? text : withText(field, rest, text)
      return `${JSON.stringify(key)}:${json}`
    })
    .join(",")}}`

const namedRefusal = ({
  body,
  status
}: {
  readonly status: number
  readonly body: { readonly code?: string; readonly message?: string; readonly status?: number }
}) => {
  expect(body.status).toBe(status)
  expect(body.code).toMatch(/^[A-Z_]+$/u)
  expect(String(body.message).length).toBeGreaterThan(10)
}

describe.each(bodies)("$name", ({ body, method = "POST", path }) => {
  it("answers every string field with every bad string by a named 400, or accepts a harmless one", async () => {
    for (const field of pathsOf(body())) {
      for (const [name, text] of bad) {
        const answer = await world.call(callers.a, method, path(), { raw: withText(body(), field, text) })
        // `__proto__` is a legitimate name where a field is stored as text, and must be rejected elsewhere.
        const passes = name === "__proto__" && [200, 201, 409].includes(answer.status)
        expect([field.join("."), name, passes ? 400 : answer.status]).toEqual([field.join("."), name, 400])
        if (!passes) namedRefusal(answer)
        expect(JSON.stringify(answer.body)).not.toContain("aaaaaaaaaa")
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it("GA21: refuses a number that a double changes, in a body of any endpoint", async () => {
    for (const raw of [
      '{"customerType":"INDIVIDUAL","region":9007199254740993}',
      '{"a":[{"b":1.00000000000000001}]}'
    ]) {
      const { body, status } = await world.call(callers.a, "POST", "/customers", { raw })
      expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_REQUEST_FORMAT", "body"])
    }
  })

  it("H5: refuses a repeated key at any depth, also with escapes", async () => {
    for (const field of pathsOf(body())) {
      const key = JSON.stringify(field.at(-1))
      const escaped = `"\\u00${key.charCodeAt(1).toString(16)}${key.slice(2)}`
      for (const spelling of [key, escaped]) {
        const text = withText(body(), field, `"x",${spelling}:"y"`)
        const answer = await world.call(callers.a, method, path(), { raw: text })
        expect([text.length > 0, answer.status, answer.body.code]).toEqual([true, 400, "INVALID_REQUEST_FORMAT"])
      }
    }
  })

  it("H6 H7: refuses unknown keys, including the names of Object.prototype", async () => {
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty", "id", "status", "mode", "createdAt"]) {
      const raw = `{${JSON.stringify(body()).slice(1, -1)},${JSON.stringify(key)}:{"polluted":true}}`
      const answer = await world.call(callers.a, method, path(), { raw })
      expect([key, answer.status]).toEqual([key, 400])
      namedRefusal(answer)
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })
})

describe("a body", () => {
  const post = (raw: BodyInit, headers: Record<string, string> = {}) =>
    world.call(callers.a, "POST", "/customers", { raw, headers })

  it("lists every invalid field at once", async () => {
    const { body, status } = await post(
      JSON.stringify({ ...individual, birthDate: "1990-13-01", nationality: "usa", extra: 1 })
    )
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors.map(({ field }: { readonly field: string }) => field).sort()).toEqual([
      "birthDate",
      "extra",
      "nationality"
    ])
  })

  it.each([
    ["malformed JSON", "nonsense"],
    ["nothing", " "],
    ["a truncated object", '{"customerType":'],
    ["a trailing comma", '{"customerType":"INDIVIDUAL",}'],
    ["a comment", '{"customerType":"INDIVIDUAL"/**/}'],
    ["a byte order mark", "\uFEFF{}"],
    ["an infinite number", '{"customerType":1e400}'],
    ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`],
    ["60,000 levels", "[".repeat(60_000)]
  ])("H8 H9: of %s is a 400 INVALID_REQUEST_FORMAT", async (_, raw) => {
    const answer = await post(raw)
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_REQUEST_FORMAT"])
  })

  it("H9: answers a body of invalid UTF-8 with 400", async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0xfe, 0xff, 0x00, 0x7b],
      [0x22, 0xed, 0xa0, 0x80, 0x22]
    ]) {
      expect((await post(new Uint8Array(bytes))).status).toBe(400)
    }
    // In a free-text field, a decoder that substitutes invalid bytes would store another text than was sent.
    const name = Buffer.concat([
      Buffer.from('{"customerType":"INDIVIDUAL","fullName":"Ad'),
      Uint8Array.of(0xff),
      Buffer.from('a"}')
    ])
    const named = await post(new Uint8Array(name))
    expect([named.status, named.body.code]).toEqual([400, "INVALID_REQUEST_FORMAT"])
  })

  it("H8 FA5: over 64 KiB is a 413, exactly 64 KiB is read", async () => {
    const padded = (length: number) => `{"customerType":"INDIVIDUAL"}`.padEnd(length, " ")
    expect((await post(padded(65_536))).status).toBe(201)
    const over = await post(padded(65_537))
    expect([over.status, over.body.status]).toEqual([413, 413])
  })

  it.each([
    ["text/plain", {}],
    ["application/x-www-form-urlencoded", {}],
    ["application/json; charset=utf-7", {}],
    ["application/jsonp", {}],
    ["application/json", { "content-encoding": "gzip" }]
  ])("H10: as %s %o is a 415 in JSON", async (type, more) => {
    const answer = await post("{}", { "content-type": type, ...more })
    expect([answer.status, answer.body.status]).toEqual([415, 415])
  })

  it("A12: is ignored by endpoints without a body: absent, empty, untyped and malformed ones all start a challenge", async () => {
    const { credentialId: id } = await world.customer(callers.a)
    for (const raw of [undefined, "", "{}", "not json", '{"clientPublicKey":1}']) {
      const more = raw === undefined ? {} : { raw, headers: { "content-type": "text/plain" } }
      expect((await world.call(callers.a, "POST", `/auth/credentials/${id}/challenge`, more)).status).toBe(200)
    }
  })
})

describe("a path, a query and a header", () => {
  it.each([
    "/auth/credentials/Session:01890000-0000-7000-8000-000000000000/challenge",
    "/auth/credentials/AuthMethod:nonsense/challenge",
    "/auth/credentials/__proto__/challenge",
    `/auth/credentials/${"a".repeat(4000)}/challenge`,
    "/auth/credentials/AuthMethod%20x/challenge"
  ])("H13: rejects %s with a 400 that names the field", async (path) => {
    const { body, status } = await world.call(callers.a, "POST", path)
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", "id"])
  })

  it("H13: rejects a repeated query parameter with a 400 that names it, whichever value is valid", async () => {
    for (const query of ["limit=2&limit=3", "limit=2&limit=2", "limit=%32&limit=3"]) {
      const { body, status } = await world.call(callers.a, "GET", `/customers?${query}`)
      expect([query, status, body.details.errors[0].field]).toEqual([query, 400, "limit"])
    }
  })

  it("reads an id with hex digits in either case as the same object (L8)", async () => {
    const upper = credentialId.replace(/[0-9a-f-]{36}$/u, (uuid) => uuid.toUpperCase())
    expect((await world.call(callers.a, "POST", `/auth/credentials/${upper}/challenge`)).body.id).toBe(credentialId)
  })

  it.each([
    "/auth/sessions",
    "/auth/sessions?accountId=",
    "/auth/sessions?accountId=nonsense",
    "/auth/sessions?accountId=InternalAccount:x&accountId=InternalAccount:y",
    "/auth/credentials",
    "/customers?limit=0",
    "/customers?limit=101",
    "/customers?limit=1.5",
    "/customers?limit=1e1000",
    "/verifications?customerId=unknown",
    "/verifications?limit=0",
    "/verifications?verificationStatus=DONE",
    "/beneficial-owners",
    "/beneficial-owners?customerId=unknown",
    "/tokens?limit=101",
    "/tokens?cursor=!!!",
    "/internal-accounts?currency=dollar",
    "/customers?cursor=!!!",
    "/customers?cursor=e30",
    "/internal-accounts?type=SAVINGS"
  ])("A3 L2: answers GET %s with a 400 that names the field", async (path) => {
    const { body, status } = await world.call(callers.a, "GET", path)
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors[0].field).toMatch(
      /^(accountId|currency|customerId|limit|cursor|type|verificationStatus)$/u
    )
  })

  it.each([["Request:nonsense"], ["a, b"], ["Session:01890000-0000-7000-8000-000000000000"]])(
    "H11: rejects a Request-Id of %s with 400",
    async (requestId) => {
      const { body, status } = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, {
        body: { type: "EMAIL_OTP", encryptedOtpBundle: bundle },
        headers: { "request-id": requestId, "service-wallet-signature": "x" }
      })
      expect([status, body.details.errors[0].field]).toEqual([400, "request-id"])
    }
  )

  it("H17: answers a method that the path does not have with 405 and Allow, in JSON", async () => {
    for (const [method, path, allow] of [
      ["PUT", "/customers", "POST, GET, HEAD"],
      ["OPTIONS", "/auth/sessions", "GET, HEAD"],
      ["HEAD", "/transfer-out", "POST"],
      ["PATCH", "/auth/credentials/x/verify", "POST"],
      ["GET", "/auth/credentials/x/challenge", "POST"],
      ["POST", "/openapi.json", "GET, HEAD"]
    ] as const) {
      const response = await world.countersign.handler(
        new Request(`http://x/2025-10-13${path}`, { method, headers: { authorization: basic(callers.a) } })
      )
      expect([method, path, response.status, response.headers.get("allow")]).toEqual([method, path, 405, allow])
      // RFC 9110 section 9.3.2: a response to HEAD has no body.
      expect((await response.text()).includes("METHOD_NOT_ALLOWED")).toBe(method !== "HEAD")
    }
  })

  it("L6: answers an unknown path or version with 404 in JSON", async () => {
    for (const path of [
      "/2025-10-13/nothing",
      "/2025-10-13/customers/",
      "/2025-10-13/Customers",
      "/2024-01-01/customers",
      "/customers",
      "/",
      "/2025-10-13/auth/sessions;x"
    ]) {
      const response = await world.countersign.handler(new Request(`http://x${path}`))
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ status: 404, code: "REFERENCE_NOT_FOUND" })
    }
  })
})

describe("the Authorization header", () => {
  const get = (authorization: string | undefined) =>
    world.countersign.handler(
      new Request("http://x/2025-10-13/customers", { headers: authorization === undefined ? {} : { authorization } })
    )
  const base64 = (text: string) => Buffer.from(text).toString("base64")

  it("H2: answers every malformed Authorization with the same 401 and WWW-Authenticate, and never with 500", async () => {
    const odd = [
      undefined,
      "",
      "Basic",
      "Basic ",
      "Basic  YTph",
      "Basic\tYTph",
      "Basic !!!",
      "Basic YTph=",
      "Basic YTp",
      "Basic YTph, Basic YTph",
      "Bearer YTph",
      "Digest x",
      base64("a:a-secret"),
      `Basic ${base64("a")}`,
      `Basic ${base64(":")}`,
      `Basic ${base64(":a-secret")}`,
      `Basic ${base64("a:")}`,
      `Basic ${base64("a:a-secret ")}`,
      `Basic ${base64(" a:a-secret")}`,
      `Basic ${base64("a:a-secret\0")}`,
      `Basic ${base64("a:b-secret")}`,
      `Basic ${base64("A:a-secret")}`,
      `Basic ${base64("unknown:a-secret")}`,
      `Basic ${base64("__proto__:a-secret")}`,
      `Basic ${base64("constructor:x")}`,
      `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}`,
      `Basic ${base64("a:a-secret").replace(/=+$/u, "")}`,
      `Basic ${base64("x".repeat(5000))}`,
      `Basic ${"A".repeat(14_000)}`
    ]
    const bodies = new Set<string>()
    for (const header of odd) {
      const response = await get(header)
      expect([header, response.status]).toEqual([header, 401])
      expect(response.headers.get("www-authenticate")).toBe('Basic realm="countersign", charset="UTF-8"')
      bodies.add(await response.text())
    }
    expect(bodies.size).toBe(1)
  })

  it("H2: matches the scheme in any case, and splits at the first colon", async () => {
    expect((await get(basic(callers.a).replace("Basic", "bAsIc"))).status).toBe(200)
  })

  it("forbids caches to store any response but the documents", async () => {
    for (const path of ["/2025-10-13/customers", "/nowhere", "/health/live"]) {
      const response = await world.countersign.handler(
        new Request(`http://x${path}`, { headers: { authorization: basic(callers.a) } })
      )
      expect([path, response.headers.get("cache-control")]).toEqual([path, "no-store"])
    }
  })
})

describe("arbitrary input", () => {
  it("I16: answers any JSON to any endpoint by a named refusal, and never with 5xx", async () => {
    const paths = [
      "/customers",
      `/auth/credentials/${credentialId}/verify`,
      `/auth/credentials/${credentialId}/challenge`
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.json({ maxDepth: 4 }), async (path, raw) => {
        const { body, status } = await world.call(callers.a, "POST", path, { raw })
        return status < 500 && (status < 400 || /^[A-Z_]+$/u.test(body.code))
      }),
      { numRuns: 300 }
    )
  })

  it("I16: answers any customer with one altered field by a named refusal, and never with 5xx", async () => {
    const field = fc.constantFrom(...pathsOf(individual))
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean(), fc.constant(null))
    await fc.assert(
      fc.asyncProperty(field, value, async (path, replacement) => {
        const raw = withText(
          { ...individual, platformCustomerId: keyPair().publicKey },
          path,
          JSON.stringify(replacement)
        )
        const { body, status } = await world.call(callers.a, "POST", "/customers", { raw })
        return status === 201 || (status < 500 && /^[A-Z_]+$/u.test(body.code))
      }),
      { numRuns: 300 }
    )
  })
})
