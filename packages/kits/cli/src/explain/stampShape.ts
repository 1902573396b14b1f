import { decodeStamp, p1363ToDer, parsePublicKey, STAMP_SCHEME, type Stamp, WireError } from "@countersign/wire"
import { type Finding, fails } from "../Finding.ts"
import { objectIn } from "./objectIn.ts"

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

const mistakeIn = (header: string): Finding | undefined => {
  if (header.trim() === "") return fails(CHECK, "EMPTY", "There is no stamp. Did a proxy drop the header?")
  if (header !== header.trim()) {
    return fails(CHECK, "WHITE_SPACE", "The stamp is surrounded by white space. Trim it.")
  }
  if (/^30[0-9a-f]{134,142}$/iu.test(header)) {
    return fails(CHECK, "BARE_DER_SIGNATURE", `This is a DER signature. ${WRAP}`)
  }
  if (/^[0-9a-f]{128}$/iu.test(header)) {
    return fails(
      CHECK,
      "BARE_RAW_SIGNATURE",
      `This is a raw signature, r and s, of 64 bytes. Encode it as DER. ${WRAP}`
    )
  }
  const envelope = objectIn(header)
  if (envelope !== undefined) {
    return fails(CHECK, "JSON_NOT_ENCODED", "This is the JSON of a stamp. Send the base64url of its UTF-8 bytes.")
  }
  const decoded = Buffer.from(header, "base64").toString("utf8")
  const inside = objectIn(decoded)
  if (inside === undefined) return undefined
  if (/[+/]/u.test(header)) {
    return fails(CHECK, "STANDARD_BASE64", "This is standard base64. Send base64url: - for +, _ for /, no padding.")
  }
  return mistakeInside(inside)
}

const WRAP = `Send base64url of the JSON {"publicKey","scheme":"${STAMP_SCHEME}","signature"}, all in hex.`

const mistakeInside = (envelope: Readonly<Record<string, unknown>>): Finding | undefined => {
  const missing = ["publicKey", "scheme", "signature"].find((name) => typeof envelope[name] !== "string")
  if (missing !== undefined) return fails(CHECK, "FIELD_MISSING", `The stamp has no string ${missing}. ${WRAP}`)
  if (envelope.scheme !== STAMP_SCHEME) {
    return fails(CHECK, "SCHEME", `The scheme is not ${STAMP_SCHEME}, the only supported one.`)
  }
  return mistakenKey(String(envelope.publicKey)) ?? mistakenSignature(String(envelope.signature))
}

const mistakenKey = (publicKey: string): Finding | undefined => {
  try {
    parsePublicKey(publicKey)
    return undefined
  } catch {
    if (/^[0-9a-f]{64}$/iu.test(publicKey)) {
      return fails(CHECK, "KEY_WITHOUT_PREFIX", "The public key lacks its first byte: 02 or 03 before x, in hex.")
    }
    if (/^[0-9a-f]{128}$/iu.test(publicKey)) {
      return fails(CHECK, "KEY_WITHOUT_PREFIX", "The public key lacks its first byte: 04 before x and y, in hex.")
    }
    if (/^3059/iu.test(publicKey)) {
      return fails(CHECK, "KEY_AS_SPKI", "The public key is SPKI. Send only the point: its last 65 bytes, in hex.")
    }
    if (!/^[0-9a-f]*$/iu.test(publicKey)) {
      return fails(CHECK, "KEY_NOT_HEX", "The public key is not hex. Send the point in hex, compressed or not.")
    }
    return fails(CHECK, "KEY_NO_POINT", "The public key is not a point of P-256. Is it on another curve, or truncated?")
  }
}

const mistakenSignature = (signature: string): Finding | undefined => {
  if (isRaw(signature)) {
    return fails(
      CHECK,
      "RAW_SIGNATURE",
      "The signature is raw, r and s, as WebCrypto returns it. Encode it as DER, in hex."
    )
  }
  if (!/^[0-9a-f]*$/iu.test(signature)) {
    return fails(CHECK, "SIGNATURE_NOT_HEX", "The signature is not hex. Send its DER in hex.")
  }
  return fails(
    CHECK,
    "SIGNATURE_NO_DER",
    "The signature is not strict DER of two integers. Is it truncated, or padded?"
  )
}

const isRaw = (signature: string): boolean => {
  if (!/^[0-9a-f]{128}$/iu.test(signature)) return false
  try {
    return p1363ToDer(Buffer.from(signature, "hex")).length > 0
  } catch {
    return false
  }
}
