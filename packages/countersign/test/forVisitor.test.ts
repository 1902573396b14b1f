import { CountersignError, UnexpectedAnswerError } from "@countersign/client"
import { brittleStore } from "@countersign/harness/stores"
import { type Answer, answerOf, callers, keyPair, session } from "@countersign/harness/world"
import { endpoints } from "@countersign/http"
import { uncompressedHex } from "@countersign/wire"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { StoreUnavailable } from "../src/effect.ts"
import { createCountersign } from "../src/index.ts"
import { countedStore } from "./counted.ts"
import { hosted, refusalOf } from "./visitors.ts"

const MINUTE = 60_000
const VISITORS = [
  "/auth/sign-ins",
  "/auth/sign-ins/verify",
  "/auth/sign-ins/oidc",
  "/auth/sign-ins/passkey",
  "/auth/sign-ins/passkey/verify"
]

const shared = hosted()
afterAll(() => shared.close())

describe("a visitor (GU4, US5)", () => {
  it("signs up by a code, gets the cookie of the host, and opens the session of the new wallet", async () => {
    const { asked, call, open, prove } = shared
    const keys = keyPair()
    const answer = await prove("New.User@EXAMPLE.com", keys)
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["customerId", "accountId", "signInId"]])
    expect(answer.headers.getSetCookie()).toEqual([`user=${answer.body.customerId}; HttpOnly`])
    expect([answer.headers.get("cache-control"), asked.at(-1)]).toEqual(["no-store", "New.User@example.com"])
    const opened = await open(answer.body, keys)
    expect([opened.status, opened.body.accountId, opened.body.type]).toEqual([200, answer.body.accountId, "EMAIL_OTP"])
    const cookie = { cookie: `user=${answer.body.customerId}` }
    const listed = await call(`/auth/sessions?accountId=${answer.body.accountId}`, undefined, cookie)
    expect(listed.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([opened.body.id])
  })

  it("signs in again as the same user, and the receipt of the session names its credential", async () => {
    const { call, open, prove } = shared
    const keys = keyPair()
    const first = await prove("again@example.com", keys)
    const second = await prove("again@example.com", keys)
    expect([second.body.customerId, second.body.accountId]).toEqual([first.body.customerId, first.body.accountId])
    const opened = await open(second.body, keys)
    const { accountId, customerId } = second.body
    const cookie = { cookie: `user=${customerId}` }
    const receipts = await call(`/receipts?accountId=${accountId}`, undefined, cookie)
    const credentials = await call(`/auth/credentials?accountId=${accountId}`, undefined, cookie)
    const [receipt] = receipts.body.data
    expect([opened.status, receipt.operation, receipt.credentialId]).toEqual([
      200,
      "OpenSignIn",
      credentials.body.data[0].id
    ])
  })

  it("is refused by name when the host has no user for the address, after the address is proven", async () => {
    const { close, prove, start } = hosted({}, { signIn: async () => undefined })
    expect((await start("stranger@example.com")).status).toBe(200)
    expect(refusalOf(await prove("stranger@example.com", keyPair()))).toEqual([
      403,
      "FORBIDDEN",
      "No user of the address"
    ])
    await close()
  })

  it("gets a 500 with an incident id, and nothing of the error, when the host's function fails (I16)", async () => {
    const { close, prove } = hosted(
      {},
      {
        signIn: async () => {
          throw new Error("the database of the host is down")
        }
      }
    )
    const { body, status } = await prove("stranger@example.com", keyPair())
    expect([status, body.code, typeof body.details.incident]).toEqual([500, "INTERNAL_ERROR", "string"])
    expect(JSON.stringify(body)).not.toContain("database")
    await close()
  })

  it("gets the 503 of the service when `owner` or another call of the host's function finds it unavailable (I16)", async () => {
    const { state, store } = brittleStore("load", () => Effect.fail(new StoreUnavailable({})))
    const { close, prove, world } = hosted(
      { store, logs: "none" },
      {
        signIn: async ({ email = "", owner }) => {
          state.isArmed = true
          const { customers } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
          if (email.startsWith("own")) await customers.read("Customer:00000000-0000-4000-8000-000000000000")
          return owner()
        }
      }
    )
    for (const email of ["ada@example.com", "own@example.com"]) {
      state.isArmed = false
      const { body, headers, status } = await prove(email, keyPair())
      expect([email, status, body.code, headers.get("retry-after"), headers.get("cache-control")]).toEqual([
        email,
        503,
        "SERVICE_UNAVAILABLE",
        "1",
        "no-store"
      ])
    }
    state.isArmed = false
    await close()
  })

  it("makes no other call, by any method, until the host knows them", async () => {
    const others = endpoints.filter(({ shape }) => !VISITORS.includes(shape.path))
    expect(endpoints.length - others.length).toBe(VISITORS.length)
    for (const { shape } of others) {
      const path = shape.path.replace(":id", `Customer:${crypto.randomUUID()}`)
      if (shape.method === "GET" || shape.method === "POST")
        expect([path, ...refusalOf(await shared.call(path, shape.method === "GET" ? undefined : {}))]).toEqual([
          path,
          401,
          "UNAUTHORIZED",
          "No signed-in user"
        ])
    }
  })

  it("of a mode that the service does not have is refused", async () => {
    const sandbox = createCountersign({ logs: "none" })
    const handler = sandbox.forVisitor(() => undefined, {
      platformId: "alpha",
      mode: "production",
      signIn: async () => undefined
    })
    const answer = await handler(
      new Request("https://pay.example/2025-10-13/auth/sign-ins", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ada@example.com" })
      })
    )
    expect(refusalOf(await answerOf(answer))).toEqual([401, "UNAUTHORIZED", "No signed-in user"])
    await sandbox.close()
  })

  it.each(["app.example", "https://app.example/", "*"])("forVisitor rejects the origin %j", (origin) => {
    expect(() => hosted({}, { origins: [origin] })).toThrow(/^forVisitor: .* is not an origin\./u)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ["of the same origin", { "sec-fetch-site": "same-origin", origin: "https://pay.example" }, 200],
    ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["of a sibling domain", { "sec-fetch-site": "same-site", origin: "https://a.pay.example" }, 403]
  ])(
    "on a page %s gets the status of a user there, so that no page signs them in as another (CSRF)",
    async (_, headers, status) => {
      expect((await shared.start("csrf@example.com", headers)).status).toBe(status)
      const body = { email: "csrf@example.com", encryptedOtpBundle: "{}" }
      expect((await shared.call("/auth/sign-ins/verify", body, headers)).status === 403).toBe(status === 403)
    }
  )
})

describe("an address with an account and one without (GU4)", () => {
  const known = "known@example.com"
  /** The statements and the answers of a visitor of an address, in a service that has a customer of another one. */
  const story = async (email: string) => {
    const { store, take } = countedStore()
    const { call, close, proof, start, world } = hosted({ store }, { signIn: async () => undefined })
    await world.customer(callers.a, known)
    const seen: Array<unknown> = []
    const see = async (call: () => Promise<Answer>) => {
      take()
      const received = await call()
      const { body, headers, status } = received
      const named = [...headers].filter(([name]) => name !== "x-request-id")
      const { otpEncryptionTargetBundle, signInId, ...others } = body
      const shown = {
        ...others,
        otpEncryptionTargetBundle: typeof otpEncryptionTargetBundle,
        signInId: typeof signInId
      }
      seen.push([status, named, shown, take()])
      return received
    }
    let bundle = await see(() => start(email))
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const body = await proof(bundle, email, keyPair(), "123456")
      await see(() => call("/auth/sign-ins/verify", body))
    }
    // While the address is locked, after the lock, and with the longer code that follows it.
    await see(() => start(email))
    world.pass(31 * MINUTE)
    bundle = await see(() => start(email))
    const longer = await proof(bundle, email, keyPair(), "234567ABCDEFG")
    await see(() => call("/auth/sign-ins/verify", longer))
    await close()
    return seen
  }

  it("O10: are answered alike at each step, with as many statements: codes, wrong ones, the lock and what follows", async () => {
    const [one, other] = [await story(known), await story("unknown@example.com")]
    expect(one.length).toBe(10)
    expect(one).toEqual(other)
  })
})

describe("the sign-in of a proven address (GU4, US5)", () => {
  it("opens one session", async () => {
    const { open, prove } = shared
    const keys = keyPair()
    const { body } = await prove("once@example.com", keys)
    expect((await open(body, keys)).status).toBe(200)
    expect(refusalOf(await open(body, keys))).toEqual([401, "UNAUTHORIZED", "No such sign-in"])
  })

  it("opens no session for another key than the one that was sealed beside the code", async () => {
    const { open, prove } = shared
    const { body } = await prove("key@example.com", keyPair())
    const [status, , reason] = refusalOf(await open(body, keyPair()))
    expect([status, reason]).toEqual([401, "Stamp key may not sign this request"])
  })

  it("opens no session of a wallet with another address, and none by a wrong id", async () => {
    const { open, prove } = shared
    const keys = keyPair()
    const { body: eve } = await prove("eve@example.com", keys)
    const { body: bob } = await prove("bob@example.com", keyPair())
    for (const wrong of [
      { ...bob, signInId: eve.signInId },
      { ...eve, signInId: bob.signInId }
    ])
      expect(refusalOf(await open(wrong, keys))).toEqual([401, "UNAUTHORIZED", "No such sign-in"])
    // The id and the key of the visitor do not help without the user of the wallet either.
    const other = await open({ ...bob, customerId: eve.customerId, signInId: eve.signInId }, keys)
    expect(refusalOf(other)).toEqual([404, "REFERENCE_NOT_FOUND", "Not an object of the user"])
    expect((await open(eve, keys)).status).toBe(200)
  })

  it("opens a session until its last millisecond, and none from then on", async () => {
    for (const [late, ...statuses] of [
      [-1, 202, 200],
      [0, 401, 401]
    ] as const) {
      const { call, close, open, prove, world } = hosted()
      const keys = keyPair()
      const { body } = await prove("late@example.com", keys)
      world.pass(5 * MINUTE + late)
      const { accountId, customerId, signInId } = body
      const cookie = { cookie: `user=${customerId}` }
      const first = await call("/auth/sign-ins/session", { accountId, signInId }, cookie)
      expect([first.status, (await open(body, keys)).status]).toEqual(statuses)
      await close()
    }
  })

  it("FA11: is ended by no sign-in that a stranger starts, before its proof and after it", async () => {
    const { call, open, proof, start } = shared
    const [email, keys] = ["newer@example.com", keyPair()]
    const started = await start(email)
    expect((await start(email)).status).toBe(200)
    const proven = await call("/auth/sign-ins/verify", await proof(started, email, keys))
    expect([proven.status, (await start("NEWER@example.com")).status]).toEqual([200, 200])
    expect((await open({ ...proven.body, signInId: started.body.signInId }, keys)).status).toBe(200)
  })

  it("proves only the address that its code was mailed to", async () => {
    const { asked, call, proof, start } = shared
    const started = await start("mallory@example.com")
    const before = asked.length
    const stolen = await proof(started, "victim@example.com", keyPair())
    expect(refusalOf(await call("/auth/sign-ins/verify", stolen))).toEqual([401, "UNAUTHORIZED", "No pending OTP"])
    expect(asked.length).toBe(before)
  })

  it("is made by one of two calls with the same code, and the other is refused", async () => {
    const { call, proof, start } = shared
    const email = "race@example.com"
    const started = await start(email)
    const [one, other] = [await proof(started, email, keyPair()), await proof(started, email, keyPair())]
    const answers = await Promise.all([one, other].map((body) => call("/auth/sign-ins/verify", body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it("is counted apart from the codes of the wallet's credential, which still opens sessions during a lock", async () => {
    const { call, proof, start, world } = shared
    const { credentialId } = await world.customer(callers.a, "apart@example.com")
    const started = await start("apart@example.com")
    for (let attempt = 0; attempt < 5; attempt += 1)
      await call("/auth/sign-ins/verify", await proof(started, "apart@example.com", keyPair(), "123456"))
    expect(refusalOf(await start("Apart@example.com"))).toEqual([429, "RATE_LIMITED", "Too many wrong OTP codes"])
    expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
  })

  it("I15: counts the wrong codes of all sign-ins of an address together, one after the other and at once", async () => {
    for (const isAtOnce of [false, true]) {
      const { call, close, proof, start } = hosted()
      const email = "guess@example.com"
      const guesses = []
      for (let nth = 0; nth < 5; nth += 1) {
        const started = await start(email)
        guesses.push(await proof(started, email, keyPair(), "123456"), await proof(started, email, keyPair(), "654321"))
      }
      const guess = (body: unknown) => call("/auth/sign-ins/verify", body)
      const answers = isAtOnce ? await Promise.all(guesses.map(guess)) : []
      if (!isAtOnce) for (const body of guesses) answers.push(await guess(body))
      const reasons = answers.map(({ body }) => body.reason)
      expect(reasons.filter((reason) => reason === "Invalid OTP code").length).toBe(5)
      expect(reasons.filter((reason) => reason === "Too many wrong OTP codes").length).toBe(5)
      await close()
    }
  })

  it("needs the longer code after a lock, until 30 days after the first wrong code, and a short one from then on", async () => {
    const { call, close, proof, start, world } = hosted({}, { mode: "production" })
    const email = "month@example.com"
    const started = await start(email)
    await expect.poll(() => world.letters.length).toBe(1)
    const code = world.letters[0]?.code === "123456" ? "654321" : "123456"
    for (let attempt = 0; attempt < 5; attempt += 1)
      await call("/auth/sign-ins/verify", await proof(started, email, keyPair(), code))
    const lengths = async (count: number) => {
      await start(email)
      await expect.poll(() => world.letters.length).toBe(count)
      return world.letters.map(({ code }) => code.length)
    }
    world.pass(30 * 86_400_000 - 1)
    expect(await lengths(2)).toEqual([6, 13])
    world.pass(1)
    expect(await lengths(3)).toEqual([6, 13, 6])
    await close()
  })
})

describe("the codes of visitors (GU4, FA11)", () => {
  const MANY = Array.from({ length: 8 })
  const policy = { challengesPerAddress: { capacity: 10, refillEvery: MINUTE } }

  it("are limited by address, and none counts against the codes of the wallet and its owner", async () => {
    const { close, start, world } = hosted({ policy })
    const { credentialId } = await world.customer(callers.a, "owner@example.com")
    const statuses = []
    for (const _ of MANY) statuses.push((await start("Owner@example.com")).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    for (let login = 0; login < 4; login += 1)
      expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
    await close()
  })

  it("leave a share of an address to visitors at other network addresses", async () => {
    const { close, start } = hosted({ policy }, { addressOf: ({ headers }) => headers.get("x-address") ?? undefined })
    const statuses = []
    for (const _ of MANY) statuses.push((await start("owner@example.com", { "x-address": "192.0.2.1" })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect((await start("owner@example.com", { "x-address": "192.0.2.2" })).status).toBe(200)
    await close()
  })
})

describe("the calls of visitors (GU4, US5)", () => {
  it("are limited by network address, and together where the host names none", async () => {
    const policy = { callsPerToken: { capacity: 2, refillEvery: MINUTE } }
    const named = hosted({ policy }, { addressOf: ({ headers }) => headers.get("x-address") ?? undefined })
    const status = async (address?: string) =>
      (await named.start("limits@example.com", address === undefined ? {} : { "x-address": address })).status
    const statuses = []
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", undefined])
      statuses.push(await status(address))
    expect(statuses).toEqual([200, 200, 429, 200, 200])
    await named.close()
  })

  it("are never answered from an Idempotency-Key, which another visitor may have used", async () => {
    const { call, proof, start } = shared
    const email = "key-of-another@example.com"
    const body = await proof(await start(email), email, keyPair())
    const headers = { "idempotency-key": "one" }
    expect((await call("/auth/sign-ins/verify", body, headers)).status).toBe(200)
    expect((await call("/auth/sign-ins/verify", body, headers)).status).toBe(401)
  })

  it.each([[{}], [{ email: "no address" }], [{ email: "ada@example.com", more: 1 }], [[]], ["text"]])(
    "with the body %j are refused by name",
    async (body) => {
      expect((await shared.call("/auth/sign-ins", body)).body.code).toMatch(/^INVALID_/u)
    }
  )
})

describe("the client of a visitor (GU4)", () => {
  it("signs them up, and signs calls of their wallet with the session", async () => {
    const client = shared.app()
    const codes: Array<number> = []
    const code = (attempt: number) => {
      codes.push(attempt)
      return attempt === 1 ? "123456" : "000 000"
    }
    const { accountId, customerId, session } = await client.visitors.signIn({ email: "client@example.com", code })
    expect([codes, customerId]).toEqual([[1, 2], shared.users.get("client@example.com")?.customerId])
    expect((await client.sessions.list(accountId, { current: session })).map(({ isCurrent }) => isCurrent)).toEqual([
      true
    ])
    if (session === undefined) throw new Error("the wallet has an EMAIL_OTP credential")
    await client.logout(session)
    expect(await client.sessions.list(accountId)).toEqual([])
  })

  it("has a cookie and no session for a wallet whose codes go to another address", async () => {
    const { app, close, users, world } = hosted()
    users.set("alias@example.com", await world.customer(callers.a, "other@example.com"))
    const client = app()
    const { accountId, session } = await client.visitors.signIn({ email: "alias@example.com", code: () => "000000" })
    expect([session, (await client.credentials.list(accountId)).length]).toEqual([undefined, 1])
    await close()
  })

  it("requests no code under a key that the pinned one did not sign", async () => {
    const client = shared.app(uncompressedHex(keyPair().publicKey))
    const code = () => {
      throw new Error("a code was requested")
    }
    await expect(client.visitors.signIn({ email: "pinned@example.com", code })).rejects.toThrow(UnexpectedAnswerError)
  })

  it("throws the refusal of the last code, and of an address without a user", async () => {
    const { app, close } = hosted({}, { signIn: async () => undefined })
    const reasons = []
    for (const given of ["123456", "000000"]) {
      const signIn = app().visitors.signIn({ email: "unknown@example.com", code: () => given })
      reasons.push(await signIn.catch((error) => (error instanceof CountersignError ? error.reason : error)))
    }
    expect(reasons).toEqual(["Invalid OTP code", "No user of the address"])
    await close()
  })
})
