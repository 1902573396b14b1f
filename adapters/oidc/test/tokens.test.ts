import {
  claims,
  ec,
  ed,
  hs256,
  IAT,
  issuerAt,
  NOW,
  reader,
  rsa,
  segment,
  server,
  signature,
  token,
  tokenOf
} from "@countersign/harness/issuer"
import { encodeBase64Url } from "@countersign/wire"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Algorithm } from "../src/index.ts"

const key = rsa("r1")
const point = ec("e1")
const good = token(key, claims)
const identity = {
  issuer: "https://issuer.test",
  audience: "app",
  subject: "ada",
  issuedAt: IAT,
  expiresAt: IAT + 3600,
  nonce: undefined,
  email: undefined
}

/** A verifier for one issuer with both keys, and the server of that issuer. */
const given = Effect.fnUntraced(function* (rest: Parameters<typeof issuerAt>[1] = {}) {
  const keys = yield* server(key.jwk, point.jwk)
  return { keys, identify: yield* reader({ issuers: [issuerAt(keys.url, rest)] }) }
})

/** One test over many tokens, each with its expected result. */
const answers = (
  name: string,
  cases: ReadonlyArray<readonly [what: string, text: string, answer: unknown]>,
  rest: Parameters<typeof issuerAt>[1] = {}
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const { identify } = yield* given(rest)
      for (const [what, text, answer] of cases) expect(yield* identify(text), what).toEqual(answer)
    })
  )

describe("a valid token", () => {
  it.effect("identifies the subject at its issuer, with either of the two default algorithms", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      expect(yield* identify(good)).toEqual(identity)
      expect(yield* identify(token(point, claims))).toEqual(identity)
      expect(keys.hits).toBe(1)
    })
  )

  const pairs = [
    ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].map((alg) => ({ ...key, alg })),
    ...["ES256", "ES384", "ES512"].map((alg) => ec(alg, alg)),
    ed("o1")
  ]
  for (const pair of pairs) {
    it.effect(`is accepted with ${pair.alg} when that is configured, and rejected otherwise`, () =>
      Effect.gen(function* () {
        const { alg, ...jwk } = pair.jwk
        const keys = yield* server(jwk)
        const issuer = issuerAt(keys.url, { algorithms: [pair.alg as Algorithm] })
        const others = pairs.map(({ alg }) => alg as Algorithm).filter((alg) => alg !== pair.alg)
        const other = issuerAt(keys.url, { algorithms: others, issuer: "https://other.test" })
        const identify = yield* reader({ issuers: [issuer, other] })
        expect(yield* identify(token(pair, claims))).toEqual(identity)
        expect(yield* identify(token(pair, { ...claims, iss: "https://other.test" }))).toBe("algorithm")
      })
    )
  }

  answers("J10: returns its nonce verbatim", [
    ...["ab", "AB", "aB", "", " ab "].map(
      (nonce) => [nonce, token(key, { ...claims, nonce }), { ...identity, nonce }] as const
    ),
    ["a number", token(key, { ...claims, nonce: 1 }), identity],
    ["null", token(key, { ...claims, nonce: null }), identity]
  ])

  answers("J12: returns its e-mail if it is printable, and omits it otherwise", [
    ...["ada@example.com", "<b>ada</b>@example.com", `${"a".repeat(308)}@example.com`, "'; drop table"].map(
      (email) => [email, token(key, { ...claims, email }), { ...identity, email }] as const
    ),
    ...[
      "",
      "a\nb@example.com",
      "a\u0000b",
      "a\u007fb",
      "a\u0085b",
      "a\u202eb",
      "a\u200bb",
      "a\u2028b",
      "a".repeat(321),
      7,
      ["a"],
      null
    ].map((email) => {
      const text = token(key, { ...claims, email })
      // Strict JSON already rejects a NUL character.
      return [JSON.stringify(email), text, email === "a\u0000b" ? "malformed" : identity] as const
    }),
    ["unverified", token(key, { ...claims, email: "a@b.c", email_verified: false }), { ...identity, email: "a@b.c" }]
  ])
})

describe("J1: the algorithm", () => {
  const spki = key.publicKey.export({ format: "pem", type: "spki" }).toString()
  const forged = (alg: unknown, secret: string) =>
    tokenOf({ alg, typ: "JWT", kid: "r1" }, claims, (signed) => hs256(signed, secret))

  answers("must be in the issuer's list, in its exact spelling", [
    ...[
      "none",
      "None",
      "NONE",
      "nOnE",
      "",
      " RS256",
      "RS256 ",
      "rs256",
      "RS1",
      "PS256",
      "ES384",
      "EdDSA",
      "dir",
      "toString"
    ].map((alg) => [alg, token(key, claims, { alg }), "algorithm"] as const),
    ...[undefined, null, 256, ["RS256"], { RS256: 1 }].map(
      (alg) => [JSON.stringify(alg) ?? "absent", token(key, claims, { alg }), "algorithm"] as const
    ),
    ["none without a signature", `${segment({ alg: "none" })}.${segment(claims)}.`, "malformed"]
  ])

  answers("is never symmetric, with any form of the public key as the secret", [
    ["the PEM", forged("HS256", spki), "algorithm"],
    ["the PEM without its final line feed", forged("HS256", spki.trim()), "algorithm"],
    ["the modulus", forged("HS256", String(key.jwk.n)), "algorithm"],
    ["the JSON of the key", forged("HS256", JSON.stringify(key.jwk)), "algorithm"],
    ["nothing", tokenOf({ alg: "HS256", kid: "r1" }, claims, () => new Uint8Array(32)), "algorithm"],
    ["the PEM, under the name of another algorithm", forged("RS256", spki), "signature"]
  ])

  answers("belongs to the key: a token of one algorithm is not verified with a key of another", [
    ["ES256 by name, RSA by key", token(key, claims, { alg: "ES256" }), "key"],
    ["RS256 by name, EC by key", token(point, claims, { alg: "RS256" }), "key"],
    ["ES256 by name and kid, RSA by signature", token(key, claims, { alg: "ES256", kid: "e1" }), "signature"],
    ["RS256 by name and kid, EC by signature", token(point, claims, { alg: "RS256", kid: "r1" }), "signature"]
  ])

  const open = { algorithms: ["RS256", "RS512", "PS256"] } as const
  it.effect("must be the one that the key is published for", () =>
    Effect.gen(function* () {
      const { alg, ...unbound } = rsa("r2").jwk
      const keys = yield* server(key.jwk, { ...unbound, n: key.jwk.n, e: key.jwk.e })
      const identify = yield* reader({ issuers: [issuerAt(keys.url, open)] })
      const free = { ...key, kid: "r2" }
      expect(yield* identify(token({ ...key, alg: "PS256" }, claims))).toBe("key")
      expect(yield* identify(token({ ...free, alg: "PS256" }, claims))).toEqual(identity)
      expect(yield* identify(token({ ...free, alg: "RS512" }, claims))).toEqual(identity)
      expect(yield* identify(token({ ...free, alg: "PS256" }, claims, { alg: "RS256" }))).toBe("signature")
    })
  )

  answers("is rejected with a critical extension that is not supported", [
    ["an unknown extension", token(key, claims, { crit: ["urn:example"], "urn:example": 1 }), "algorithm"],
    ["a known claim as an extension", token(key, claims, { crit: ["exp"], exp: 1 }), "algorithm"],
    ["no extensions", token(key, claims, { crit: [] }), "algorithm"],
    ["a list that is not an array", token(key, claims, { crit: null }), "algorithm"],
    ["b64=false", token(key, claims, { b64: false, crit: ["b64"] }), "algorithm"],
    ["b64=false, not declared critical", token(key, claims, { b64: false }), "algorithm"],
    ["b64=true", token(key, claims, { b64: true }), "algorithm"],
    [
      "b64=false with the claims unencoded",
      `${segment({ alg: "RS256", b64: false, crit: ["b64"], kid: "r1" })}.${JSON.stringify(claims)}.AAAA`,
      "malformed"
    ]
  ])

  answers("requires the type of an identity token, or no type", [
    ...[undefined, "JWT", "jwt", "application/jwt"].map(
      (typ) => [String(typ), token(key, claims, { typ }), identity] as const
    ),
    ...["at+jwt", "logout+jwt", "dpop+jwt", "JOSE", "", null, 1, ["JWT"]].map(
      (typ) => [String(typ), token(key, claims, { typ }), "algorithm"] as const
    )
  ])
})

describe("J2, J11: a malformed token", () => {
  const [head = "", body = "", sig = ""] = good.split(".")
  const rs256 = (data: string) => signature("RS256", data, key.privateKey)
  answers("is rejected as malformed before any other check", [
    ["nothing", "", "malformed"],
    ["a word", "sandbox-valid-oidc-token", "malformed"],
    ["two segments", `${head}.${body}`, "malformed"],
    ["four segments", `${good}.${sig}`, "malformed"],
    ["a JWE", `${segment({ alg: "RSA-OAEP", enc: "A256GCM", zip: "DEF" })}.${sig}.AAAA.${body}.AAAA`, "malformed"],
    ["1 MB", `${head}.${body}.${"A".repeat(1_000_000)}`, "malformed"],
    ["more than 16 KiB, correctly signed", token(key, { ...claims, pad: "a".repeat(12_200) }), "malformed"],
    ["a line feed", `${good}\n`, "malformed"],
    ["a space", `${head}. ${body}.${sig}`, "malformed"],
    ["padding", `${good}==`, "malformed"],
    // 256 bytes leave four unused bits in the last character, so it is A, Q, g or w.
    ["altered unused bits", good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) + 1), "malformed"],
    [
      "a claim given twice",
      tokenOf({ alg: "RS256", kid: "r1" }, JSON.stringify(claims).replace("{", '{"sub":"eve",'), rs256),
      "malformed"
    ],
    ["an algorithm given twice", tokenOf('{"alg":"RS256","kid":"r1","alg":"none"}', claims, rs256), "malformed"]
  ])
})

describe("J3: the key", () => {
  it.effect("is selected by its exact kid, and nothing in the header changes that", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      const eve = rsa("r1")
      const listener = yield* server({ ...eve.jwk, kid: "eve" }, eve.jwk)
      const url = `${listener.url}/keys`
      const lures = [
        { jku: url },
        { x5u: url },
        { jwk: eve.jwk },
        { x5c: [eve.jwk.n] },
        { jku: url, kid: "eve" },
        { jwk: eve.jwk, kid: "eve" },
        { kid: url, jku: url }
      ]
      for (const lure of lures) {
        const isKnown = !("kid" in lure)
        expect(yield* identify(token(eve, claims, lure)), JSON.stringify(lure)).toBe(isKnown ? "signature" : "key")
        // A valid token remains valid with these headers, because they are ignored.
        if (isKnown) expect(yield* identify(token(key, claims, lure))).toEqual(identity)
      }
      expect([listener.hits, listener.connections, keys.hits]).toEqual([0, 0, 1])
    })
  )

  it.effect("may be named by no token when the issuer has only one that fits, and not by another name (J3, GD8)", () =>
    Effect.gen(function* () {
      const keys = yield* server(key.jwk)
      const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
      expect(yield* identify(token(key, claims))).toEqual(identity)
      for (const kid of [undefined, null, ""]) {
        expect([kid, yield* identify(token(key, claims, { kid }))]).toEqual([kid, identity])
        expect([kid, yield* identify(token(rsa("r1"), claims, { kid }))]).toEqual([kid, "signature"])
      }
      expect(yield* identify(token(key, claims, { kid: "other" }))).toBe("key")
    })
  )

  it.effect("is not found by a kid of another type, and no key is tried without a kid where two fit (FS13)", () =>
    Effect.gen(function* () {
      const keys = yield* server(key.jwk, point.jwk, rsa("r2").jwk)
      const identify = yield* reader({ issuers: [issuerAt(keys.url)] })
      const kids = [
        undefined,
        null,
        1,
        ["r1"],
        { kid: "r1" },
        "",
        "R1",
        "r1 ",
        "r1\n",
        "../r1",
        "r1' OR '1'='1",
        `${keys.url}/r1`,
        "/dev/null",
        "__proto__",
        "constructor",
        "r1\u200b",
        "k".repeat(5000)
      ]
      for (const kid of kids) {
        expect(yield* identify(token(key, claims, { kid })), JSON.stringify(kid)).toBe("key")
      }
      expect(yield* identify(token(key, claims, { kid: "k".repeat(13_000) }))).toBe("malformed")
      expect(keys.hits).toBe(1)
    })
  )
})

describe("J4: the issuer", () => {
  it.effect("must be configured, character by character, and no other issuer is requested", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given({ aliases: ["issuer.test"] })
      const listener = yield* server(key.jwk)
      const isses = [
        listener.url,
        `${listener.url}/.well-known/openid-configuration`,
        keys.url,
        `${keys.url}/keys`,
        "https://issuer.test/",
        "https://issuer.test ",
        " https://issuer.test",
        "https://ISSUER.test",
        "HTTPS://issuer.test",
        "http://issuer.test",
        "https://issuer.test.",
        "https://issuer.test:443",
        "https://issuer.test/x",
        "https://issuer.test?x",
        "https://issuer.test#x",
        "https://user@issuer.test",
        "https://issuer.test@127.0.0.1",
        "https://issuer\u3002test",
        "https://\u0456ssuer.test",
        "https://issuer\u200b.test",
        "https://issue\u0072\u0301.test",
        "//issuer.test",
        "ISSUER.test",
        "issuer.test.evil.test",
        "",
        "__proto__",
        "constructor",
        null,
        1,
        ["https://issuer.test"],
        undefined
      ]
      for (const iss of isses) {
        expect(yield* identify(token(key, { ...claims, iss })), JSON.stringify(iss)).toBe("issuer")
      }
      expect([listener.connections, keys.connections]).toEqual([0, 0])
    })
  )

  it.effect("has one identity and one key set under all of its names", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given({ aliases: ["issuer.test"] })
      expect(yield* identify(token(key, { ...claims, iss: "issuer.test" }))).toEqual(identity)
      expect(yield* identify(good)).toEqual(identity)
      expect(keys.hits).toBe(1)
    })
  )

  it.effect("receives no key request for a token that fails a cheaper check", () =>
    Effect.gen(function* () {
      const { identify, keys } = yield* given()
      for (const text of [
        token(key, claims, { alg: "none" }),
        token(key, { ...claims, aud: "other" }),
        token(key, { ...claims, sub: "" }),
        token(key, { ...claims, exp: "1" }),
        token(key, { ...claims, nbf: IAT + 60 }),
        token(key, claims, { kid: 1 }),
        `${good}.`
      ]) {
        expect(yield* identify(text)).not.toBeTypeOf("object")
      }
      expect(keys.connections).toBe(0)
    })
  )
})

describe("J6: two issuers", () => {
  it.effect("are distinct for the same subject, address and kid, and neither signs for the other", () =>
    Effect.gen(function* () {
      const other = rsa("r1")
      const [first, second] = [yield* server(key.jwk), yield* server(other.jwk)]
      const iss = "https://other.test"
      const identify = yield* reader({ issuers: [issuerAt(first.url), issuerAt(second.url, { issuer: iss })] })
      const same = { ...claims, email: "ada@example.com" }
      expect(yield* identify(token(key, same))).toEqual({ ...identity, email: "ada@example.com" })
      expect(yield* identify(token(other, { ...same, iss }))).toEqual({
        ...identity,
        issuer: iss,
        email: "ada@example.com"
      })
      expect(yield* identify(token(other, same))).toBe("signature")
      expect(yield* identify(token(key, { ...same, iss }))).toBe("signature")
      expect(yield* identify(token({ ...other, kid: "other" }, same))).toBe("key")
      expect([first.hits, second.hits]).toEqual([1, 1])
    })
  )

  it.effect("have audiences of their own", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* server(key.jwk), yield* server(key.jwk)]
      const there = issuerAt(second.url, { issuer: "https://other.test", audiences: ["there", "yonder"] })
      const identify = yield* reader({ issuers: [issuerAt(first.url), there] })
      const at = (iss: string, aud: string) => identify(token(key, { ...claims, iss, aud }))
      expect(yield* at("https://issuer.test", "there")).toBe("audience")
      expect(yield* at("https://other.test", "app")).toBe("audience")
      expect(yield* at("https://other.test", "yonder")).toMatchObject({
        issuer: "https://other.test",
        audience: "yonder"
      })
    })
  )
})

describe("J7: the audience", () => {
  const withAud = (aud: unknown) => token(key, { ...claims, aud })
  answers("must be one of the host's, as a string or an array", [
    ["a string", withAud("app"), identity],
    ["one element", withAud(["app"]), identity],
    ["one name twice", withAud(["app", "app"]), identity],
    ["an additional party", token(key, { ...claims, azp: "another" }), identity],
    ...[
      "",
      [],
      [""],
      ["app", "other"],
      ["other", "app"],
      [["app"]],
      "other",
      ["other"],
      "APP",
      "app ",
      1,
      [1],
      null,
      true,
      { 0: "app", length: 1 },
      undefined
    ].map((aud) => [JSON.stringify(aud) ?? "absent", withAud(aud), "audience"] as const)
  ])
})

describe("J8: the claims", () => {
  const withClaims = (change: object) => token(key, { ...claims, ...change })
  const literal = (name: string, text: string) =>
    tokenOf(
      { alg: "RS256", kid: "r1" },
      JSON.stringify({ ...claims, [name]: 0 }).replace(`"${name}":0`, `"${name}":${text}`),
      (data) => signature("RS256", data, key.privateKey)
    )

  answers("require a subject of 1 to 255 characters", [
    ...["a", "a".repeat(255), "ada|<b>'"].map(
      (sub) => [sub, withClaims({ sub }), { ...identity, subject: sub }] as const
    ),
    ...["", "a".repeat(256), 1, null, ["ada"], undefined].map(
      (sub) => [JSON.stringify(sub) ?? "absent", withClaims({ sub }), "claims"] as const
    )
  ])

  for (const name of ["iat", "exp", "nbf"]) {
    answers(`require a number for ${name}`, [
      ...["1700000000", null, true, [IAT], {}].map(
        (value) => [JSON.stringify(value), withClaims({ [name]: value }), "claims"] as const
      ),
      ...["1e400", "-1e400", "NaN", "Infinity", "01", "0x1"].map(
        (text) => [text, literal(name, text), "malformed"] as const
      )
    ])
  }

  answers("require iat and exp, whose values core checks", [
    ["no iat", withClaims({ iat: undefined }), "claims"],
    ["no exp", withClaims({ exp: undefined }), "claims"],
    ...[0, -1, 1.5, IAT - 61, IAT + 6, 1e300].map(
      (iat) => [`iat ${iat}`, withClaims({ iat }), { ...identity, issuedAt: iat }] as const
    ),
    ...[0, -1, 1.5, IAT, IAT - 3600, 1e300].map(
      (exp) => [`exp ${exp}`, withClaims({ exp }), { ...identity, expiresAt: exp }] as const
    )
  ])

  it.effect("are rejected more than the clock skew before nbf, to the millisecond (FC9, GD7)", () =>
    Effect.gen(function* () {
      const { identify } = yield* given()
      const from = withClaims({ nbf: IAT })
      expect(yield* identify(from, NOW - 5_001)).toBe("not before")
      expect(yield* identify(from, NOW - 5_000)).toEqual(identity)
      expect(yield* identify(withClaims({ nbf: 1e300 }), NOW)).toBe("not before")
      expect(yield* identify(withClaims({ nbf: -1e300 }), NOW)).toEqual(identity)
    })
  )
})

describe("the signature", () => {
  const [head = "", body = "", sig = ""] = good.split(".")
  const other = segment({ ...claims, sub: "eve" })
  const der = (data: string) => {
    const raw = signature("ES256", data, point.privateKey)
    return Uint8Array.from([0x30, 68, 2, 32, ...raw.subarray(0, 32), 2, 32, ...raw.subarray(32)])
  }
  const es256 = (bytes: (data: string) => Uint8Array) => tokenOf({ alg: "ES256", kid: "e1" }, claims, bytes)
  answers("must be made by the key, over this header and these claims", [
    ["other claims", `${head}.${other}.${sig}`, "signature"],
    ["another header", `${segment({ alg: "RS256", kid: "r1" })}.${body}.${sig}`, "signature"],
    ["another key", token({ ...rsa("r1") }, claims), "signature"],
    ["one byte", `${head}.${body}.AA`, "signature"],
    ["zeros", `${head}.${body}.${encodeBase64Url(new Uint8Array(256))}`, "signature"],
    ["an extra byte", `${head}.${body}.${sig.slice(0, -2)}AAAA`, "signature"],
    ["ES256 in DER", es256(der), "signature"],
    ["ES256 of r = s = 0", es256(() => new Uint8Array(64)), "signature"],
    ["ES256 of 63 bytes", es256((data) => signature("ES256", data, point.privateKey).subarray(1)), "signature"]
  ])
})
