import { IdentityTokens, type TrustedIssuer } from "@countersign/core"
import { claims, ec, issuerAt, NOW, reader, server, token } from "@countersign/harness/issuer"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { oidcTokens } from "../src/index.ts"

const host = ec("k1")
const own = ec("k2")
const OWN = "https://login.shop.example/tenant"
const DOCUMENT = `${OWN}/.well-known/openid-configuration`
const KEYS = "https://keys.shop.example/jwks"

const trusting = (...issuers: ReadonlyArray<TrustedIssuer>) => ({ environment: "production/shop", issuers }) as const
const trusted = (issuer: string, more: Partial<TrustedIssuer> = {}): TrustedIssuer => ({
  issuer,
  audiences: ["shop"],
  ...more
})
const ofOwn = (by = own, more: object = {}) => token(by, { ...claims, iss: OWN, aud: "shop", ...more })
const ofHost = (aud: string, by = host) => token(by, { ...claims, aud })

/** The internet: documents by URL. Counts the requests of each. */
const internet = (documents: Readonly<Record<string, unknown>>) => {
  const hits: Array<string> = []
  const publicFetch = async (url: string) => {
    hits.push(url)
    const found = documents[url]
    return { status: found === undefined ? 404 : 200, body: stream(JSON.stringify(found ?? {})) }
  }
  return { hits, publicFetch }
}
async function* stream(text: string) {
  yield new TextEncoder().encode(text)
}
const published = { [DOCUMENT]: { issuer: OWN, jwks_uri: KEYS }, [KEYS]: { keys: [own.jwk] } }

const given = Effect.fnUntraced(function* (documents: Readonly<Record<string, unknown>> = published) {
  const keys = yield* server(host.jwk)
  const { hits, publicFetch } = internet(documents)
  const identify = yield* reader({ issuers: [issuerAt(keys.url, { aliases: ["issuer.test"] })], publicFetch })
  return {
    hits,
    identify: (text: string, ...issuers: ReadonlyArray<TrustedIssuer>) => identify(text, NOW, trusting(...issuers)),
    plain: identify
  }
})

describe("PL3: the issuers of a platform", () => {
  it.effect("are the only ones it accepts, each with its audiences alone", () =>
    Effect.gen(function* () {
      const { identify, plain } = yield* given()
      expect(yield* identify(ofOwn(), trusted(OWN))).toMatchObject({ issuer: OWN, audience: "shop", subject: "ada" })
      expect(yield* identify(ofHost("app"), trusted(OWN))).toBe("issuer")
      expect(yield* identify(ofOwn(), trusted(OWN, { audiences: ["other"] }))).toBe("audience")
      expect(yield* identify(ofOwn())).toBe("issuer")
      // Without settings, the issuers of the deployment apply.
      expect(yield* plain(ofHost("app"))).toMatchObject({ audience: "app" })
      expect(yield* plain(ofOwn())).toBe("issuer")
    })
  )

  it.effect("PL3 I18: of the deployment keep their keys, whatever is published elsewhere", () =>
    Effect.gen(function* () {
      const HOST = "https://issuer.test"
      const forged = { issuer: HOST, jwks_uri: KEYS }
      const { hits, identify } = yield* given({
        [`${HOST}/.well-known/openid-configuration`]: forged,
        [KEYS]: { keys: [own.jwk] }
      })
      const audiences = ["app", "shop"]
      for (const name of [HOST, "issuer.test"]) {
        expect(yield* identify(ofHost("shop"), trusted(name, { audiences }))).toMatchObject({
          issuer: HOST,
          audience: "shop"
        })
        expect(yield* identify(token(own, claims), trusted(name, { audiences }))).toBe("key")
      }
      expect(hits).toEqual([])
    })
  )

  it.effect("accept the algorithms they name, and of the deployment's issuers only those it accepts", () =>
    Effect.gen(function* () {
      const { identify } = yield* given()
      expect(yield* identify(ofOwn(), trusted(OWN, { algorithms: ["RS256"] }))).toBe("algorithm")
      expect(yield* identify(ofOwn(), trusted(OWN, { algorithms: ["ES256"] }))).toMatchObject({ subject: "ada" })
      expect(yield* identify(ofHost("shop"), trusted("https://issuer.test", { algorithms: ["ES384"] }))).toBe(
        "algorithm"
      )
    })
  )

  it.effect("are discovered once, and not at all for a token that fails a cheaper check", () =>
    Effect.gen(function* () {
      const { hits, identify } = yield* given()
      expect(yield* identify(ofOwn(own, { aud: "other" }), trusted(OWN))).toBe("audience")
      expect(hits).toEqual([])
      for (let nth = 0; nth < 3; nth += 1) yield* identify(ofOwn(), trusted(OWN))
      expect(hits).toEqual([DOCUMENT, KEYS])
    })
  )

  it.effect.each([
    ["another issuer", { ...published, [DOCUMENT]: { issuer: `${OWN}/`, jwks_uri: KEYS } }],
    ["keys without https", { ...published, [DOCUMENT]: { issuer: OWN, jwks_uri: KEYS.replace("https", "http") } }],
    ["no keys", { ...published, [DOCUMENT]: { issuer: OWN } }],
    ["an array", { ...published, [DOCUMENT]: [OWN, KEYS] }],
    ["nothing", { [KEYS]: { keys: [own.jwk] } }]
  ] as const)("PL3: whose discovery document names %s are unavailable", ([, documents]) =>
    Effect.gen(function* () {
      const { identify } = yield* given(documents)
      expect(yield* identify(ofOwn(), trusted(OWN))).toBe("unavailable")
    })
  )

  it.effect("PL3: may be https URLs without query, fragment and user name, or those of the deployment", () =>
    Effect.gen(function* () {
      const { publicFetch } = internet({})
      const tokens = yield* Effect.provide(
        IdentityTokens,
        oidcTokens({ issuers: [issuerAt("http://127.0.0.1:1")], publicFetch })
      )
      const without = yield* Effect.provide(IdentityTokens, oidcTokens({ issuers: [] }))
      expect(["https://issuer.test", OWN].map(tokens.mayTrust)).toEqual([true, true])
      const odd = [
        "http://a.example",
        "a.example",
        `${OWN}?a=b`,
        `${OWN}#a`,
        "https://a:b@a.example",
        "ftp://a.example"
      ]
      expect(odd.filter(tokens.mayTrust)).toEqual([])
      expect([OWN].filter(without.mayTrust)).toEqual([])
    })
  )

  it.effect("PL3 I19: of one platform cannot displace the keys of another", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 60 }, (_, nth) => `https://${nth}.example`)
      const { hits, identify, plain } = yield* given(published)
      yield* identify(ofOwn(), trusted(OWN))
      for (const iss of many) {
        const environment = { environment: "production/loud", issuers: [trusted(iss)] } as const
        yield* plain(ofOwn(own, { iss }), NOW, environment)
      }
      const before = hits.length
      expect(yield* identify(ofOwn(), trusted(OWN))).toMatchObject({ subject: "ada" })
      expect(hits.length).toBe(before)
    })
  )
})
