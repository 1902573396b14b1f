import {
  decodeStamp,
  derToP1363,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  STAMP_SCHEME,
  sha256Hex,
  signStamp,
  uncompressedHex
} from "@countersign/wire"
import { attacker, ORDER, PRIME } from "./signing.ts"

/**
 * Header values that no reader may take for a stamp, each a small step away from a good stamp over `payload`, and the
 * check that refuses each. Those with a reason are published as vectors.
 */
export const malformedStamps = (payload: string, privateKey: Uint8Array) => {
  const good = signStamp(payload, privateKey)
  const stamp = decodeStamp(good)
  const publicKey: string = stamp.publicKey
  const full = uncompressedHex(stamp.publicKey)
  const signature = encodeHex(stamp.signature)
  const raw = encodeHex(derToP1363(stamp.signature))
  const members = { publicKey, scheme: STAMP_SCHEME, signature }
  const json = JSON.stringify(members)
  const open = json.slice(0, -1)

  const keyed = (key: unknown) => changed({ publicKey: key })
  const signed = (der: unknown) => changed({ signature: der })
  const changed = (fields: Readonly<Record<string, unknown>>) => textOf(JSON.stringify({ ...members, ...fields }))
  const before = (member: string) => textOf(`{${member},${json.slice(1)}`)
  const integers = (...each: ReadonlyArray<string>) => signed(tlv("30", each.join("")))
  const r = signature.slice(8, 8 + 2 * Number.parseInt(signature.slice(6, 8), 16))
  const s = signature.slice(8 + r.length + 4)
  const [ofR, ofS] = [integer(r), integer(s)]
  /** White space makes the last symbol carry so many bits of no byte, of which one is set. */
  const spare = (bits: 2 | 4) =>
    textOf(json + " ".repeat((3 + 4 / bits - (json.length % 3)) % 3)).replace(/.$/u, (last) =>
      String.fromCharCode(last.charCodeAt(0) + 1)
    )

  return [
    ...[
      ["nothing", "", "No JSON."],
      ["JSON without the base64url", json, "Base64url of JSON."],
      ["standard base64 with its own symbols", encodeBase64(encodeUtf8(`${json}   ???>>>`)), "The URL-safe alphabet."],
      ["a group of padding alone", `${good}====`, "Full padding or no padding."],
      ["spare bits set", spare(4), "RFC 4648 section 3.5: each value has exactly one text."],
      ["a space in front", ` ${good}`, "White space is not skipped."],
      ["a line feed at the end", `${good}\n`, "White space is not skipped."],
      ["two stamps joined by a comma", `${good}, ${good}`, "Two joined headers are not a stamp."],
      ["bytes that are not UTF-8", encodeBase64Url(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)), "JSON is UTF-8."],
      ["a byte order mark", textOf(`\ufeff${json}`), "RFC 8259 section 8.1."],
      ["JSON cut short", textOf(open), "It is JSON."],
      ["a list", textOf(`[${json}]`), "An object."],
      ["JSON in a JSON string", textOf(JSON.stringify(json)), "An object."],
      ["publicKey twice", before(`"publicKey":"${attacker.compressed}"`), "Readers differ on which value they use."],
      [
        "publicKey twice, once in escapes",
        before(`"public\\u004bey":"${attacker.compressed}"`),
        "Escapes spell the same name."
      ],
      ["a __proto__ that carries the fields", textOf(`{"__proto__":${json}}`), PROTO],
      ["a NUL in a further member", before('"x":"\\u0000"'), "The whole text must be strict JSON."],
      ["33 levels in a further member", textOf(`${open},"x":${NESTED}}`), "32 levels at most."],
      ["no signature", changed({ signature: undefined }), "All three members."],
      ["no scheme", changed({ scheme: undefined }), "All three members."],
      ["no publicKey", keyed(undefined), "All three members."],
      ["a key name in lower case", textOf(json.replace("publicKey", "publickey")), "Names are case-sensitive."],
      ["a publicKey in a list", keyed([publicKey]), "A string."],
      ["a publicKey a byte short", keyed(publicKey.slice(0, -2)), "33 or 65 bytes."],
      ["a publicKey off the curve", keyed(`02${"00".repeat(31)}07`), "A point on the curve."],
      ["a hybrid publicKey", keyed(`07${full.slice(2)}`), "02, 03 or 04."],
      ["infinity", keyed("00"), "It is not a public key."],
      ["a publicKey in base64url", keyed(textOf(publicKey)), "It is hex."],
      ["the digest of a publicKey", keyed(sha256Hex(publicKey)), "The key is required, not a digest of it."],
      ["raw r and s, 64 bytes", signed(raw), "DER is required, not the 64 bytes of JWS and WebCrypto."],
      ["a signature in base64url", signed(encodeBase64Url(stamp.signature)), "It is hex."],
      ["an empty signature", signed(""), "It is DER."],
      ["a byte after the signature", signed(`${signature}00`), "Strict DER: nothing follows."],
      ["a long-form length", signed(`3081${signature.slice(2)}`), "Strict DER: the shortest length."],
      ["a needless zero before s", integers(ofR, padded(s)), "Strict DER: the shortest integer."],
      ["r of zero", integers(integer("00"), ofS), RANGE],
      ["s of n", integers(ofR, integer(`00${ORDER}`)), RANGE],
      ["a signature of 73 bytes", signed(signature.padEnd(146, "0")), "72 bytes at most."],
      ["base64url with two more symbols", `${good}+/`],
      ["too little padding", padding(good)],
      ["padding alone", "===="],
      ["padding in the middle", `${good.slice(0, 8)}==${good.slice(8)}`],
      ["a lone last symbol", `${textOf(json + " ".repeat((3 - (json.length % 3)) % 3))}A`],
      ["two spare bits set", spare(2)],
      ["a percent sign", good.replace(/^./u, "%")],
      ["a letter outside ASCII", `é${good.slice(1)}`],
      ["a NUL", `${good}\0`],
      ["null", textOf("null")],
      ["a number", textOf("1")],
      ["a comment", textOf(`${json}//`)],
      ["a trailing comma", textOf(`${open},}`)],
      ["single quotes", textOf(json.replaceAll('"', "'"))],
      ["two values", textOf(`${json}${json}`)],
      ["a __proto__ beside the fields", before('"__proto__":{}')],
      ["a NUL in an extra key", before('"\\u0000":1')],
      ["a lone surrogate in an extra string", before('"x":"\\ud800"')],
      ["an infinite extra number", before('"x":1e400')],
      ["a null key", keyed(null)],
      ["a numeric signature", signed(1)],
      ["an object for a scheme", changed({ scheme: {} })],
      ["an even hybrid key", keyed(`06${full.slice(2)}`)],
      ["an empty key", keyed("")],
      ["a key with 0x in front", keyed(`0x${publicKey}`)],
      ["a key with a space", keyed(` ${publicKey}`)],
      ["a key of odd length", keyed(publicKey.slice(0, -1))],
      ["a key with a byte more", keyed(`${publicKey}00`)],
      ["an uncompressed key whose y is changed", keyed(full.replace(/.$/u, (digit) => (digit === "0" ? "1" : "0")))],
      ["a key whose x is p", keyed(`02${PRIME}`)],
      ["a compressed prefix on an uncompressed point", keyed(`02${full.slice(2)}`)],
      ["a signature of odd length", signed(signature.slice(1))],
      ["a signature in base64", signed(encodeBase64(stamp.signature))],
      ["a signature of another tag", signed(`31${signature.slice(2)}`)],
      ["a signature with an indefinite length", signed(`3080${signature.slice(4)}0000`)],
      ["a signature cut short", signed(signature.slice(0, -2))],
      ["a sequence one byte longer than it says", signed(`30${byte(signature.length / 2 - 3)}${signature.slice(4)}`)],
      ["r with another tag", signed(signature.replace(/^(30..)02/u, "$103"))],
      ["r with a needless zero", integers(padded(r), ofS)],
      ["r that is negative", integers(integer(`80${r.slice(-62)}`), ofS)],
      ["r of no bytes", integers(integer(""), ofS)],
      ["r of n", integers(integer(`00${ORDER}`), ofS)],
      ["s of zero", integers(ofR, integer("00"))],
      ["s above n", integers(ofR, integer(`00${"f".repeat(64)}`))],
      ["r alone", integers(ofR)],
      ["three integers", integers(ofR, ofS, integer("01"))],
      ["a signature of a thousand bytes", signed(`30${"82".repeat(999)}`)],
      ["raw integers in the wrong wrapping", signed(signature.slice(4))]
    ].map(row("STAMP_MALFORMED")),
    ...[
      ["a scheme of another curve", "SIGNATURE_SCHEME_TK_API_SECP256K1", "P-256 is the only curve."],
      ["a scheme of Ed25519", "SIGNATURE_SCHEME_TK_API_ED25519", "P-256 is the only curve."],
      ["a scheme in lower case", STAMP_SCHEME.toLowerCase(), "Compared as text."],
      ["an empty scheme", "", "Compared as text."],
      ["a space after the scheme", `${STAMP_SCHEME} `, "Compared as text."]
    ]
      .map(([name, scheme, why]) => [name, changed({ scheme }), why])
      .map(row("STAMP_SCHEME_UNSUPPORTED")),
    ...[
      ["a header over the cap", `${good}${"A".repeat(4096)}`],
      ["a megabyte of header", "A".repeat(1_048_576)]
    ].map(row("TOO_LONG"))
  ]
}

const row =
  <Code extends string>(code: Code) =>
  ([name = "", header = "", why]: ReadonlyArray<string | undefined>) => ({ name, header, code, why })

const PROTO = "In some languages it changes the object's prototype."
const NESTED = "[".repeat(32) + "]".repeat(32)
const RANGE = "FIPS 186-5 section 6.4.2: from 1 to n - 1."

const textOf = (json: string): string => encodeBase64Url(encodeUtf8(json))
const padding = (header: string): string => header + (header.length % 4 === 3 ? "==" : "=")

/** DER in hex. */
const byte = (value: number): string => value.toString(16).padStart(2, "0")
const tlv = (tag: string, content: string): string => `${tag}${byte(content.length / 2)}${content}`
const integer = (hex: string): string => tlv("02", hex)
const padded = (hex: string): string => integer(`00${hex.padStart(66, "0")}`)
