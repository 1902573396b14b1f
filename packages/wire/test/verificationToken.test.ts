import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decodeBase64Url,
  decodeUtf8,
  derToP1363,
  encodeBase64Url,
  encodeUtf8,
  makeVerificationToken,
  p1363ToDer,
  publicKeyOf,
  signP256,
  uncompressedHex,
  verifyVerificationToken
} from "../src/index.ts"
import { codeOf, codeOfAsync } from "./codeOf.ts"
import { flipS, scalar } from "./keys.ts"

const signerKey = scalar(0x55)
const signer = publicKeyOf(signerKey)
const sign = (bytes: Uint8Array) => signP256(bytes, signerKey)
const exp = 1_775_681_700_000
const claims = {
  id: "Verification:018f3c5e-0000-7000-8000-000000000000",
  verification_type: "OTP_TYPE_EMAIL",
  contact: "ada@example.com",
  organization_id: "org_test",
  public_key: publicKeyOf(scalar(0x44)),
  exp: String(exp)
} as const
const header = { alg: "ES256", typ: "JWT", kid: "k1" }

const segment = (value: unknown) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
const signed = (text: string) => `${text}.${encodeBase64Url(derToP1363(sign(encodeUtf8(text))))}`
const token = (head: unknown, body: unknown) => signed(`${segment(head)}.${segment(body)}`)
const good = token(header, claims)
const [head = "", body = "", signature = ""] = good.split(".")

describe("a verification token", () => {
  it("is a compact ES256 JWS with three header parameters and six claims in order", async () => {
    expect(await makeVerificationToken({ claims, kid: "k1", sign })).toBe(good)
    expect(decodeUtf8(decodeBase64Url(head))).toBe('{"alg":"ES256","typ":"JWT","kid":"k1"}')
    expect(decodeUtf8(decodeBase64Url(body))).toBe(JSON.stringify(claims))
    expect(decodeBase64Url(signature).length).toBe(64)
  })

  it("verifies until the last millisecond before its expiry, and has expired at its expiry (I10)", () => {
    expect(verifyVerificationToken(good, signer, exp - 1)).toEqual(claims)
    expect(codeOf(() => verifyVerificationToken(good, signer, exp))).toBe("TOKEN_EXPIRED")
    expect(codeOf(() => verifyVerificationToken(good, signer, exp + 1))).toBe("TOKEN_EXPIRED")
    expect(codeOf(() => verifyVerificationToken(good, signer, Number.NaN))).toBe("TOKEN_EXPIRED")
  })

  it("verifies with S in either half (K1)", () => {
    const other = encodeBase64Url(derToP1363(flipS(p1363ToDer(decodeBase64Url(signature)))))
    expect(verifyVerificationToken(`${head}.${body}.${other}`, signer, 0)).toEqual(claims)
  })

  it.each([
    ["another key", good, publicKeyOf(scalar(0x56))],
    ["other claims", `${head}.${segment({ ...claims, contact: "eve@example.com" })}.${signature}`, signer],
    ["another header", `${segment({ ...header, kid: "k2" })}.${body}.${signature}`, signer],
    [
      "another signature",
      `${head}.${body}.${encodeBase64Url(scalar(1))}${encodeBase64Url(scalar(1))}`.slice(0, good.length),
      signer
    ]
  ])("does not verify under %s", (_, text, key) => {
    expect(["TOKEN_SIGNATURE_INVALID", "TOKEN_MALFORMED"]).toContain(
      codeOf(() => verifyVerificationToken(text, key, 0))
    )
  })

  it.each([
    ["nothing", ""],
    ["two segments", `${head}.${body}`],
    ["four segments", `${good}.${signature}`],
    ["an empty header", `.${body}.${signature}`],
    ["an empty payload", `${head}..${signature}`],
    ["an empty signature", `${head}.${body}.`],
    ["a line feed at the end (F3)", `${good}\n`],
    ["a space inside (F3)", `${head}. ${body}.${signature}`],
    ["padding (F3)", `${head}.${body}.${signature}==`],
    [
      "altered spare bits (F3)",
      good.replace(/.$/u, (last) => (last === "A" ? "B" : String.fromCharCode(last.charCodeAt(0) + 1)))
    ],
    ["a DER signature", `${head}.${body}.${encodeBase64Url(sign(encodeUtf8(`${head}.${body}`)))}`],
    ["r and s of zero", `${head}.${body}.${encodeBase64Url(new Uint8Array(64))}`],
    ["algorithm none", token({ ...header, alg: "none" }, claims)],
    ["algorithm HS256", token({ ...header, alg: "HS256" }, claims)],
    ["algorithm es256", token({ ...header, alg: "es256" }, claims)],
    ["another typ", token({ ...header, typ: "at+jwt" }, claims)],
    ["no typ", token({ alg: "ES256", kid: "k1" }, claims)],
    ["no kid", token({ alg: "ES256", typ: "JWT" }, claims)],
    ["a critical extension", token({ ...header, crit: ["b64"] }, claims)],
    ["a key of its own", token({ ...header, jwk: {} }, claims)],
    [
      "duplicate claims (F3)",
      signed(`${head}.${encodeBase64Url(encodeUtf8(`{"exp":"9",${JSON.stringify(claims).slice(1)}`))}`)
    ],
    ["a missing claim", token(header, { ...claims, exp: undefined })],
    ["an extra claim", token(header, { ...claims, iat: 1 })],
    ["a numeric expiry", token(header, { ...claims, exp })],
    ["an expiry of words", token(header, { ...claims, exp: "never" })],
    ["an expiry with an exponent", token(header, { ...claims, exp: "9e15" })],
    ["a negative expiry", token(header, { ...claims, exp: "-1" })],
    ["an expiry beyond safe integers", token(header, { ...claims, exp: "9".repeat(20) })],
    ["an empty contact", token(header, { ...claims, contact: "" })],
    ["another verification type", token(header, { ...claims, verification_type: "OTP_TYPE_SMS" })],
    ["an uncompressed key", token(header, { ...claims, public_key: uncompressedHex(claims.public_key) })],
    ["a key in upper case", token(header, { ...claims, public_key: claims.public_key.toUpperCase() })],
    ["a key off the curve", token(header, { ...claims, public_key: `02${"00".repeat(31)}07` })],
    ["an array for claims", token(header, [claims])],
    ["more than 4,096 characters", token(header, { ...claims, contact: "x".repeat(4096) })]
  ])("is malformed with %s", (_, text) => {
    expect(codeOf(() => verifyVerificationToken(text, signer, 0))).toBe("TOKEN_MALFORMED")
  })

  it("cannot be created from claims that a reader would refuse", async () => {
    for (const bad of [{ exp: "1.5" }, { contact: "" }, { id: "\ud800" }]) {
      const made = () => makeVerificationToken({ claims: { ...claims, ...bad }, kid: "k1", sign })
      expect(await codeOfAsync(made)).toBe("TOKEN_MALFORMED")
    }
    for (const kid of ["\0", "x".repeat(4096)]) {
      expect(await codeOfAsync(() => makeVerificationToken({ claims, kid, sign }))).toBe("TOKEN_MALFORMED")
    }
    const raw = () => new Uint8Array(64).fill(1)
    expect(await codeOfAsync(() => makeVerificationToken({ claims, kid: "k1", sign: raw }))).toBe("SIGNATURE_MALFORMED")
  })

  it("rejects a change of any one symbol, and returns claims or throws a WireError for any text", () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom(..."AQgw0-_.+=\n"), (at, symbol) => {
        fc.pre(good.charAt(at) !== symbol)
        const changed = good.slice(0, at) + symbol + good.slice(at + 1)
        expect(codeOf(() => verifyVerificationToken(changed, signer, 0))).not.toBe("accepted")
      }),
      { numRuns: 200 }
    )
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => codeOf(() => verifyVerificationToken(text, signer, 0)) === "TOKEN_MALFORMED"
      )
    )
  })
})
