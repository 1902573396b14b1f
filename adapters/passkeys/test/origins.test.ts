import { describe, expect, it } from "vitest"
import { type PasskeyPolicy, PasskeyPolicyRefused, passkeys } from "../src/index.ts"
import { authenticator, LOGIN, loggingIn, ORIGIN, POLICY, RP_ID, registered, registering, tryAssert } from "./given.ts"

const ANY: PasskeyPolicy = { rpIds: "any", origins: "any" }
const ANDROID = "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0abc3f4d7c4fb3a7f5d6e2c11"
const IOS = "ios:bundle-id:com.example.app"

/** Origins that differ from `https://app.example.com`, with their difference. */
const alien: ReadonlyArray<readonly [origin: string, difference: string]> = [
  ["https://evil.test", "another site"],
  ["https://example.com", "the parent domain"],
  ["https://www.app.example.com", "a subdomain"],
  ["https://api.example.com", "a sibling"],
  ["https://app.example.com.evil.test", "the name as a prefix"],
  ["https://evilapp.example.com", "the name as a suffix"],
  ["https://app-example.com", "a hyphen for a dot"],
  ["http://app.example.com", "plain http"],
  ["https://app.example.com:8443", "another port"],
  ["https://app.example.com:443", "an explicit default port"],
  ["https://app.example.com/", "a slash"],
  ["https://app.example.com/login", "a path"],
  ["https://app.example.com#", "a fragment"],
  ["https://user@app.example.com", "a user"],
  ["https://APP.example.com", "capitals"],
  ["HTTPS://app.example.com", "an upper-case scheme"],
  [" https://app.example.com", "a leading space"],
  ["https://app.example.com.", "a trailing dot"],
  ["https://xn--pp-gla.example.com", "punycode of a look-alike"],
  ["https://\u0430pp.example.com", "a Cyrillic letter"],
  ["app.example.com", "no scheme"],
  ["null", "the opaque origin"],
  ["", "nothing"],
  [ANDROID, "an Android app"],
  [IOS, "an iOS app"]
]

describe("P1: origins", () => {
  it.each(alien)("%j is rejected at registration and at assertion: %s", async (origin) => {
    expect(await registering(authenticator(), { origin })).toBe("origin")
    const key = authenticator()
    expect(await loggingIn(key, await registered(key), { origin })).toBe("origin")
  })

  it("GD1: of the list, web or app, are accepted at registration, and at every assertion of their relying party", async () => {
    const origins = [ORIGIN, "https://www.example.com", "https://example.com:8443", ANDROID, IOS]
    const policy = { ...POLICY, origins }
    for (const origin of origins) {
      const key = authenticator({ origin })
      const material = await registered(key, {}, policy)
      expect(material.origin).toBe(origin)
      for (const other of origins) {
        expect([other, await loggingIn(key, material, { origin: other }, policy)]).toEqual([other, "ok"])
        // Removed from the list since.
        const now = { ...policy, origins: origins.filter((listed) => listed !== other) }
        expect(await loggingIn(key, material, { origin: other }, now)).toBe("origin")
      }
      for (const [other] of alien.filter(([each]) => !origins.includes(each))) {
        expect([other, await loggingIn(key, material, { origin: other }, policy)]).toEqual([other, "origin"])
      }
    }
  })

  it("GD1: of another listed relying party are refused, and related ones of none are accepted", async () => {
    const origins = [ORIGIN, "https://shop.test", "https://example.co.uk"]
    const policy = { rpIds: [RP_ID, "shop.test"], origins }
    const key = authenticator()
    const material = await registered(key, {}, policy)
    expect(await loggingIn(key, material, { origin: "https://shop.test" }, policy)).toBe("origin")
    expect(await loggingIn(key, material, { origin: "https://example.co.uk" }, policy)).toBe("ok")
    expect(await registering(authenticator(), { origin: "https://example.co.uk" }, policy)).toBe("ok")
  })

  it("GD1: of the platform's own relying parties are accepted beside those of the deployment", async () => {
    const key = authenticator()
    const material = await registered(key)
    const own = { rpIds: [RP_ID], origins: ["https://www.example.com", ANDROID] }
    for (const [origin, outcome] of [
      [ORIGIN, "ok"],
      ["https://www.example.com", "ok"],
      [ANDROID, "ok"],
      ["https://evil.test", "origin"]
    ] as const) {
      const assertion = key.assert({ challenge: LOGIN.challenge, origin })
      const claim = { material, challenges: LOGIN.accepted, assertion, relyingParties: own }
      expect([origin, (await tryAssert(claim)).outcome]).toEqual([origin, outcome])
    }
  })

  it('GD1: with "any", is the one that created the passkey', async () => {
    const key = authenticator()
    const material = await registered(key, {}, ANY)
    expect(await loggingIn(key, material, {}, ANY)).toBe("ok")
    for (const [origin] of alien) expect(await loggingIn(key, material, { origin }, ANY)).toBe("origin")
  })

  it('of any kind are accepted with "any", if they are origins', async () => {
    const rpOnly: PasskeyPolicy = { rpIds: ["example.com"], origins: "any" }
    for (const origin of ["https://example.com", "http://localhost:3000", ANDROID, IOS]) {
      expect(await registering(authenticator({ origin }), {}, rpOnly)).toBe("ok")
    }
    const none = ["null", "", "https://app.example.com/", "https://a b", "app.example.com", "https:", "android: x"]
    for (const origin of none) expect(await registering(authenticator({ origin }), {}, rpOnly)).toBe("origin")
  })
})

describe("P1: relying party ids", () => {
  it("of another domain are rejected at registration and at assertion", async () => {
    for (const rpId of ["evil.test", "com", "app.example.com", "EXAMPLE.com", "example.com.", ""]) {
      expect(await registering(authenticator(), { rpId })).toBe("relying party")
      const key = authenticator()
      expect(await loggingIn(key, await registered(key), { rpId })).toBe("relying party")
    }
  })

  it("bind the passkey, although the policy lists others", async () => {
    const policy = { ...POLICY, rpIds: ["example.com", "app.example.com"] }
    const key = authenticator({ rpId: "app.example.com" })
    const material = await registered(key, {}, policy)
    expect(await loggingIn(key, material, {}, policy)).toBe("ok")
    expect(await loggingIn(key, material, { rpId: "example.com" }, policy)).toBe("relying party")
  })

  it.each([
    ["https://app.example.com", "app.example.com", "ok"],
    ["https://app.example.com", "example.com", "ok"],
    ["https://a.b.example.com:8443", "example.com", "ok"],
    ["https://app.example.com", "com", "relying party"],
    ["https://app.example.com", "pp.example.com", "relying party"],
    ["https://app.example.com", "www.app.example.com", "relying party"],
    ["https://app.example.com", "https://app.example.com", "relying party"],
    ["http://localhost:3000", "localhost", "ok"],
    ["http://localhost:3000", "localhost:3000", "relying party"],
    ["http://127.0.0.1:3000", "127.0.0.1", "ok"],
    ["http://127.0.0.1:3000", "0.1", "relying party"],
    ["http://[::1]:3000", "[::1]", "ok"],
    [ANDROID, "example.com", "relying party"]
  ])('with "any", a page of %s that claims %s: %s', async (origin, rpId, outcome) => {
    expect(await registering(authenticator({ origin, rpId }), {}, ANY)).toBe(outcome)
  })
})

describe("P2: embedded ceremonies", () => {
  const top = "https://shop.test"
  const listed = { ...POLICY, topOrigins: [top] }
  const cases = [
    [{ crossOrigin: true }, "cross-origin", "cross-origin"],
    [{ crossOrigin: true, topOrigin: top }, "cross-origin", "ok"],
    [{ crossOrigin: true, topOrigin: "https://evil.test" }, "cross-origin", "cross-origin"],
    [{ crossOrigin: true, topOrigin: `${top}/` }, "cross-origin", "cross-origin"],
    [{ crossOrigin: true, topOrigin: "" }, "cross-origin", "cross-origin"],
    [{ crossOrigin: false, topOrigin: "https://evil.test" }, "cross-origin", "cross-origin"],
    [{ crossOrigin: false, topOrigin: "" }, "cross-origin", "cross-origin"],
    [{ crossOrigin: false, topOrigin: top }, "cross-origin", "ok"],
    [{ crossOrigin: false }, "ok", "ok"]
  ] as const

  it.each(cases)(
    "%j is at registration and assertion: %s, and with a top origin listed: %s",
    async (embedding, plain, opted) => {
      for (const [policy, outcome] of [
        [POLICY, plain],
        [{ ...POLICY, topOrigins: [] }, plain],
        [listed, opted]
      ] as const) {
        expect(await registering(authenticator(), embedding, policy)).toBe(outcome)
        const key = authenticator()
        expect(await loggingIn(key, await registered(key), embedding, policy)).toBe(outcome)
      }
    }
  )

  it("with members of another type are malformed", async () => {
    const key = authenticator()
    const material = await registered(key)
    for (const clientData of [{ crossOrigin: "true" }, { crossOrigin: 1 }, { topOrigin: null }, { topOrigin: [top] }]) {
      expect(await registering(key, { clientData })).toBe("[clientDataJson]")
      expect(await loggingIn(key, material, { clientData })).toBe("[clientDataJson]")
    }
  })

  it("may omit crossOrigin", async () => {
    expect(await registering(authenticator(), { clientData: { crossOrigin: undefined } })).toBe("ok")
  })
})

describe("a policy", () => {
  const wrong: ReadonlyArray<Partial<PasskeyPolicy>> = [
    { rpIds: ["https://example.com"] },
    { rpIds: ["example.com:443"] },
    { rpIds: ["Example.com"] },
    { rpIds: [""] },
    { rpIds: ["b\u00fccher.example"] },
    { origins: ["https://app.example.com/"] },
    { origins: ["https://APP.example.com"] },
    { origins: ["app.example.com"] },
    { origins: ["null"] },
    { topOrigins: ["https://shop.test/"] }
  ]

  it.each(wrong)("with an entry that can never match is rejected at construction: %j", (part) => {
    expect(() => passkeys({ ...POLICY, ...part })).toThrow(PasskeyPolicyRefused)
  })

  it("with empty lists accepts nothing", async () => {
    expect(await registering(authenticator(), {}, { rpIds: [], origins: "any" })).toBe("relying party")
    expect(await registering(authenticator(), {}, { rpIds: "any", origins: [] })).toBe("origin")
  })
})
