import { WireError } from "./errors.ts"
import { refuseAs } from "./refuseAs.ts"

/**
 * UTF-8 bytes of text.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate: the platform encoder would replace it, and then two different texts
 * would share one digest and one signature. Source: RFC 3629 section 3.
 */
export const encodeUtf8 = (text: string): Uint8Array => {
  if (hasLoneSurrogate(text)) {
    throw new WireError("UTF8_MALFORMED", "A lone surrogate has no UTF-8 form")
  }
  return encoder.encode(text)
}

/**
 * Text of UTF-8 bytes.
 *
 * Throws `UTF8_MALFORMED` on any ill-formed sequence and on a leading byte order mark. Source: RFC 3629 sections 3 and 6.
 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  const text = refuseAs("UTF8_MALFORMED", "The bytes are not well-formed UTF-8", () => decoder.decode(bytes))
  if (text.startsWith("\uFEFF")) {
    throw new WireError("UTF8_MALFORMED", "A byte order mark is not allowed")
  }
  return text
}

// One of each for all: they keep nothing between texts that are given whole.
const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Whether `text` holds half of a surrogate pair. With the `u` flag a whole pair is one code point and does not match. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)
