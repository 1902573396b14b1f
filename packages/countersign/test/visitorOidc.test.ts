import { addOauth, clientKey, ISSUER, oauthAddition, oidcToken, openedKey } from "@countersign/harness/fixtures"
import { ALL, DAY, operatorStart, turnOn } from "@countersign/harness/recovery/kit"
import { changedStore } from "@countersign/harness/stores"
import { callers, retryHeaders, session } from "@countersign/harness/world"
import { oidcNonce } from "@countersign/wire"
import { Effect } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"
import type { ForVisitorOptions } from "../src/index.ts"
import { countedStore } from "./counted.ts"
import { hosted, refusalOf } from "./visitors.ts"

type SignUp = NonNullable<ForVisitorOptions["signUp"]>
type Identity = Parameters<SignUp>[0]

/** A service whose host signs up each identity that no wallet has, with a wallet without credentials. */
const withOidc = (
  more: Parameters<typeof hosted>[0] = {},
  options: Partial<ForVisitorOptions> = {},
  afterProof?: Parameters<typeof hosted>[2]
) => {
  const identities: Array<Identity> = []
  const bare = async () => {
    const customer = await service.world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    const customerId = String(customer.body.id)
    const query = `customerId=${customerId}&type=EMBEDDED_WALLET`
    const wallets = await service.world.call(callers.a, "GET", `/internal-accounts?${query}`)
    return { customerId, accountId: String(wallets.body.data[0].id) }
  }
  const signUp: SignUp = async (identity) => {
    identities.push(identity)
    const user = await bare()
    service.users.set(identity.subject, user)
    return { ...user, headers: { "set-cookie": `user=${user.customerId}; HttpOnly` } }
  }
  const service = hosted(more, { signUp, ...options }, afterProof)
  const { call, world } = service
  const token = (client = clientKey(), claims = {}) => ({
    client,
    body: { oidcToken: oidcToken(world, { nonce: oidcNonce(client.hex), ...claims }), clientPublicKey: client.hex }
  })
  const send = (body: unknown, headers = {}) => call("/auth/sign-ins/oidc", body, headers)
  const signIn = async (claims = {}, client = clientKey()) => ({
    client,
    answer: await send(token(client, claims).body)
  })
  /** A user who has signed up by a code, with an identity as a second credential. */
  const linked = async (email: string, sub: string) => {
    const user = await world.customer(callers.a, email)
    service.users.set(email, user)
    const { keys } = await session(world, callers.a, user.credentialId)
    const { credentialId } = await addOauth(world, callers.a, user.accountId, keys, sub)
    return { ...user, keys, oauthId: credentialId }
  }
  return { ...service, bare, identities, linked, send, signIn, token }
}

const shared = withOidc()
afterAll(() => shared.close())

describe("a visitor with an identity at an issuer (GU4, US5)", () => {
  it("signs in to the wallet that has the identity as a credential, and gets the cookie of the host", async () => {
    const { asked, call, identities, linked, signIn } = shared
    const user = await linked("ada@example.com", "ada")
    const before = identities.length
    const { answer, client } = await signIn({ sub: "ada" })
    const { accountId, customerId, session: opened } = answer.body
    expect([answer.status, customerId, accountId, opened.type]).toEqual([200, user.customerId, user.accountId, "OAUTH"])
    expect(answer.headers.getSetCookie()).toEqual([`user=${user.customerId}; HttpOnly`])
    expect([answer.headers.get("cache-control"), asked.at(-1), identities.length]).toEqual([
      "no-store",
      user.accountId,
      before
    ])
    await openedKey({ ...answer, body: opened }, client)
    const receipts = await call(`/receipts?accountId=${accountId}`, undefined, { cookie: `user=${customerId}` })
    const receipt = receipts.body.data.at(-1)
    expect([receipt.credentialId, receipt.proof.type]).toEqual([user.oauthId, "IDENTITY_TOKEN"])
  })

  it("signs up with a wallet without credentials, which gets the identity, and signs in to it from then on", async () => {
    const { call, identities, signIn } = shared
    const claims = { sub: "new", email: "new@EXAMPLE.com", email_verified: true }
    const { answer, client } = await signIn(claims)
    const { accountId, customerId, session: opened } = answer.body
    expect([answer.status, opened.accountId, opened.type]).toEqual([200, accountId, "OAUTH"])
    await openedKey({ ...answer, body: opened }, client)
    const { request: _, ...identity } = identities.at(-1) ?? {}
    expect(identity).toEqual({ issuer: ISSUER, audience: "app", subject: "new", email: "new@example.com" })
    const again = await signIn(claims)
    expect([again.answer.body.accountId, again.answer.body.customerId]).toEqual([accountId, customerId])
    const cookie = { cookie: `user=${customerId}` }
    const credentials = await call(`/auth/credentials?accountId=${accountId}`, undefined, cookie)
    expect(credentials.body.data.map(({ type }: { readonly type: string }) => type)).toEqual(["OAUTH"])
  })

  it.each([
    ["is not verified", { email: "ada@example.com", email_verified: false }],
    ["is not said to be verified", { email: "ada@example.com" }],
    ["is verified by an odd value", { email: "ada@example.com", email_verified: 1 }],
    ["is no address", { email: "ada@example.com\n", email_verified: true }]
  ])("reaches the host without an address that %s (J14)", async (what, claims) => {
    const { identities, signIn } = shared
    expect((await signIn({ sub: what, ...claims })).answer.status).toBe(200)
    expect(identities.at(-1)?.email).toBe(undefined)
  })

  it("opens no session of a wallet with other credentials, whose address the issuer has verified (J14)", async () => {
    const { close, signIn, users, world } = withOidc(
      {},
      {
        // A host that finds the user by the address alone, against the rule.
        signUp: async ({ email }) => {
          const user = users.get(email ?? "")
          return user && { ...user, headers: { "set-cookie": `user=${user.customerId}` } }
        }
      }
    )
    const victim = await world.customer(callers.a, "victim@example.com")
    users.set("victim@example.com", victim)
    const { answer } = await signIn({ sub: "thief", email: "victim@example.com", email_verified: true })
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["accountId", "customerId"]])
    const all = await world.call(callers.a, "GET", `/auth/credentials?accountId=${victim.accountId}`)
    expect(all.body.data.length).toBe(1)
    await close()
  })

  it("J14: signs in to the wallet that had the identity first, after another wallet has added it", async () => {
    const { linked, signIn, world } = shared
    const user = await linked("first@example.com", "first")
    world.pass(1000)
    await linked("thief@example.com", "first")
    expect((await signIn({ sub: "first" })).answer.body.accountId).toBe(user.accountId)
  })

  it("has another identity with another issuer or client id", async () => {
    const { identities, linked, signIn } = shared
    await linked("other@example.com", "other")
    for (const claims of [{ iss: "https://appleid.apple.com" }, { aud: "another" }]) {
      const before = identities.length
      expect((await signIn({ sub: "other", ...claims })).answer.status).toBe(200)
      expect(identities.length).toBe(before + 1)
    }
  })
})

describe("the token of a visitor (GU4, J9, J10)", () => {
  it("is accepted once, by a known identity and a new one, also in two calls at once", async () => {
    const { linked, send, token } = shared
    await linked("twice@example.com", "twice")
    for (const sub of ["twice", "twice-new"]) {
      const { body } = token(clientKey(), { sub })
      const answers = await Promise.all([send(body), send(body)])
      const [refused] = answers.filter(({ status }) => status !== 200)
      expect([answers.filter(({ status }) => status === 200).length, refused?.headers.getSetCookie()]).toEqual([1, []])
      const replayed = await send(body)
      expect([...refusalOf(replayed), replayed.headers.getSetCookie()]).toEqual([
        401,
        "UNAUTHORIZED",
        "OIDC token refused: replay",
        []
      ])
    }
  })

  it("is consumed where the wallet opens no session by it, so that a second use gets no cookie", async () => {
    const { close, send, token, users, world } = withOidc({}, { signUp: async () => users.get("ada@example.com") })
    users.set("ada@example.com", await world.customer(callers.a, "ada@example.com"))
    const { body } = token()
    const answers = await Promise.all([send(body), send(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await send(body)).status).toBe(401)
    await close()
  })

  it.each([
    ["of another issuer", { iss: "https://evil.example" }, "issuer"],
    ["without a nonce", { nonce: undefined }, "nonce"],
    ["with the nonce of another key", { nonce: oidcNonce(clientKey().hex) }, "nonce"],
    ["that has expired", { exp: 1 }, "expiry"]
  ])("%s is refused by name, and the host is not called", async (_, claims, check) => {
    const { identities, signIn } = shared
    const before = identities.length
    const { answer } = await signIn(claims)
    const refusal = [401, "UNAUTHORIZED", `OIDC token refused: ${check}`]
    expect([refusalOf(answer), identities.length]).toEqual([refusal, before])
  })

  it("of another client id than those of the platform is refused by name", async () => {
    const { close, signIn, world } = withOidc()
    const oidc = { issuers: [{ issuer: ISSUER, audiences: ["app"] }] }
    const body = { revision: 0, oidc }
    expect((await world.call(callers.support, "PATCH", "/platform/settings", { body })).status).toBe(200)
    const { answer } = await signIn({ aud: "of-another-app" })
    expect(refusalOf(answer)).toEqual([401, "UNAUTHORIZED", "OIDC token refused: audience"])
    expect((await signIn()).answer.status).toBe(200)
    await close()
  })

  it("is refused after its 65 seconds in the sandbox", async () => {
    for (const [age, status] of [
      [65_999, 200],
      [66_000, 401]
    ] as const) {
      const { close, send, token, world } = withOidc()
      const { body } = token()
      world.pass(age - (world.at() % 1000))
      expect((await send(body)).status).toBe(status)
      await close()
    }
  })

  it("opens no session of the wallet of another user, and none without a user", async () => {
    const { bare, call, signIn, token } = shared
    const [own, other] = [await bare(), await bare()]
    const { body } = token(clientKey(), { sub: "own" })
    const opening = { ...body, accountId: other.accountId }
    expect((await shared.send(opening)).status).toBe(400)
    expect((await call("/auth/sign-ins/oidc/session", opening)).status).toBe(401)
    const cookie = { cookie: `user=${own.customerId}` }
    expect((await call("/auth/sign-ins/oidc/session", opening, cookie)).status).toBe(404)
    expect((await signIn({ sub: "own" })).answer.body.accountId).not.toBe(other.accountId)
  })
})

describe("a host that signs visitors in by identities (GU4, US5)", () => {
  it.each([
    ["has no `signUp`", { signUp: undefined }, 403],
    ["knows no user of the identity", { signUp: async () => undefined }, 403],
    ["fails", { signUp: () => Promise.reject(new Error("no database")) }, 500],
    [
      "returns a wallet that is not of the customer",
      {
        signUp: async () => ({
          customerId: `Customer:${crypto.randomUUID()}`,
          accountId: `InternalAccount:${crypto.randomUUID()}`,
          headers: { "set-cookie": "user=1" }
        })
      },
      404
    ]
  ])("gives neither a cookie nor a session where it %s (I16)", async (_, { signUp }, status) => {
    const { close, signIn } = withOidc({}, { signUp })
    const { answer } = await signIn()
    expect([answer.status, answer.headers.getSetCookie(), answer.body.session]).toEqual([status, [], undefined])
    await close()
  })

  it.each([
    ["has no user for the wallet", async () => undefined, 403],
    ["returns another wallet", async () => ({ customerId: "Customer:1", accountId: "InternalAccount:1" }), 500]
  ])("gives a known identity neither where it %s", async (_, afterProof, status) => {
    const { close, linked, signIn } = withOidc({}, {}, afterProof)
    await linked("ada@example.com", "ada")
    const { answer } = await signIn({ sub: "ada" })
    expect([answer.status, answer.headers.getSetCookie(), answer.body.session]).toEqual([status, [], undefined])
    await close()
  })

  it("refuses a known and an unknown identity alike when it signs in neither", async () => {
    const { close, linked, signIn } = withOidc({}, { signUp: undefined }, async () => undefined)
    await linked("ada@example.com", "ada")
    const [known, unknown] = [await signIn({ sub: "ada" }), await signIn({ sub: "stranger" })]
    const seen = ({ answer: { body, headers, status } }: typeof known) => [status, body, [...headers.keys()]]
    expect(seen(known)).toEqual(seen(unknown))
    await close()
  })

  it.each([
    ["account", "Account is suspended"],
    ["credential", "Credential is suspended"]
  ])("gives no cookie where support has suspended the %s", async (what, reason) => {
    const { close, linked, signIn, world } = withOidc()
    const user = await linked("ada@example.com", "ada")
    const path = what === "account" ? `accounts/${user.accountId}` : `credentials/${user.oauthId}`
    const body = { actor: "support-7", reason: "A stolen device" }
    expect((await world.call(callers.support, "POST", `/operator/${path}/suspend`, { body })).status).toBeLessThan(300)
    const { answer } = await signIn({ sub: "ada" })
    expect([answer.status, answer.body.reason, answer.headers.getSetCookie()]).toEqual([403, reason, []])
    await close()
  })

  it.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ["of the same origin", { "sec-fetch-site": "same-origin", origin: "https://pay.example" }, 200],
    ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403]
  ])("serves a page %s as it does a user (CSRF)", async (_, headers, status) => {
    const { send, token } = shared
    const answer = await send(token(clientKey(), { sub: status }).body, headers)
    expect(answer.status).toBe(status === 200 ? 401 : status)
  })

  it("limits visitors by network address", async () => {
    const policy = { callsPerToken: { capacity: 1, refillEvery: 60_000 } }
    const { close, send } = withOidc({ policy }, { addressOf: ({ headers }) => headers.get("x-address") ?? undefined })
    const statuses = []
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
      statuses.push((await send({}, { "x-address": address })).status)
    expect(statuses).toEqual([400, 429, 400])
    await close()
  })

  it("J14: gives an identity to no wallet without credentials by the addition of a stranger", async () => {
    const { close, identities, signIn, world } = withOidc()
    const user = await world.customer(callers.a, "ada@example.com")
    const body = oauthAddition(world, user.accountId, "ada")
    expect((await world.call(callers.a, "POST", "/auth/credentials", { body })).status).toBe(202)
    await signIn({ sub: "ada" })
    expect(identities.length).toBe(1)
    await close()
  })

  it("is logged as a sign-in (GU9)", async () => {
    const lines: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)))
    const { close, signIn } = withOidc({ logs: "json" })
    const { answer } = await signIn()
    await close()
    log.mockRestore()
    const succeeded = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "a sign-in succeeded")
    expect(succeeded).toMatchObject([
      { requestId: answer.headers.get("x-request-id"), route: "/auth/sign-ins/oidc/session", status: 200 }
    ])
  })

  it("opens the session of a known identity in five loads and a commit", async () => {
    const { store, take } = countedStore()
    const { close, linked, signIn } = withOidc({ store })
    await linked("ada@example.com", "ada")
    take()
    await signIn({ sub: "ada" })
    expect(take()).toEqual(["load", "load", "load", "load", "load", "commit"])
    await close()
  })
})

describe("the identity of a visitor and a wallet on hold for a recovery (GU4, GA8)", () => {
  const typesOf = async ({ world }: ReturnType<typeof withOidc>, accountId: string) => {
    const { body } = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
    return body.data.map(({ type }: { readonly type: string }) => type).toSorted()
  }
  /** A service with recovery by operators, which wait for three days. */
  const recovering = async (...parameters: Parameters<typeof withOidc>) => {
    const service = withOidc(...parameters)
    await turnOn(service.world, ALL)
    return service
  }

  it("signs in to the wallet that has it, whose session adds no other during the hold", async () => {
    const service = await recovering()
    const { close, linked, signIn, world } = service
    const { accountId } = await linked("ada@example.com", "ada")
    expect((await operatorStart(world, accountId)).status).toBe(201)
    const { answer, client } = await signIn({ sub: "ada" })
    expect([answer.status, answer.body.session.type]).toEqual([200, "OAUTH"])
    const keys = await openedKey({ ...answer, body: answer.body.session }, client)
    const add = async () => {
      const body = oauthAddition(world, accountId, "another")
      const first = await world.call(callers.a, "POST", "/auth/credentials", { body })
      if (first.status !== 202) return first
      return world.call(callers.a, "POST", "/auth/credentials", { body, headers: retryHeaders(first.body, keys) })
    }
    expect(refusalOf(await add())).toEqual([409, "ACCOUNT_HELD", "Account is held"])
    expect(await typesOf(service, accountId)).toEqual(["EMAIL_OTP", "OAUTH"])
    await close()
  })

  it("is not added to a wallet with other credentials, during the hold as before it", async () => {
    const service = await recovering({}, { signUp: async () => service.users.get("ada@example.com") })
    const { close, signIn, users, world } = service
    const user = await world.customer(callers.a, "ada@example.com")
    users.set("ada@example.com", user)
    for (const isHeld of [false, true]) {
      if (isHeld) expect((await operatorStart(world, user.accountId)).status).toBe(201)
      const { answer } = await signIn({ sub: "thief" })
      expect([answer.status, answer.body.session]).toEqual([200, undefined])
      expect(await typesOf(service, user.accountId)).toEqual(["EMAIL_OTP"])
    }
    await close()
  })

  it("is refused by name, without effect, by a wallet without credentials, and its token is not consumed", async () => {
    let heldUntil: number | undefined
    // No call brings a hold on a wallet without credentials: a recovery needs an address, which gives it one.
    const store = changedStore(({ load }) => ({
      load: (refs) =>
        Effect.map(load(refs), (rows) =>
          rows.map((each) =>
            each.map((row) =>
              heldUntil !== undefined && Object(row.body).type === "EMBEDDED_WALLET"
                ? { ...row, body: { ...Object(row.body), heldUntil } }
                : row
            )
          )
        ),
      recent: () => undefined
    }))
    const service = withOidc({ store }, { signUp: async () => users.get("bare") })
    const { bare, close, send, token, users, world } = service
    const user = await bare()
    users.set("bare", user)
    const { body } = token()
    heldUntil = world.at() + 3 * DAY
    const refused = await send(body)
    const headers = refused.headers.getSetCookie()
    expect([...refusalOf(refused), refused.body.details.heldUntil, headers]).toEqual([
      ...[409, "ACCOUNT_HELD", "Account is held", new Date(heldUntil).toISOString()],
      []
    ])
    expect(await typesOf(service, user.accountId)).toEqual([])
    heldUntil = world.at()
    const answer = await send(body)
    expect([answer.status, answer.body.session.type, await typesOf(service, user.accountId)]).toEqual([
      ...[200, "OAUTH"],
      ["OAUTH"]
    ])
    await close()
  })

  it("is refused by name by a suspended wallet without credentials, and added after it is resumed", async () => {
    const service = withOidc({}, { signUp: async () => users.get("bare") })
    const { bare, close, send, token, users, world } = service
    const user = await bare()
    users.set("bare", user)
    const act = (verb: string) =>
      world.call(callers.support, "POST", `/operator/accounts/${user.accountId}/${verb}`, {
        body: { actor: "support-7", reason: "A stolen device" }
      })
    await act("suspend")
    const { body } = token()
    const refused = await send(body)
    expect([refused.status, refused.body.reason, refused.headers.getSetCookie()]).toEqual([
      ...[403, "Account is suspended"],
      []
    ])
    expect(await typesOf(service, user.accountId)).toEqual([])
    await act("resume")
    expect((await send(body)).body.session.type).toBe("OAUTH")
    await close()
  })
})
