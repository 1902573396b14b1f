import {
  addOauth,
  addPasskey,
  clientKey,
  oauthAddition,
  oauthVerify,
  passkeySession,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

const SITE = { rpIds: ["pay.example.com"], origins: ["https://pay.example.com"] }
const read = async (caller = callers.a) => (await world.call(caller, "GET", "/platform/settings")).body
const change = (body: unknown, caller = callers.support) => world.call(caller, "PATCH", "/platform/settings", { body })
const revisions = async (caller = callers.a) =>
  (await world.call(caller, "GET", "/platform/settings/revisions")).body.data

let revision = 0
beforeEach(async () => {
  revision = (await read()).revision
})

describe("the settings of a platform", () => {
  it("are at revision 0 and empty until the first change", async () => {
    expect(await read(callers.live)).toEqual({ revision: 0 })
    expect(await revisions(callers.live)).toEqual([])
  })

  it("PL1: are changed by a section, which null removes, and every revision is stored with the token that made it", async () => {
    const set = await change({ revision, passkeys: SITE })
    expect([set.status, set.body]).toEqual([200, { revision: revision + 1, passkeys: SITE, updatedAt: now() }])
    const unchanged = await change({ revision: revision + 1 })
    expect(unchanged.body).toEqual({ revision: revision + 2, passkeys: SITE, updatedAt: now() })
    const removed = await change({ revision: revision + 2, passkeys: null })
    expect(removed.body).toEqual({ revision: revision + 3, updatedAt: now() })
    const made = { tokenId: "support", createdAt: now() }
    expect((await revisions()).slice(0, 3)).toEqual([
      { revision: revision + 3, settings: {}, ...made },
      { revision: revision + 2, settings: { passkeys: SITE }, ...made },
      { revision: revision + 1, settings: { passkeys: SITE }, ...made }
    ])
  })

  it("PL1: refuse a patch of another revision than the current one, and do not change", async () => {
    await change({ revision, passkeys: SITE })
    const before = await read()
    for (const stale of [revision, revision + 2]) {
      const { body, status } = await change({ revision: stale, passkeys: null })
      expect([status, body.code, body.reason]).toEqual([409, "CONFLICT", "Settings have changed"])
    }
    expect(await read()).toEqual(before)
  })

  it.each([
    ["an unknown section", { colours: {} }, "colours"],
    ["an unknown field of a section", { passkeys: { ...SITE, timeout: 1 } }, "passkeys.timeout"],
    ["an absent field of a section", { passkeys: { rpIds: SITE.rpIds } }, "passkeys.origins"],
    ["an empty list", { passkeys: { ...SITE, rpIds: [] } }, "passkeys.rpIds"],
    ["a URL as a relying party", { passkeys: { ...SITE, rpIds: ["https://pay.example.com"] } }, "passkeys.rpIds.0"],
    ["an upper-case relying party", { passkeys: { ...SITE, rpIds: ["Pay.example.com"] } }, "passkeys.rpIds.0"],
    ["an origin without a scheme", { passkeys: { ...SITE, origins: ["pay.example.com"] } }, "passkeys.origins.0"],
    ["a revision that is not a number", { revision: "0" }, "revision"],
    ["a negative revision", { revision: -1 }, "revision"]
  ])("refuse %s by name", async (_, patch, field) => {
    const before = await read()
    const { body, status } = await change({ revision, ...patch })
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors.map((each: { readonly field: string }) => each.field)).toEqual([field])
    expect(await read()).toEqual(before)
  })

  it("PL1 I18: are changed by a token with OPERATE alone, also if another has every other scope", async () => {
    const { body, status } = await change({ revision, passkeys: SITE }, callers.a)
    expect([status, body.code]).toEqual([403, "FORBIDDEN"])
    expect((await read()).revision).toBe(revision)
  })

  it("PL1 I9: are those of one platform and one mode", async () => {
    await change({ revision, passkeys: SITE })
    for (const other of [callers.b, callers.live, callers.liveB]) {
      expect([await read(other), await revisions(other)]).toEqual([{ revision: 0 }, []])
    }
  })

  it("are read and changed by the host's own program as well", async () => {
    const { settings } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const changed = await settings.update({ revision, passkeys: SITE })
    expect(changed).toEqual(await settings.read())
    const [newest] = (await settings.revisions({ limit: 1 })).data
    expect(newest).toEqual({ revision: revision + 1, settings: { passkeys: SITE }, tokenId: null, createdAt: now() })
    await expect(settings.update({ revision })).rejects.toMatchObject({ status: 409, code: "CONFLICT" })
  })
})

describe("PL2: the relying parties of a platform", () => {
  const wallet = async (caller = callers.a) => {
    const customer = await world.customer(caller)
    return { ...customer, keys: (await session(world, caller, customer.credentialId)).keys }
  }

  it("PL5: are the only ones it registers passkeys for, from the next call on, and other platforms are unchanged", async () => {
    const { accountId, keys } = await wallet()
    await change({ revision, passkeys: null })
    expect((await addPasskey(world, callers.a, accountId, keys)).added.status).toBe(201)
    await change({ revision: revision + 1, passkeys: SITE })
    const refusals: ReadonlyArray<readonly [object, string]> = [
      [RP, "origin"],
      [{ rpId: "example.com", origin: "https://pay.example.com" }, "relying party"],
      [{ rpId: "pay.example.com", origin: "https://other.example.com" }, "origin"]
    ]
    for (const [at, check] of refusals) {
      const { added } = await addPasskey(world, callers.a, accountId, keys, at)
      expect([added.status, added.body.reason]).toEqual([401, `Passkey refused: ${check}`])
    }
    const own = { rpId: "pay.example.com", origin: "https://pay.example.com" }
    expect((await addPasskey(world, callers.a, accountId, keys, own)).added.status).toBe(201)
    const other = await wallet(callers.b)
    expect((await addPasskey(world, callers.b, other.accountId, other.keys)).added.status).toBe(201)
  })

  it("PL2 I18: leave a passkey of another relying party as it is: it signs in, at its own origin alone", async () => {
    await change({ revision, passkeys: null })
    const { accountId, keys } = await wallet()
    const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keys)
    await change({ revision: revision + 1, passkeys: SITE })
    expect((await passkeySession(world, callers.a, credentialId, authenticator)).answer.status).toBe(200)
  })
})

describe("PL3: the issuers of a platform", () => {
  const OWN = "https://login.shop.example"
  const only = { issuers: [{ issuer: OWN, audiences: ["shop"] }] }
  const ofOwn = { iss: OWN, aud: "shop" }

  it("PL3 I18: decide additions and logins from the next call on, and reach no existing identity", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    await change({ revision, passkeys: null, oidc: null })
    const { credentialId: known } = await addOauth(world, callers.a, accountId, keys)
    const login = async (claims: object) => {
      const { body, status } = await oauthVerify(world, callers.a, known, clientKey(), claims)
      return status === 200 ? "signed in" : body.reason
    }
    expect(await login({})).toBe("signed in")
    await change({ revision: revision + 1, oidc: only })
    expect(await login({})).toBe("OIDC token refused: issuer")
    // The thief's issuer may sign any subject, and has no identity of this wallet.
    expect(await login(ofOwn)).toBe("OIDC token refused: identity")
    expect(await login({ ...ofOwn, aud: "app" })).toBe("OIDC token refused: audience")
    const add = { method: "POST", path: "/auth/credentials", body: oauthAddition(world, accountId, "sub-2") }
    expect((await signed(world, callers.a, keys, add)).body.reason).toBe("OIDC token refused: issuer")
    await change({ revision: revision + 2, oidc: null })
    expect(await login({})).toBe("signed in")
  })

  it.each([
    [
      "a key address",
      { issuers: [{ ...only.issuers[0], jwksUri: "https://thief.example/keys" }] },
      "oidc.issuers.0.jwksUri"
    ],
    ["no audience", { issuers: [{ issuer: OWN, audiences: [] }] }, "oidc.issuers.0.audiences"],
    [
      "a symmetric algorithm",
      { issuers: [{ ...only.issuers[0], algorithms: ["HS256"] }] },
      "oidc.issuers.0.algorithms.0"
    ],
    ["an issuer twice", { issuers: [only.issuers[0], only.issuers[0]] }, "oidc.issuers.1.issuer"]
  ])("PL3: are refused by name with %s", async (_, oidc, field) => {
    const { body, status } = await change({ revision, oidc })
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors.map((each: { readonly field: string }) => each.field)).toEqual([field])
  })

  it.each([
    "http://login.shop.example",
    "login.shop.example",
    "https://login.shop.example?a=b",
    "https://a:b@login.shop.example"
  ])("PL3: are refused in production when no trusted keys exist for one: %s", async (issuer) => {
    const api = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    await expect(
      api.settings.update({ revision: 0, oidc: { issuers: [{ issuer, audiences: ["shop"] }] } })
    ).rejects.toMatchObject({ status: 400, reason: "Settings refused" })
  })
})

describe("PL6: the limits of a platform", () => {
  it("decide the next session, and loosen nothing that the host's policy says", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const life = async () => {
      const { session: opened } = await session(world, callers.a, credentialId)
      return Date.parse(opened.expiresAt) - world.at()
    }
    await change({ revision, limits: null })
    expect(await life()).toBe(900_000)
    const limits = { sessionLifetime: 60_000, sessionsPerAccount: 2 }
    expect((await change({ revision: revision + 1, limits })).status).toBe(200)
    for (let nth = 0; nth < 3; nth += 1) expect(await life()).toBe(60_000)
    const { body } = await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
    expect(body.data).toHaveLength(2)
  })

  it("limit the codes of one credential", async () => {
    await change({ revision, limits: { challengesPerCredential: { capacity: 1, refillEvery: 60_000 } } })
    const { credentialId } = await world.customer(callers.a)
    const ask = () => world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
    world.pass(59_999)
    expect((await ask()).status).toBe(429)
    world.pass(1)
    expect((await ask()).status).toBe(200)
    await change({ revision: revision + 1, limits: null })
  })

  it.each([
    [{ sessionLifetime: 900_001 }, "limits.sessionLifetime"],
    [{ sessionFamilyLifetime: 86_400_001 }, "limits.sessionFamilyLifetime"],
    [{ sessionsPerAccount: 101 }, "limits.sessionsPerAccount"],
    [{ sessionLifetime: 0 }, "limits.sessionLifetime"],
    [{ emailChange: "immediate" }, "limits.emailChange"],
    [{ otpLength: 4 }, "limits.otpLength"]
  ])("are refused by name when they are weaker than the host's policy or unknown: %j", async (limits, field) => {
    const { body, status } = await change({ revision, limits })
    expect([status, body.details.errors.map((each: { readonly field: string }) => each.field)]).toEqual([400, [field]])
  })
})

describe("PL7: the mail templates of a platform", () => {
  const code = { subject: "{{appName}} sign-in", text: "Code {{code}}, good for {{minutes}} min." }
  const notice = { kind: "CREDENTIAL_ADDED", subject: "New in {{appName}}", text: "{{details}}\n{{date}}" }

  it("reach the mailer with the next mail", async () => {
    const letters: Array<object> = []
    const keep = async (mail: object) => void letters.push(mail)
    const live = makeWorld({ logs: "none", mailer: { sendCode: keep, sendNotice: keep } })
    const { settings } = live.countersign.api.in({ platformId: "alpha", mode: "production" })
    await settings.update({ revision: 0, mail: { code, notices: [{ ...notice, kind: "CREDENTIAL_ADDED" }] } })
    const { credentialId } = await live.customer(callers.live)
    await live.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    await expect.poll(() => letters).toMatchObject([{ platformId: "alpha", template: code }])
    await live.countersign.close()
  })

  it.each([
    ["a code mail without the code", { code: { ...code, text: "No code" } }, "mail.code.text"],
    ["an unknown placeholder", { code: { ...code, text: "{{code}} {{secret}}" } }, "mail.code.text"],
    ["an unfinished placeholder", { code: { ...code, text: "{{code}} {{" } }, "mail.code.text"],
    ["a link", { code: { ...code, text: "{{code}} https://thief.example" } }, "mail.code.text"],
    ["an e-mail address", { code: { ...code, text: "{{code}} thief@example.com" } }, "mail.code.text"],
    ["the code in a subject", { code: { ...code, subject: "{{code}}" } }, "mail.code.subject"],
    ["a subject of two lines", { code: { ...code, subject: "a\r\nBcc: thief" } }, "mail.code.subject"],
    ["a carriage return", { code: { ...code, text: "{{code}}\r\n" } }, "mail.code.text"],
    ["a notice that hides what happened", { notices: [{ ...notice, text: "All is well" }] }, "mail.notices.0.text"],
    ["an unknown notice", { notices: [{ ...notice, kind: "PARTY" }] }, "mail.notices.0.kind"],
    ["a notice twice", { notices: [notice, notice] }, "mail.notices.1.kind"],
    ["a text that is too long", { code: { ...code, text: `{{code}}${"x".repeat(1500)}` } }, "mail.code.text"]
  ])("PL7 H12: are refused by name with %s", async (_, mail, field) => {
    const { body, status } = await change({ revision, mail })
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors.map((each: { readonly field: string }) => each.field)).toContain(field)
  })
})

const now = () => new Date(world.at()).toISOString()
