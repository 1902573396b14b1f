import {
  decodeStamp,
  derToP1363,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  p1363ToDer,
  signStamp,
  uncompressedHex,
  type WireErrorCode
} from "@countersign/wire"

/**
 * Header values that no reader may take for a stamp, each a small step away from a good stamp over `payload`, and the
 * code that wire refuses it with.
 */
export const malformedStamps = (payload: string, privateKey: Uint8Array) => {
  const good = signStamp(payload, privateKey)
  const stamp = decodeStamp(good)
  const publicKey: string = stamp.publicKey
  const signature = encodeHex(stamp.signature)
  const scheme = "SIGNATURE_SCHEME_TK_API_P256"
  const raw = derToP1363(stamp.signature)
  const r = signature.slice(8, 8 + 2 * Number.parseInt(signature.slice(6, 8), 16))
  const s = signature.slice(8 + r.length + 4)

  const text = (json: string) => encodeBase64Url(encodeUtf8(json))
  const fields = (overrides: Readonly<Record<string, unknown>>) =>
    text(JSON.stringify({ publicKey, scheme, signature, ...overrides }))
  const signed = (hex: string) => fields({ signature: hex })
  const integers = (first: string, second: string) => `30${byte((first.length + second.length) / 2)}${first}${second}`
  const integer = (hex: string) => `02${byte(hex.length / 2)}${hex}`
  const json = JSON.stringify({ publicKey, scheme, signature })

  const row = (name: string, header: string, code: WireErrorCode = "STAMP_MALFORMED") => ({ name, header, code })
  const ofScheme = (name: string, other: string) => row(name, fields({ scheme: other }), "STAMP_SCHEME_UNSUPPORTED")
  const ofKey = (name: string, other: string) => row(name, fields({ publicKey: other }))
  const full = uncompressedHex(stamp.publicKey)
  return [
    row("nothing", ""),
    row("plain JSON", json),
    row("standard base64 with its own symbols", `${text(json)}+/`),
    row("a space in front", ` ${good}`),
    row("a line feed at the end", `${good}\n`),
    row("JSON cut short", text(json.slice(0, -1))),
    row("a duplicate publicKey", text(`{"publicKey":"${publicKey}",${json.slice(1)}`)),
    row("a duplicate key spelled with an escape", text(`{"public\\u004bey":"${publicKey}",${json.slice(1)}`)),
    row("no signature", text(JSON.stringify({ publicKey, scheme }))),
    ofScheme("a scheme of another curve", "SIGNATURE_SCHEME_TK_API_SECP256K1"),
    ofScheme("a scheme in lower case", scheme.toLowerCase()),
    ofKey("a key one byte short", publicKey.slice(0, -2)),
    ofKey("a key off the curve", `02${"00".repeat(31)}07`),
    ofKey("a hybrid key", `06${full.slice(2)}`),
    ofKey("a key that is infinity", "00"),
    row("a signature of raw r and s", signed(encodeHex(raw))),
    row("a signature with a byte after it", signed(`${signature}00`)),
    row("a signature whose length is in the long form", signed(`3081${signature.slice(2)}`)),
    row("a signature with r of zero", signed(integers("020100", integer(s)))),
    row("a header over the cap", `${good}${"A".repeat(4096)}`, "TOO_LONG"),
    row("a megabyte of header", "A".repeat(1_048_576), "TOO_LONG"),
    row("base64 of another alphabet throughout", encodeBase64(encodeUtf8(`${json}   ???>>>`))),
    row("too little padding", padded(good, 1)),
    row("too much padding", padded(good, 4)),
    row("padding alone", "===="),
    row("padding in the middle", `${good.slice(0, 8)}==${good.slice(8)}`),
    row("a lone last symbol", loneSymbol(json)),
    row("spare bits set", spareBits(json)),
    row("a percent sign", good.replace(/^./u, "%")),
    row("a letter outside ASCII", `é${good.slice(1)}`),
    row("a NUL", `${good}\0`),
    row("two stamps joined by a comma", `${good}, ${good}`),
    row("bytes that are not UTF-8", encodeBase64Url(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d))),
    row("a byte order mark", text(`\uFEFF${json}`)),
    row("an array", text(`[${json}]`)),
    row("a JSON string", text(JSON.stringify(json))),
    row("null", text("null")),
    row("a number", text("1")),
    row("a comment", text(`${json}//`)),
    row("a trailing comma", text(`${json.slice(0, -1)},}`)),
    row("single quotes", text(json.replaceAll('"', "'"))),
    row("two values", text(`${json}${json}`)),
    row("nesting beyond the cap", text(`${json.slice(0, -1)},"x":${"[".repeat(33)}${"]".repeat(33)}}`)),
    row("a __proto__ that carries the fields", text(`{"__proto__":${json}}`)),
    row("a __proto__ beside the fields", text(`{"__proto__":{},${json.slice(1)}`)),
    row("a NUL in an extra key", text(`{"\\u0000":1,${json.slice(1)}`)),
    row("a lone surrogate in an extra string", text(`{"x":"\\ud800",${json.slice(1)}`)),
    row("an infinite extra number", text(`{"x":1e400,${json.slice(1)}`)),
    row("no publicKey", text(JSON.stringify({ scheme, signature }))),
    row("no scheme", text(JSON.stringify({ publicKey, signature }))),
    row("a null key", fields({ publicKey: null })),
    row("a key in a list", fields({ publicKey: [publicKey] })),
    row("a numeric signature", fields({ signature: 1 })),
    row("an object for a scheme", fields({ scheme: {} })),
    row("keys in another case", text(JSON.stringify({ publickey: publicKey, scheme, signature }))),
    ofScheme("an empty scheme", ""),
    ofScheme("a scheme with a space", `${scheme} `),
    ofScheme("the scheme of another key type", "SIGNATURE_SCHEME_TK_API_ED25519"),
    ofKey("an empty key", ""),
    ofKey("a key with 0x in front", `0x${publicKey}`),
    ofKey("a key with a space", ` ${publicKey}`),
    ofKey("a key of odd length", publicKey.slice(0, -1)),
    ofKey("a key with a byte more", `${publicKey}00`),
    ofKey("an uncompressed key whose y is changed", full.replace(/.$/u, flip)),
    ofKey("a key whose x is p", `02${PRIME}`),
    ofKey("a compressed prefix on an uncompressed point", `02${full.slice(2)}`),
    row("an empty signature", signed("")),
    row("a signature of odd length", signed(signature.slice(1))),
    row("a signature in base64", signed(encodeBase64(stamp.signature))),
    row("a signature of another tag", signed(`31${signature.slice(2)}`)),
    row("a signature with an indefinite length", signed(`3080${signature.slice(4)}0000`)),
    row("a signature cut short", signed(signature.slice(0, -2))),
    row(
      "a sequence one byte longer than it says",
      signed(signature.replace(/^30../u, `30${byte(stamp.signature.length - 3)}`))
    ),
    row("r with another tag", signed(signature.replace(/^(30..)02/u, "$103"))),
    row("r with a needless zero", signed(integers(integer(`00${r.padStart(66, "0")}`), integer(s)))),
    row("r that is negative", signed(integers(integer(`80${r.slice(-62)}`), integer(s)))),
    row("r of no bytes", signed(integers("0200", integer(s)))),
    row("r of n", signed(integers(integer(`00${ORDER}`), integer(s)))),
    row("s of zero", signed(integers(integer(r), "020100"))),
    row("s of n", signed(integers(integer(r), integer(`00${ORDER}`)))),
    row("s above n", signed(integers(integer(r), integer(`00${"f".repeat(64)}`)))),
    row("r alone", signed(integers(integer(r), ""))),
    row("three integers", signed(integers(integer(r), `${integer(s)}020101`))),
    row("a signature of a thousand bytes", signed(`30${"82".repeat(999)}`)),
    row("raw integers in the wrong wrapping", signed(encodeHex(p1363ToDer(raw)).slice(4)))
  ]
}

const byte = (value: number): string => value.toString(16).padStart(2, "0")

const padded = (header: string, signs: number): string => {
  const missing = (4 - (header.length % 4)) % 4
  return header + "=".repeat(missing === signs ? signs + 1 : signs)
}

/** Base64url of JSON, with white space added until one more symbol would be left over. */
const loneSymbol = (json: string): string => `${sized(json, 0)}A`

/** Base64url whose last symbol carries two bits that belong to no byte, one of them set. */
const spareBits = (json: string): string =>
  sized(json, 2).replace(/.$/u, (symbol) => SYMBOLS.charAt(SYMBOLS.indexOf(symbol) + 1))

const sized = (json: string, remainder: number): string =>
  encodeBase64Url(encodeUtf8(json + " ".repeat((3 + remainder - (json.length % 3)) % 3)))

const flip = (digit: string): string => (digit === "0" ? "1" : "0")

const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const PRIME = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
const ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
