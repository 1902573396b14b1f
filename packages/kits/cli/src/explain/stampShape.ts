import { decodeStamp, p1363ToDer, parsePublicKey, STAMP_SCHEME, type Stamp, WireError } from "@countersign/wire"
import { type Finding, fails } from "../Finding.ts"
import { objectIn } from "../json.ts"

const CHECK = "WALLET_SIGNATURE_MALFORMED"

/** Decodes the stamp of a header, or returns the likeliest mistake. */
export const readStamp = (header: string): Stamp | Finding => {
  try {
    return decodeStamp(header)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return error.code === "TOO_LONG" ? fails(CHECK, "TOO_LONG", error.message) : (mistakeIn(header) ?? other(error))
  }
}

const other = (error: WireError) =>
  fails(CHECK, "MALFORMED", `${error.message}${error.cause instanceof WireError ? `: ${error.cause.message}` : ""}`)

/** A mistake by the shape of the text that has it. */
type Shape = readonly [shape: RegExp, cause: string, message: string]

const shapeOf = (text: string, shapes: ReadonlyArray<Shape>): Finding | undefined => {
  const [, cause, message] = shapes.find(([shape]) => shape.test(text)) ?? []
  return cause === undefined || message === undefined ? undefined : fails(CHECK, cause, message)
}

const WRAP = `Send base64url of the JSON {"publicKey","scheme":"${STAMP_SCHEME}","signature"}, all in hex.`

const HEADERS: ReadonlyArray<Shape> = [
  [/^\s*$/u, "EMPTY", "There is no stamp. Did a proxy drop the header?"],
  [/^\s|\s$/u, "WHITE_SPACE", "The stamp is surrounded by white space. Trim it."],
  [/^30[0-9a-f]{134,142}$/iu, "BARE_DER_SIGNATURE", `This is a DER signature. ${WRAP}`],
  [
    /^[0-9a-f]{128}$/iu,
    "BARE_RAW_SIGNATURE",
    `This is a raw signature, r and s, of 64 bytes. Encode it as DER. ${WRAP}`
  ]
]

const mistakeIn = (header: string): Finding | undefined => {
  const bare = shapeOf(header, HEADERS)
  if (bare !== undefined) return bare
  if (objectIn(header) !== undefined) {
    return fails(CHECK, "JSON_NOT_ENCODED", "This is the JSON of a stamp. Send the base64url of its UTF-8 bytes.")
  }
  const inside = objectIn(Buffer.from(header, "base64").toString("utf8"))
  if (inside === undefined) return undefined
  if (/[+/]/u.test(header)) {
    return fails(CHECK, "STANDARD_BASE64", "This is standard base64. Send base64url: - for +, _ for /, no padding.")
  }
  return mistakeInside(inside)
}

const mistakeInside = (envelope: Readonly<Record<string, unknown>>): Finding | undefined => {
  const missing = ["publicKey", "scheme", "signature"].find((name) => typeof envelope[name] !== "string")
  if (missing !== undefined) return fails(CHECK, "FIELD_MISSING", `The stamp has no string ${missing}. ${WRAP}`)
  if (envelope.scheme !== STAMP_SCHEME) {
    return fails(CHECK, "SCHEME", `The scheme is not ${STAMP_SCHEME}, the only supported one.`)
  }
  const [publicKey, signature] = [String(envelope.publicKey), String(envelope.signature)]
  return isKey(publicKey) ? mistakenSignature(signature) : shapeOf(publicKey, KEYS)
}

const KEYS: ReadonlyArray<Shape> = [
  [/^[0-9a-f]{64}$/iu, "KEY_WITHOUT_PREFIX", "The public key lacks its first byte: 02 or 03 before x, in hex."],
  [/^[0-9a-f]{128}$/iu, "KEY_WITHOUT_PREFIX", "The public key lacks its first byte: 04 before x and y, in hex."],
  [/^3059/iu, "KEY_AS_SPKI", "The public key is SPKI. Send only the point: its last 65 bytes, in hex."],
  [/[^0-9a-f]/iu, "KEY_NOT_HEX", "The public key is not hex. Send the point in hex, compressed or not."],
  [/^/u, "KEY_NO_POINT", "The public key is not a point of P-256. Is it on another curve, or truncated?"]
]

const isKey = (publicKey: string): boolean => {
  try {
    return parsePublicKey(publicKey).length > 0
  } catch {
    return false
  }
}

const RAW = "The signature is raw, r and s, as WebCrypto returns it. Encode it as DER, in hex."

const SIGNATURES: ReadonlyArray<Shape> = [
  [/[^0-9a-f]/iu, "SIGNATURE_NOT_HEX", "The signature is not hex. Send its DER in hex."],
  [/^/u, "SIGNATURE_NO_DER", "The signature is not strict DER of two integers. Is it truncated, or padded?"]
]

const mistakenSignature = (signature: string): Finding | undefined =>
  isRaw(signature) ? fails(CHECK, "RAW_SIGNATURE", RAW) : shapeOf(signature, SIGNATURES)

const isRaw = (signature: string): boolean => {
  if (!/^[0-9a-f]{128}$/iu.test(signature)) return false
  try {
    return p1363ToDer(Buffer.from(signature, "hex")).length > 0
  } catch {
    return false
  }
}
