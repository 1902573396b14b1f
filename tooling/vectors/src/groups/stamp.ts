import type { Check, Fields } from "@countersign/vectors"
import {
  decodeStamp,
  derToP1363,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  STAMP_SCHEME,
  sha256,
  sha256Hex,
  signStamp,
  verifyStamp
} from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import { attacker, exchanged, flipS, ORDER, payload, RANGE, recipient, ZERO } from "../signing.ts"

export const stamp: Group = {
  name: "stamp",
  about:
    "The header that signs a payload: unpadded base64url of JSON with publicKey (compressed point, hex), scheme and signature (DER, hex), in that order.",
  operations: {
    signStamp: {
      says: "Signs the UTF-8 bytes of payload exactly as received, by RFC 6979 with s in the lower half, and writes the header.",
      run: (input) => ({ header: signStamp(input.text("payload"), input.bytes("testPrivateKey")) })
    },
    decodeStamp: {
      says: "Reads at most 4,096 units of header to key and signature. Padding, other key orders, further members, white space, hex of either case and both forms of the point are accepted.",
      run: (input) => {
        const { publicKey, signature } = decodeStamp(input.text("header"))
        return { publicKey, signature: encodeHex(signature) }
      }
    },
    verifyStamp: {
      says: "Reads the header. Succeeds when its signature, s in either half, covers the UTF-8 bytes of payload under its own key.",
      run: (input) =>
        checked(isStamped(input.text("header"), input.text("payload")), "SIGNATURE_INVALID", { verified: true })
    }
  },
  cases: () => ({
    signStamp: [
      valid("a payload", { payload, testPrivateKey: recipient.scalar }, { header: good }),
      valid("a payload outside ASCII", { payload: '{"note":"schön ✓ 😀"}', testPrivateKey: recipient.scalar }),
      wrong("a key of zero", { payload, testPrivateKey: ZERO }, "SCALAR_INVALID", RANGE)
    ],
    decodeStamp: [
      ...READ.map(([name, header]) => valid(name, { header }, VALUE)),
      ...MALFORMED.map(([name, header, why]) => wrong(name, { header }, "STAMP_MALFORMED", why)),
      ...SCHEMES.map(([name, scheme, why]) =>
        wrong(name, { header: fields({ scheme }) }, "STAMP_SCHEME_UNSUPPORTED", why)
      ),
      wrong("a unit over its cap", { header: `${longest}A` }, "TOO_LONG", "4,096 units at most.")
    ],
    verifyStamp: [
      valid("s in the lower half", { header: good, payload }, { verified: true }),
      valid("s in the upper half", { header: withSignature(flipS(made)), payload }, { verified: true }),
      ...SIGNED.map(([name, changed, why, check = "SIGNATURE_INVALID"]) =>
        wrong(name, { header: good, payload, ...changed }, check, why)
      )
    ]
  })
}

const isStamped = (header: string, text: string) => verifyStamp(decodeStamp(header), text)

const publicKey: string = recipient.compressed
const bytes = encodeUtf8(payload)
const made = recipient.sign(bytes)
const signature = encodeHex(made)
const scheme = STAMP_SCHEME
const VALUE = { publicKey, signature }
const text = (json: string): string => encodeBase64Url(encodeUtf8(json))
const fields = (changed: Fields): string => text(JSON.stringify({ publicKey, scheme, signature, ...changed }))
const json = JSON.stringify({ publicKey, scheme, signature })
const good = text(json)
const padded = (header: string): string => header.padEnd(Math.ceil(header.length / 4) * 4, "=")
const withSignature = (der: Uint8Array): string => fields({ signature: encodeHex(der) })
const over = (signed: Uint8Array): Fields => ({ header: withSignature(recipient.sign(signed)) })
const overText = (signed: string): Fields => over(encodeUtf8(signed))
const before = (member: string): string => text(`{${member},${json.slice(1)}`)
const other = attacker.compressed

/** 4,096 units, since three bytes are four symbols. */
const longest = text(json.padEnd(3072))

const READ = [
  ["as it is made", good],
  ["the very cap", longest],
  ["padded", padded(text(`${json} `))],
  ["in another order", text(JSON.stringify({ signature, scheme, publicKey }))],
  ["with further members", fields({ extra: { deep: [1] } })],
  ["with white space", text(JSON.stringify({ publicKey, scheme, signature }, null, 2))],
  ["hex in upper case", fields({ publicKey: publicKey.toUpperCase(), signature: signature.toUpperCase() })],
  ["the point uncompressed", fields({ publicKey: recipient.uncompressed })],
  ["a key name in escapes", text(json.replace("publicKey", "public\\u004bey"))]
] as const

const r = signature.slice(8, 8 + 2 * Number.parseInt(signature.slice(6, 8), 16))
const s = signature.slice(8 + r.length + 4)
const byte = (length: number): string => (length / 2).toString(16).padStart(2, "0")
const integers = (one: string, other: string): string => {
  const body = `02${byte(one.length)}${one}02${byte(other.length)}${other}`
  return fields({ signature: `30${byte(body.length)}${body}` })
}

/** The last symbol of text whose length modulo 4 is 2 or 3 has spare bits; white space makes it so. */
const spare = text(`${json}${" ".repeat((4 - (json.length % 3)) % 3)}`).replace(/.$/u, (last) =>
  String.fromCharCode(last.charCodeAt(0) + 1)
)

const PROTO = "In some languages it changes the object's prototype."
const NESTED = "[".repeat(32) + "]".repeat(32)
const RAW = fields({ signature: encodeHex(derToP1363(made)) })

const MALFORMED: ReadonlyArray<readonly [name: string, header: string, why: string]> = [
  ["nothing", "", "No JSON."],
  ["JSON without the base64url", json, "Base64url of JSON."],
  ["standard base64 with its own symbols", encodeBase64(encodeUtf8(`${json}   ???>>>`)), "The URL-safe alphabet."],
  ["a group of padding alone", `${good}${"=".repeat(4)}`, "Full padding or no padding."],
  ["spare bits set", spare, "RFC 4648 section 3.5: each value has exactly one text."],
  ["a space in front", ` ${good}`, "White space is not skipped."],
  ["a line feed at the end", `${good}\n`, "White space is not skipped."],
  ["two stamps joined by a comma", `${good}, ${good}`, "Two joined headers are not a stamp."],
  ["bytes that are not UTF-8", encodeBase64Url(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)), "JSON is UTF-8."],
  ["a byte order mark", text(`\ufeff${json}`), "RFC 8259 section 8.1."],
  ["JSON cut short", text(json.slice(0, -1)), "It is JSON."],
  ["a list", text(`[${json}]`), "An object."],
  ["JSON in a JSON string", text(JSON.stringify(json)), "An object."],
  ["publicKey twice", before(`"publicKey":"${other}"`), "Readers differ on which value they use."],
  ["publicKey twice, once in escapes", before(`"public\\u004bey":"${other}"`), "Escapes spell the same name."],
  ["a __proto__ that carries the fields", text(`{"__proto__":${json}}`), PROTO],
  ["a NUL in a further member", before('"x":"\\u0000"'), "The whole text must be strict JSON."],
  ["33 levels in a further member", text(`${json.slice(0, -1)},"x":${NESTED}}`), "32 levels at most."],
  ["no signature", text(JSON.stringify({ publicKey, scheme })), "All three members."],
  ["no scheme", text(JSON.stringify({ publicKey, signature })), "All three members."],
  ["no publicKey", text(JSON.stringify({ scheme, signature })), "All three members."],
  ["a key name in lower case", text(json.replace("publicKey", "publickey")), "Names are case-sensitive."],
  ["a publicKey in a list", fields({ publicKey: [publicKey] }), "A string."],
  ["a publicKey a byte short", fields({ publicKey: publicKey.slice(0, -2) }), "33 or 65 bytes."],
  ["a publicKey off the curve", fields({ publicKey: `02${"00".repeat(31)}07` }), "A point on the curve."],
  ["a hybrid publicKey", fields({ publicKey: `07${recipient.uncompressed.slice(2)}` }), "02, 03 or 04."],
  ["infinity", fields({ publicKey: "00" }), "It is not a public key."],
  ["a publicKey in base64url", fields({ publicKey: encodeBase64Url(encodeUtf8(publicKey)) }), "It is hex."],
  [
    "the digest of a publicKey",
    fields({ publicKey: sha256Hex(publicKey) }),
    "The key is required, not a digest of it."
  ],
  ["raw r and s, 64 bytes", RAW, "DER is required, not the 64 bytes of JWS and WebCrypto."],
  ["a signature in base64url", fields({ signature: encodeBase64Url(made) }), "It is hex."],
  ["an empty signature", fields({ signature: "" }), "It is DER."],
  ["a byte after the signature", fields({ signature: `${signature}00` }), "Strict DER: nothing follows."],
  ["a long-form length", fields({ signature: `3081${signature.slice(2)}` }), "Strict DER: the shortest length."],
  ["a needless zero before s", integers(r, `00${s.padStart(66, "0")}`), "Strict DER: the shortest integer."],
  ["r of zero", integers("00", s), "FIPS 186-5 section 6.4.2: from 1 to n - 1."],
  ["s of n", integers(r, `00${ORDER}`), "FIPS 186-5 section 6.4.2: from 1 to n - 1."],
  ["a signature of 73 bytes", fields({ signature: signature.padEnd(146, "0") }), "72 bytes at most."]
]

const SCHEMES = [
  ["a scheme of another curve", "SIGNATURE_SCHEME_TK_API_SECP256K1", "P-256 is the only curve."],
  ["a scheme of Ed25519", "SIGNATURE_SCHEME_TK_API_ED25519", "P-256 is the only curve."],
  ["a scheme in lower case", STAMP_SCHEME.toLowerCase(), "Compared as text."],
  ["an empty scheme", "", "Compared as text."],
  ["a space after the scheme", `${STAMP_SCHEME} `, "Compared as text."]
] as const

const value: unknown = JSON.parse(payload)
const reversed = '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2","timestampMs":"1775681700000",'
const inAnotherOrder = `${reversed}"organizationId":"org_test","parameters":{"targetPublicKey":"${recipient.uncompressed}"}}`

const AS_RECEIVED = "The received text is signed, never a serialization of its value."
const NO_DIGEST = "The signer hashes the text: do not hash it before."

const SIGNED: ReadonlyArray<readonly [name: string, changed: Fields, why: string, check?: Check]> = [
  ["the payload written anew with white space", overText(JSON.stringify(value, null, 2)), AS_RECEIVED],
  ["the payload written anew in another order", overText(inAnotherOrder), AS_RECEIVED],
  [
    "the payload as a JSON string",
    overText(JSON.stringify(payload)),
    "Decode the JSON of the response first, then sign the string."
  ],
  ["a line feed after the payload", overText(`${payload}\n`), "No additional byte."],
  ["a byte order mark before the payload", overText(`\ufeff${payload}`), "No additional byte."],
  ["the payload hashed twice", over(sha256(bytes)), NO_DIGEST],
  ["the payload's digest in hex", overText(sha256Hex(payload)), NO_DIGEST],
  ["the payload in hex", overText(encodeHex(bytes)), "The bytes of the text are signed, not their hex."],
  ["the payload in UTF-16", over(Uint8Array.from([...bytes].flatMap((unit) => [unit, 0]))), "The bytes are UTF-8."],
  ["another payload", { payload: payload.replace("org_test", "org_text") }, "The stamp is for another payload."],
  ["an empty payload", { payload: "" }, "The stamp is for another payload."],
  [
    "the key of somebody else",
    { header: fields({ publicKey: other }) },
    "The signature must be by the key in the stamp."
  ],
  ["r and s exchanged", { header: withSignature(exchanged(made)) }, "r comes first."],
  ["raw r and s in place of DER", { header: RAW }, "DER, hex, in the header.", "STAMP_MALFORMED"]
]
