import { encodeHex } from "./bytes.ts"
import { WireError } from "./errors.ts"

/** The kinds of objects that have an id. */
export const ID_PREFIXES = [
  "AuthMethod",
  "BeneficialOwner",
  "Customer",
  "ExternalAccount",
  "Guardian",
  "InternalAccount",
  "Lookup",
  "PlatformConfig",
  "Quote",
  "Recovery",
  "Request",
  "Session",
  "Token",
  "Transaction",
  "Verification",
  "Webhook"
] as const

/** One of {@link ID_PREFIXES}. */
export type IdPrefix = (typeof ID_PREFIXES)[number]

/** An id: a prefix, a colon, and a UUID of 36 characters in lower case. */
export type Id<P extends IdPrefix> = `${P}:${string}` & { readonly [brand]: P }

/**
 * Creates an id whose UUID sorts by time: version 7 of `timestampMs` (milliseconds since the epoch, below 2^48) and the
 * first 10 bytes of `random`, of which 74 bits are used.
 *
 * Throws `ID_MALFORMED` when either is out of range. Source: RFC 9562 section 5.7.
 */
export const makeId = <P extends IdPrefix>(
  prefix: P,
  options: { readonly timestampMs: number; readonly random: Uint8Array }
): Id<P> => {
  const { timestampMs, random } = options
  const time = timestampMs.toString(16).padStart(12, "0")
  const tail = encodeHex(random.subarray(0, 10))
  // RFC 9562 section 5.7: version 7 in four bits, then 12 random bits, variant 10 in two bits, then 62 random bits.
  const variant = "89ab".charAt(((random[2] ?? 0) >> 4) & 3)
  const uuid = `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(1, 4)}-${variant}${tail.slice(5, 8)}-${tail.slice(8)}`
  const id = `${prefix}:${uuid}`
  // An out-of-range time has a sign, a point or more digits, and too few random bytes give fewer digits.
  if (isId(prefix, id)) return id
  throw new WireError("ID_MALFORMED", "A new id needs milliseconds below 2^48 and 10 random bytes")
}

/**
 * Parses an id: exactly this prefix, a colon, and a UUID of any version, in either case. Returns it in lower case.
 *
 * Throws `ID_MALFORMED`. Source: RFC 9562 section 4.
 */
export const parseId = <P extends IdPrefix>(prefix: P, text: string): Id<P> => {
  const start = prefix.length + 1
  // The length is checked first, so that long text is not copied.
  const id = text.length === start + 36 ? text.slice(0, start) + text.slice(start).toLowerCase() : ""
  if (!isId(prefix, id)) throw new WireError("ID_MALFORMED", "An id is its prefix, a colon and a UUID")
  return id
}

/** Returns whether text is an id of this kind in canonical lower case. */
export const isId = <P extends IdPrefix>(prefix: P, text: string): text is Id<P> =>
  text.length === prefix.length + 37 && text.startsWith(prefix) && UUID_AT_END.test(text)

/** Matches at the end of the complete text. At this length the colon has only one possible position. */
const UUID_AT_END = /:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

declare const brand: unique symbol
