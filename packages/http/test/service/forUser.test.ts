import { usd } from "@countersign/harness/externalAccounts"
import { made } from "@countersign/harness/fixtures"
import { quoteOf } from "@countersign/harness/payments"
import { BECAUSE, guardianOf, operatorStart, turnOn } from "@countersign/harness/recovery/kit"
import {
  answerOf,
  type Caller,
  callers,
  keyPair,
  type LocalWorld,
  makeWorld,
  retryHeaders,
  sealed,
  session
} from "@countersign/harness/world"
import { endpoints } from "@countersign/http"
import { createCountersign, type ForUserOptions } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const raise = (message: string): never => {
  throw new Error(message)
}

/** A caller whose page is signed in as a customer. Its cookie names the customer. */
const pageOf = (options: ForUserOptions = {}) => {
  const handler = world.countersign.forUser((request) => {
    const customerId = /user=([^;]+)/u.exec(request.headers.get("cookie") ?? "")?.[1]
    if (customerId === "broken") raise("the database of the host is down")
    return customerId === undefined ? undefined : { platformId: "alpha", mode: "sandbox", customerId }
  }, options)
  return async (
    user: string | undefined,
    method: string,
    path: string,
    {
      body,
      headers = {}
    }: { readonly body?: object | undefined; readonly headers?: Readonly<Record<string, string>> } = {}
  ) =>
    answerOf(
      await handler(
        new Request(`https://pay.example/2025-10-13${path}`, {
          method,
          headers: {
            ...(user === undefined ? {} : { cookie: `user=${user}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    )
}
const page = pageOf()

/** A customer with an object of each kind, as the platform sees it. */
const person = async (caller: Caller = callers.a) => {
  const customer = await world.customer(caller)
  const { keys, session: opened } = await session(world, caller, customer.credentialId)
  const { accountId, credentialId, customerId } = customer
  const payee = await made(world, "/customers/external-accounts", usd({}, { customerId }))
  await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 })
  const quote = await made(world, "/quotes", quoteOf(accountId, payee, 10_000_000))
  const { guardianId } = await guardianOf(world, caller, accountId, keys)
  const { body: recovery } = await operatorStart(world, accountId)
  // It would hold the wallet.
  await world.call(callers.support, "POST", `/operator/recoveries/${recovery.id}/cancel`, { body: BECAUSE })
  const ids: Readonly<Record<string, string>> = {
    AuthMethod: credentialId,
    Customer: customerId,
    ExternalAccount: payee,
    Guardian: guardianId,
    InternalAccount: accountId,
    Quote: quote,
    Recovery: String(recovery.id),
    Session: String(opened.id),
    Transaction: quote.replace("Quote:", "Transaction:")
  }
  return { accountId, credentialId, customerId, payee, keys, ids, sessionId: String(opened.id) }
}

let ada: Awaited<ReturnType<typeof person>>
let bob: typeof ada
beforeAll(async () => {
  await turnOn(world)
  ada = await person()
  bob = await person()
})

const refusalOf = ({ body, status }: Awaited<ReturnType<typeof page>>) => [status, body.code, body.reason]
const NOT_OWN = [404, "REFERENCE_NOT_FOUND", "Not an object of the user"]

describe("the calls that a user may make", () => {
  it("US1: are those of this list, which grows only on purpose", () => {
    const listed = endpoints.flatMap(({ ofUser, shape }) =>
      ofUser === undefined ? [] : [`${shape.method} ${shape.path}`]
    )
    expect(listed).toMatchInlineSnapshot(`
      [
        "GET /customers/:id",
        "PATCH /customers/:id",
        "POST /customers/:id/email/challenge",
        "POST /customers/:id/email/undo",
        "POST /customers/:id/email/verify",
        "GET /customers/internal-accounts",
        "GET /internal-accounts",
        "GET /internal-accounts/:id",
        "PATCH /internal-accounts/:id",
        "POST /internal-accounts/:id/export",
        "POST /auth/guardians",
        "GET /auth/guardians",
        "DELETE /auth/guardians/:id",
        "POST /auth/guardians/:id/challenge",
        "POST /auth/guardians/:id/start-recovery",
        "POST /auth/recoveries",
        "GET /auth/recoveries",
        "GET /auth/recoveries/:id",
        "DELETE /auth/recoveries/:id",
        "POST /auth/recoveries/:id/cancel",
        "POST /auth/recoveries/:id/challenge",
        "POST /auth/recoveries/:id/complete",
        "POST /auth/recovery-codes",
        "GET /auth/recovery-codes",
        "GET /activity",
        "GET /receipts",
        "POST /customers/external-accounts",
        "GET /customers/external-accounts",
        "GET /customers/external-accounts/:id",
        "GET /discoveries",
        "GET /exchange-rates",
        "POST /quotes",
        "GET /quotes/:id",
        "POST /quotes/:id/execute",
        "GET /transactions",
        "GET /transactions/:id",
        "GET /sandbox/clock",
        "POST /sandbox/internal-accounts/:id/fund",
        "POST /auth/credentials",
        "GET /auth/credentials",
        "PATCH /auth/credentials/:id",
        "DELETE /auth/credentials/:id",
        "POST /auth/credentials/:id/challenge",
        "POST /auth/credentials/:id/confirm",
        "POST /auth/credentials/:id/verify",
        "GET /auth/keys",
        "GET /auth/sessions",
        "DELETE /auth/sessions/:id",
        "POST /auth/sessions/:id/refresh",
        "POST /auth/sessions/revoke-others",
        "POST /auth/sign-ins/oidc/session",
        "POST /auth/sign-ins/session",
      ]
    `)
  })

  it("US1 I18: every other call is refused by name, with ids of the user too", async () => {
    const others = endpoints.filter(({ ofUser }) => ofUser === undefined)
    expect(others.length).toBeGreaterThan(30)
    for (const { shape } of others) {
      const path = shape.path.replace(":id", ada.customerId)
      const answer = await page(ada.customerId, shape.method, path, shape.method === "GET" ? {} : { body: {} })
      expect([shape.path, ...refusalOf(answer)]).toEqual([shape.path, 403, "FORBIDDEN", "Call is for the backend"])
    }
  })
})

describe("an object of another customer", () => {
  it("US2 S1: is refused in the path of every call", async () => {
    const named = endpoints.filter(({ ofUser }) => ofUser?.owner === "id")
    expect(named.length).toBeGreaterThan(15)
    const unowned = new Set<string>()
    for (const { shape } of named) {
      for (const id of Object.values(bob.ids)) {
        const path = shape.path.replace(":id", id)
        const answer = refusalOf(
          await page(ada.customerId, shape.method, path, shape.method === "GET" ? {} : { body: {} })
        )
        // A call that does not decode, by an id of another kind or its body, is refused as such.
        if (answer[0] !== 400) expect([path, ...answer]).toEqual([path, ...NOT_OWN])
        if (answer[0] === 404) unowned.add(`${shape.method} ${shape.path}`)
      }
    }
    expect(unowned.size).toBeGreaterThan(12)
  })

  it("US2 S1: is refused in the query and in the body, at any depth and in any case of letters", async () => {
    const { accountId, customerId } = ada
    const source = { sourceType: "ACCOUNT", accountId }
    const locked = { lockedCurrencySide: "SENDING", lockedCurrencyAmount: 100 }
    const upper = bob.accountId.replace(/:.*/u, (uuid) => uuid.toUpperCase())
    const calls: ReadonlyArray<readonly [string, string, object?]> = [
      ["GET", `/auth/sessions?accountId=${bob.accountId}`],
      ["GET", `/auth/sessions?accountId=${upper}`],
      ["GET", `/auth/sessions?accountId=${accountId}&currentSessionId=${bob.sessionId}`],
      ["GET", `/transactions?customerId=${bob.customerId}`],
      ["GET", `/internal-accounts?customerId=${bob.customerId}`],
      ["GET", `/activity?accountId=${bob.accountId}`],
      ["POST", "/auth/credentials", { type: "OAUTH", accountId: bob.accountId, oidcToken: "a.b.c" }],
      ["POST", "/auth/sessions/revoke-others", { accountId: bob.accountId }],
      ["POST", "/customers/external-accounts", usd({}, { customerId: bob.customerId })],
      ["POST", "/quotes", { source, destination: { destinationType: "ACCOUNT", accountId: bob.payee }, ...locked }],
      [
        "POST",
        "/quotes",
        {
          source: { ...source, accountId: bob.accountId },
          destination: { destinationType: "ACCOUNT", accountId: ada.payee },
          ...locked
        }
      ],
      [
        "POST",
        "/quotes",
        {
          source,
          destination: { destinationType: "ACCOUNT", accountId: ada.payee },
          ...locked,
          senderCustomerInfo: { a: [{ b: bob.customerId }] }
        }
      ]
    ]
    for (const [method, path, body] of calls) {
      expect([path, ...refusalOf(await page(customerId, method, path, { body }))]).toEqual([path, ...NOT_OWN])
    }
    // The same calls about the user's own objects are served.
    for (const path of [`/auth/sessions?accountId=${accountId}`, `/transactions?customerId=${customerId}`]) {
      expect([path, (await page(customerId, "GET", path)).status]).toEqual([path, 200])
    }
  })

  it("US2: is every object of another platform or mode, and of no customer", async () => {
    const elsewhere = await world.customer(callers.b)
    const live = await world.customer(callers.live)
    const platforms = await made(world, "/platform/external-accounts", usd())
    for (const path of [
      `/internal-accounts/${elsewhere.accountId}`,
      `/internal-accounts/${live.accountId}`,
      `/customers/external-accounts/${platforms}`,
      `/customers/Customer:${crypto.randomUUID()}`
    ]) {
      expect([path, ...refusalOf(await page(ada.customerId, "GET", path))]).toEqual([path, ...NOT_OWN])
    }
    expect(refusalOf(await page("Customer:unknown", "GET", `/customers/${ada.customerId}`))).toEqual(NOT_OWN)
  })

  it.each(["/transactions", "/internal-accounts", "/customers/external-accounts", "/receipts", "/auth/sessions"])(
    "US2: GET %s without the user's id lists nothing, and names the missing field",
    async (path) => {
      const { body, status } = await page(ada.customerId, "GET", path)
      const [{ field, message }] = body.details.errors
      expect([status, body.code, field.endsWith("Id"), /field is missing/u.test(message)]).toEqual([
        ...[400, "INVALID_INPUT", true, true]
      ])
    }
  )
})

describe("what needs no signature", () => {
  it("US3 I2: a user's page changes no field of the profile but the address, which is signed", async () => {
    const path = `/customers/${ada.customerId}`
    const { body, status } = await page(ada.customerId, "PATCH", path, {
      body: { fullName: "Eve", email: "e@example.com" }
    })
    expect([status, body.details.errors.map(({ field }: { readonly field: string }) => field)]).toEqual([
      400,
      ["fullName"]
    ])
    expect((await page(ada.customerId, "PATCH", path, { body: { email: "e@example.com" } })).status).toBe(202)
  })

  it("US3 I2: a user's page pays from no account without a wallet", async () => {
    const dollars = await page(
      ada.customerId,
      "GET",
      `/internal-accounts?customerId=${ada.customerId}&type=INTERNAL_FIAT`
    )
    const from: string = dollars.body.data[0].id
    await made(world, `/sandbox/internal-accounts/${from}/fund`, { amount: 100_000 })
    const body = quoteOf(from, ada.payee, 10_000)
    const now = await page(ada.customerId, "POST", "/quotes", { body: { ...body, immediatelyExecute: true } })
    expect([now.status, now.body.details.errors[0].field]).toEqual([400, "immediatelyExecute"])
    const { body: quote } = await page(ada.customerId, "POST", "/quotes", { body })
    expect(refusalOf(await page(ada.customerId, "POST", `/quotes/${quote.id}/execute`))).toEqual(NOT_OWN)
    const { body: after } = await page(ada.customerId, "GET", `/internal-accounts/${from}`)
    expect(after.balance.amount).toBe(100_000)
  })
})

describe("the page that calls", () => {
  const own = () => `/customers/${ada.customerId}`
  const from = async (call: ReturnType<typeof pageOf>, method: string, headers: Readonly<Record<string, string>>) => {
    const body = method === "GET" ? {} : { body: { email: "csrf@example.com" } }
    return (await call(ada.customerId, method, own(), { headers, ...body })).status
  }

  it.each<readonly [string, string, Readonly<Record<string, string>>, number]>([
    ["a page of the same origin", "PATCH", { "sec-fetch-site": "same-origin", origin: "https://pay.example" }, 202],
    ["an app or a server, without either header", "PATCH", {}, 202],
    ["an older browser on the same host", "PATCH", { origin: "https://pay.example" }, 202],
    ["an older browser behind a proxy that ends TLS", "PATCH", { origin: "http://pay.example" }, 202],
    [
      "an older browser whose proxy passes the host",
      "PATCH",
      { origin: "https://shop.example", host: "shop.example" },
      202
    ],
    ["an address that the user enters", "GET", { "sec-fetch-site": "none" }, 200],
    ["a form of another site", "PATCH", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["an image of another site", "GET", { "sec-fetch-site": "cross-site" }, 403],
    ["a page of a sibling domain", "PATCH", { "sec-fetch-site": "same-site", origin: "https://a.pay.example" }, 403],
    ["an older browser on another site", "PATCH", { origin: "https://evil.example" }, 403],
    ["a sandboxed frame", "PATCH", { origin: "null" }, 403],
    ["a change that no page made", "PATCH", { "sec-fetch-site": "none" }, 403],
    ["another origin that names the own one", "PATCH", { origin: "https://pay.example.evil.example" }, 403]
  ])("US4: %s, by %s, gets its status", async (_, method, headers, status) => {
    expect(await from(page, method, headers)).toBe(status)
  })

  it("US4: of a listed origin is answered with CORS headers, and its preflight too", async () => {
    const origin = "https://app.example"
    const listed = pageOf({ origins: [origin] })
    expect(await from(listed, "PATCH", { "sec-fetch-site": "cross-site", origin })).toBe(202)
    const preflight = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-csrf"
    }
    const { headers, status } = await listed(undefined, "OPTIONS", "/quotes", { headers: preflight })
    expect([status, Object.fromEntries(headers)]).toEqual([
      204,
      {
        "access-control-allow-credentials": "true",
        "access-control-allow-headers": "content-type,x-csrf",
        "access-control-allow-methods": "GET, POST, PATCH, DELETE",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "date, retry-after, x-request-id",
        "access-control-max-age": "600",
        vary: "origin"
      }
    ])
    // A refusal has the headers too, so that the page can read it.
    const refused = await listed(undefined, "GET", own(), { headers: { origin } })
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin])
    const unlisted = await listed(ada.customerId, "OPTIONS", "/quotes", {
      headers: { ...preflight, origin: "https://evil.example" }
    })
    expect([unlisted.status, unlisted.headers.get("access-control-allow-origin")]).toEqual([403, null])
    expect(await from(listed, "PATCH", { "sec-fetch-site": "cross-site", origin: "https://evil.example" })).toBe(403)
  })

  it.each(["app.example", "https://app.example/", "https://app.example/path", "*", "null", ""])(
    "US4: forUser rejects the origin %j",
    (origin) => {
      expect(() => pageOf({ origins: [origin] })).toThrow(/is not an origin\. Pass a scheme/u)
    }
  )
})

describe("the user", () => {
  it("US5: is required, and an API token in the call is ignored", async () => {
    const path = `/customers/${ada.customerId}`
    const authorization = `Basic ${btoa(`${callers.a.token}:${callers.a.secret}`)}`
    expect(refusalOf(await page(undefined, "GET", path, { headers: { authorization } }))).toEqual([
      401,
      "UNAUTHORIZED",
      "No signed-in user"
    ])
    const other = await page(ada.customerId, "GET", `/customers/${bob.customerId}`, { headers: { authorization } })
    expect(refusalOf(other)).toEqual(NOT_OWN)
  })

  it.each<readonly [string, string, ForUserOptions]>([
    ["the user", "broken", {}],
    ["the address", "anyone", { addressOf: () => raise("the database of the host is down") }]
  ])(
    "US5 I16: is refused when the host's function of %s fails: a 500 with an incident id, and nothing of the error",
    async (_, user, options) => {
      const { body, status } = await pageOf(options)(user, "GET", `/customers/${ada.customerId}`)
      expect([status, body.code, typeof body.details.incident]).toEqual([500, "INTERNAL_ERROR", "string"])
      expect(JSON.stringify(body)).not.toContain("database")
    }
  )

  it.each([undefined, null])("US5: is unknown when the host's function returns %s", async (user) => {
    const answer = await world.countersign.forUser(() => user)(
      new Request("https://pay.example/2025-10-13/exchange-rates")
    )
    expect(refusalOf(await answerOf(answer))).toEqual([401, "UNAUTHORIZED", "No signed-in user"])
  })

  it("US5: is unknown in a mode that the service does not have", async () => {
    const sandbox = createCountersign({ logs: "none" })
    const { customerId } = ada
    const handler = sandbox.forUser(() => ({ platformId: "alpha", mode: "production", customerId }))
    const answer = await handler(new Request("https://pay.example/2025-10-13/exchange-rates"))
    expect(refusalOf(await answerOf(answer))).toEqual([401, "UNAUTHORIZED", "No signed-in user"])
    await sandbox.close()
  })

  it.each<readonly [string | undefined, ForUserOptions]>([
    ["192.0.2.7", { addressOf: () => "192.0.2.7" }],
    [undefined, {}]
  ])(
    "US5 UV4: signs in by both legs, and the session lists the address %s that the host passes, and no device that the page names (GS7)",
    async (address, options) => {
      const kept = makeWorld({ policy: { sessionClientRetention: 86_400_000 } })
      const { accountId, credentialId, customerId } = await kept.customer(callers.a)
      const handler = kept.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }), options)
      const call = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
        answerOf(
          await handler(
            new Request(`https://pay.example/2025-10-13${path}`, {
              method: body === undefined ? "GET" : "POST",
              headers: {
                "content-type": "application/json",
                "user-agent": "Phone/1",
                "service-client-address": "203.0.113.9",
                "service-client-user-agent": "A device of the page",
                ...headers
              },
              ...(body === undefined ? {} : { body: JSON.stringify(body) })
            })
          )
        )
      const keys = keyPair()
      const { body: challenge } = await call(`/auth/credentials/${credentialId}/challenge`, {})
      const bundle = await sealed(kept, challenge.otpEncryptionTargetBundle, "000000", keys.publicKey)
      const body = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
      const path = `/auth/credentials/${credentialId}/verify`
      const first = await call(path, body)
      expect((await call(path, body, retryHeaders(first.body, keys))).status).toBe(200)
      const { data } = (await call(`/auth/sessions?accountId=${accountId}`)).body
      expect(data.map(({ address, userAgent }: Record<string, string>) => [address, userAgent])).toEqual([
        [address, "Phone/1"]
      ])
      await kept.countersign.close()
    }
  )

  it("US5: has a rate limit of their own", async () => {
    const limited: LocalWorld = makeWorld({ policy: { callsPerToken: { capacity: 2, refillEvery: 60_000 } } })
    const handler = limited.countersign.forUser((request) => ({
      platformId: "alpha",
      mode: "sandbox",
      customerId: request.headers.get("x-user") ?? ""
    }))
    const status = async (user: string) =>
      (await handler(new Request("https://pay.example/2025-10-13/exchange-rates", { headers: { "x-user": user } })))
        .status
    expect([await status("one"), await status("one"), await status("one"), await status("two")]).toEqual([
      200, 200, 429, 200
    ])
    await limited.countersign.close()
  })
})
