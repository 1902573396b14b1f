import type { Fields } from "@countersign/vectors"
import {
  derToP1363,
  encodeBase64Url,
  encodeUtf8,
  makeVerificationToken,
  verifyVerificationToken
} from "@countersign/wire"
import { type Group, valid, wrong, wrongAtOnce } from "../Group.ts"
import { type Input, inputOf } from "../Input.ts"
import { attacker, client, flipS, signer, signingOf } from "../signing.ts"

export const verificationToken: Group = {
  name: "verificationToken",
  about:
    "The proof that a code was entered: a compact JWS (RFC 7515), ES256 with the raw signature of RFC 7518 section 3.4, exactly three header parameters and six claims, all strings.",
  operations: {
    makeVerificationToken: {
      says: "Writes the header alg, typ, kid and the claims in order, and signs by RFC 6979 with s in the lower half.",
      run: async (input) => {
        const { sign } = signingOf(input.bytes("signerTestPrivateKey"))
        return {
          token: await makeVerificationToken({
            claims: claimsOf(inputOf(input.record("claims"))),
            kid: input.text("kid"),
            sign
          })
        }
      }
    },
    verifyVerificationToken: {
      says: "Reads at most 4,096 units of a token that signer signed and that has not expired at nowMs. Expiry is exclusive: at exp the token has expired.",
      run: (input) => ({
        claims: { ...verifyVerificationToken(input.text("token"), input.key("signer"), input.number("nowMs")) }
      })
    }
  },
  cases: () => ({
    makeVerificationToken: [
      valid("six claims", making(CLAIMS, "k1"), { token: good }),
      valid("an address outside ASCII", making({ ...CLAIMS, contact: "zoë@exämple.com" }, "k1")),
      ...UNREADABLE.map(([name, changed, why]) =>
        wrong(name, making({ ...CLAIMS, ...changed }, "k1"), "TOKEN_MALFORMED", why)
      ),
      wrong("a NUL in the kid", making(CLAIMS, "k\u0000"), "TOKEN_MALFORMED", "A reader would refuse it.")
    ],
    verifyVerificationToken: [
      valid("a millisecond before the end", reading({}), { claims: CLAIMS }),
      valid("s in the upper half", reading({ token: upper }), { claims: CLAIMS }),
      valid("claims in another order", reading({ token: token(HEADER, reversed) }), { claims: CLAIMS }),
      valid("the very cap", reading({ token: longest.token }), { claims: longest.claims }),
      wrong("at its very end", reading({ nowMs: EXP }), "TOKEN_EXPIRED", "Expiry is exclusive."),
      wrong("seconds for milliseconds", reading({ token: seconds }), "TOKEN_EXPIRED", "exp is milliseconds, as text."),
      ...UNSIGNED.map(([name, changed, why]) => wrong(name, reading(changed), "TOKEN_SIGNATURE_INVALID", why)),
      ...SHAPELESS.map(([name, text, why]) => wrongAtOnce(name, reading({ token: text }), "TOKEN_MALFORMED", why)),
      ...MALFORMED.map(([name, text, why]) => wrong(name, reading({ token: text }), "TOKEN_MALFORMED", why))
    ]
  })
}

const EXP = 1_775_681_700_000
const HEADER = { alg: "ES256", typ: "JWT", kid: "k1" }
const CLAIMS = {
  id: "Verification:018f3c5e-0000-7000-8000-000000000000",
  verification_type: "OTP_TYPE_EMAIL",
  contact: "ada@example.com",
  organization_id: "org_test",
  public_key: client.compressed,
  exp: String(EXP)
}

const claimsOf = (claims: Input) => {
  const verification_type = claims.text("verification_type")
  if (verification_type !== "OTP_TYPE_EMAIL") throw new TypeError("No type of a verification")
  return {
    id: claims.text("id"),
    verification_type,
    contact: claims.text("contact"),
    organization_id: claims.text("organization_id"),
    public_key: claims.key("public_key"),
    exp: claims.text("exp")
  } as const
}

const segment = (value: unknown): string => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
const raw = (text: string): string => encodeBase64Url(derToP1363(signer.sign(encodeUtf8(text))))
const signed = (text: string): string => `${text}.${raw(text)}`
const token = (header: unknown, claims: unknown): string => signed(`${segment(header)}.${segment(claims)}`)

const claiming = (changed: Fields): string => token(HEADER, { ...CLAIMS, ...changed })
const headed = (changed: Fields): string => token({ ...HEADER, ...changed }, CLAIMS)

const good = token(HEADER, CLAIMS)
const seconds = claiming({ exp: "1775681700" })
const reversed = Object.fromEntries(Object.entries(CLAIMS).toReversed())
const [head = "", body = "", signature = ""] = good.split(".")
const der = signer.sign(encodeUtf8(`${head}.${body}`))
const resigned = (text: string): string => `${head}.${body}.${text}`
const upper = resigned(encodeBase64Url(derToP1363(flipS(der))))
const ONES = encodeBase64Url(new Uint8Array(64).fill(1))

/** Returns a token of this many units, with a kid and a contact of the required length. */
const ofLength = (units: number) => {
  for (let length = 2600; length < 3000; length += 1) {
    const claims = { ...CLAIMS, contact: "x".repeat(length) }
    for (const kid of ["k1", "k12", "k123"]) {
      const made = token({ ...HEADER, kid }, claims)
      if (made.length === units) return { token: made, claims }
    }
  }
  throw new Error(`No token is ${units} units long`)
}

const longest = ofLength(4096)

const making = (claims: Fields, kid: string): Fields => ({ claims, kid, signerTestPrivateKey: signer.scalar })
const reading = (changed: Fields): Fields => ({ token: good, signer: signer.compressed, nowMs: EXP - 1, ...changed })

const UNREADABLE: ReadonlyArray<readonly [name: string, changed: Fields, why: string]> = [
  ["an empty contact", { contact: "" }, "Claims are not empty."],
  ["an end with a fraction", { exp: "1775681700000.5" }, "Up to 15 digits, the first not zero."],
  ["a NUL in the contact", { contact: "ada\u0000@example.com" }, "Strict JSON: a reader would refuse it."]
]

const UNSIGNED: ReadonlyArray<readonly [name: string, changed: Fields, why: string]> = [
  ["another key", { signer: attacker.compressed }, "The signature must be by the trusted key."],
  [
    "other claims",
    { token: `${head}.${segment({ ...CLAIMS, contact: "eve@example.com" })}.${signature}` },
    "The signature covers the claims."
  ],
  [
    "another header",
    { token: `${segment({ ...HEADER, kid: "k2" })}.${body}.${signature}` },
    "The signature covers the header."
  ],
  ["a signature over the claims alone", { token: resigned(raw(body)) }, "RFC 7515 section 5.1: header, dot, payload."],
  ["r and s of ones", { token: resigned(ONES) }, "Well formed, but not a signature over the token."]
]

/** The last symbol of a 64-byte signature has four spare bits. */
const spare = good.replace(/.$/u, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
const { typ: _typ, ...untyped } = HEADER
const { kid: _kid, ...unnamed } = HEADER
const { exp: _exp, ...endless } = CLAIMS

const SHAPELESS: ReadonlyArray<readonly [name: string, token: string, why: string]> = [
  ["nothing", "", "Three segments."],
  ["two segments", `${head}.${body}`, "Three segments."],
  ["a unit over the cap", ofLength(4097).token, "4,096 at most."]
]

const MALFORMED: ReadonlyArray<readonly [name: string, token: string, why: string]> = [
  ["four segments", `${good}.${signature}`, "Three segments."],
  ["an empty signature", `${head}.${body}.`, "64 bytes."],
  ["a DER signature", resigned(encodeBase64Url(der)), "RFC 7518 section 3.4: raw, unlike the other formats."],
  ["padding", `${head}.${body}.${signature}==`, "RFC 7515 section 2: none."],
  ["spare bits set", spare, "Each value has exactly one text."],
  ["a line feed at the end", `${good}\n`, "White space is not skipped."],
  ["algorithm none", headed({ alg: "none" }), "RFC 8725 section 3.1: ES256 is the only algorithm."],
  ["algorithm HS256", headed({ alg: "HS256" }), "RFC 8725 section 3.1: ES256 is the only algorithm."],
  ["algorithm es256", headed({ alg: "es256" }), "Names are case-sensitive."],
  ["another typ", headed({ typ: "at+jwt" }), "RFC 8725 section 3.11: this is another kind of token."],
  ["no typ", token(untyped, CLAIMS), "Exactly alg, typ and kid."],
  ["no kid", token(unnamed, CLAIMS), "Exactly alg, typ and kid."],
  [
    "a critical extension",
    headed({ crit: ["b64"] }),
    "RFC 7515 section 4.1.11: the reader does not implement these rules."
  ],
  ["a key of its own", headed({ jwk: {} }), "The trusted key is pinned."],
  [
    "a claim twice",
    signed(`${head}.${encodeBase64Url(encodeUtf8(`{"exp":"9",${JSON.stringify(CLAIMS).slice(1)}`))}`),
    "Readers differ on which value they use."
  ],
  ["a claim missing", token(HEADER, endless), "All six."],
  ["a seventh claim", claiming({ iat: "1" }), "Exactly six."],
  ["a numeric end", claiming({ exp: EXP }), "A string."],
  ["an end with an exponent", claiming({ exp: "9e15" }), "Digits."],
  ["an end of 16 digits", claiming({ exp: "9".repeat(16) }), "15 at most: below 2^53."],
  ["an end that starts with zero", claiming({ exp: `0${EXP}` }), "Each number has exactly one text."],
  ["an empty contact, signed", claiming({ contact: "" }), "Claims are not empty."],
  ["another type of verification", claiming({ verification_type: "OTP_TYPE_SMS" }), "OTP_TYPE_EMAIL."],
  ["an uncompressed key", claiming({ public_key: client.uncompressed }), "The canonical form is compressed."],
  [
    "a key in upper case",
    claiming({ public_key: client.compressed.toUpperCase() }),
    "The canonical form is lower case."
  ],
  ["a key off the curve", claiming({ public_key: `02${"00".repeat(31)}07` }), "A point on the curve."],
  ["claims in a list", token(HEADER, [CLAIMS]), "An object."]
]
