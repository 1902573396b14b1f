import { symbolsOf } from "#symbols"
import { WireError, type WireErrorCode } from "./errors.ts"

/** One half of a surrogate pair. With the `u` flag a complete pair is one code point and does not match. */
export const LONE_SURROGATE = /\p{Surrogate}/u

/** The error for text with a lone surrogate where its bytes matter. */
export const loneSurrogate = (): WireError => new WireError("UTF8_MALFORMED", "A lone surrogate has no UTF-8 form")

/**
 * Bytes of base64 text: standard alphabet, padding required, spare bits zero, no white space.
 *
 * `maxBytes` caps the decoded length and is checked before any other work.
 *
 * Throws `TOO_LONG` or `BASE64_MALFORMED`. Source: RFC 4648 section 4, with the refusals of sections 3.1 to 3.5.
 */
export const decodeBase64 = (text: string, options: { readonly maxBytes?: number } = {}): Uint8Array =>
  decodeSymbols(text, BASE64, "required", options.maxBytes)

/** Base64 text of bytes, padded to a multiple of four characters. Source: RFC 4648 section 4. */
export const encodeBase64 = (bytes: Uint8Array): string => symbolsOf(bytes, "base64")

/**
 * Bytes of base64url text: URL-safe alphabet, spare bits zero, no white space.
 *
 * `padding` is "forbidden" unless set to "optional", where either no `=` at all or the full padding is accepted.
 * `maxBytes` caps the decoded length and is checked before any other work.
 *
 * Throws `TOO_LONG` or `BASE64URL_MALFORMED`. Source: RFC 4648 section 5; RFC 7515 section 2 for the unpadded form.
 */
export const decodeBase64Url = (
  text: string,
  options: { readonly maxBytes?: number; readonly padding?: "forbidden" | "optional" } = {}
): Uint8Array => decodeSymbols(text, BASE64URL, options.padding ?? "forbidden", options.maxBytes)

/** Base64url text of bytes without padding. Source: RFC 7515 section 2. */
export const encodeBase64Url = (bytes: Uint8Array): string => symbolsOf(bytes, "base64url")

/**
 * Bytes of hexadecimal text: even length, digits of either case, nothing else.
 *
 * `maxBytes` caps the length and `bytes` fixes it; both are checked before any other work.
 *
 * Throws `TOO_LONG` over `maxBytes`, otherwise `HEX_MALFORMED`. Source: RFC 4648 section 8, with lower case allowed.
 */
export const decodeHex = (
  text: string,
  options: { readonly maxBytes?: number; readonly bytes?: number } = {}
): Uint8Array => {
  if (options.maxBytes !== undefined && text.length > options.maxBytes * 2) {
    throw new WireError("TOO_LONG", "The hexadecimal text is longer than allowed")
  }
  if (options.bytes !== undefined && text.length !== options.bytes * 2) {
    throw new WireError("HEX_MALFORMED", "The hexadecimal text has another length than its field requires")
  }
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/u.test(text)) {
    throw new WireError("HEX_MALFORMED", "Hexadecimal text is an even number of digits 0-9, a-f or A-F")
  }
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = (digitOf(text.charCodeAt(2 * at)) << 4) | digitOf(text.charCodeAt(2 * at + 1))
  }
  return bytes
}

/** The value of a hexadecimal digit. The low four bits of the letters of either case count from 1. */
const digitOf = (code: number): number => (code & 15) + 9 * (code >> 6)

/** Lower-case hexadecimal text, two characters a byte. Source: RFC 4648 section 8, in lower case. */
export const encodeHex = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 1) text += PAIRS[bytes[at] ?? 0]
  return text
}

/**
 * UTF-8 bytes of text.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate: the platform encoder would replace it, and then two different texts
 * would share one digest and one signature. Source: RFC 3629 section 3.
 */
export const encodeUtf8 = (text: string): Uint8Array => {
  if (LONE_SURROGATE.test(text)) throw loneSurrogate()
  return encoder.encode(text)
}

/**
 * Text of UTF-8 bytes.
 *
 * Throws `UTF8_MALFORMED` on any ill-formed sequence and on a leading byte order mark. Source: RFC 3629 sections 3 and 6.
 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new WireError("UTF8_MALFORMED", "The bytes are not well-formed UTF-8")
  }
  if (text.startsWith("\uFEFF")) throw new WireError("UTF8_MALFORMED", "A byte order mark is not allowed")
  return text
}

/** Replaces the `TextDecoder` of {@link decodeUtf8}, in the whole program. It throws for ill-formed bytes. */
export const useTextDecoder = (given: typeof portableTextDecoder | undefined): void => {
  decoder = given
}

/** Decodes UTF-8 on an engine without `TextDecoder`. ECMA-262 section 19.2.6.2: decodeURIComponent rejects ill-formed bytes. */
export const portableTextDecoder = {
  decode: (bytes: Uint8Array): string =>
    decodeURIComponent(Array.from(bytes, (byte) => `%${(256 + byte).toString(16).slice(1)}`).join(""))
}

/** Returns whether two byte strings are equal, in time that depends only on their lengths. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0)
  return difference === 0
}

/** Concatenates all parts into a new buffer. */
export const concatBytes = (...parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Decodes strictly, and identically on every platform. Platform decoders skip foreign characters and ignore spare bits,
 * so two texts could decode to the same bytes, and two decoders could reject different texts.
 */
const decodeSymbols = (
  text: string,
  { code, name, rule, values }: Alphabet,
  padding: "required" | "optional" | "forbidden",
  maxBytes = Infinity
): Uint8Array => {
  if (text.length > Math.ceil(maxBytes / 3) * 4) throw tooLong(name)
  const isPadded = padding !== "forbidden" && text.length % 4 === 0
  const length = text.length - (isPadded ? Number(text.endsWith("=")) + Number(text.endsWith("==")) : 0)
  // A single last symbol has six bits, which is less than a byte.
  if (length % 4 === 1 || (padding === "required" && !isPadded)) throw new WireError(code, rule)
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let pending = 0
  let at = 0
  for (let index = 0; index < length; index += 1) {
    const value = values[text.charCodeAt(index)] ?? -1
    if (value < 0) throw new WireError(code, rule)
    pending = (pending << 6) | value
    // Each symbol but the first of four completes a byte.
    const place = index & 3
    if (place === 0) continue
    bytes[at] = pending >> (6 - 2 * place)
    at += 1
  }
  // RFC 4648 section 3.5: pad bits MUST be zero, and a decoder MAY refuse the text when they are not.
  if ((pending & ((1 << ((length * 6) % 8)) - 1)) !== 0) throw new WireError(code, rule)
  if (bytes.length > maxBytes) throw tooLong(name)
  return bytes
}

const tooLong = (name: string): WireError => new WireError("TOO_LONG", `The ${name} text is longer than allowed`)

interface Alphabet {
  readonly name: string
  readonly code: WireErrorCode
  readonly rule: string
  /** The value of each symbol by its character code; -1 for other characters. */
  readonly values: Int8Array
}

const valuesOf = (lastTwo: string): Int8Array => {
  const values = new Int8Array(128).fill(-1)
  const symbols = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${lastTwo}`
  for (let value = 0; value < 64; value += 1) values[symbols.charCodeAt(value)] = value
  return values
}

// Values created while the module loads are marked as pure, so that a bundler can drop unused ones.
const BASE64: Alphabet = {
  name: "base64",
  code: "BASE64_MALFORMED",
  rule: "Base64 text uses the standard alphabet, full padding and zero spare bits",
  values: /* @__PURE__ */ valuesOf("+/")
}
const BASE64URL: Alphabet = {
  name: "base64url",
  code: "BASE64URL_MALFORMED",
  rule: "Base64url text uses the URL-safe alphabet and zero spare bits",
  values: /* @__PURE__ */ valuesOf("-_")
}
/** The two digits of each byte. */
const PAIRS = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
// Shared instances: they have no state between complete inputs.
const encoder = /* @__PURE__ */ new TextEncoder()
// Created at the first use, because React Native has none.
let decoder: typeof portableTextDecoder | undefined
