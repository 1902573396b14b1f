import type { PasskeyMalformed } from "@countersign/core"
import { Effect, Schema } from "@countersign/core/effect"
import { decodeUtf8, parseStrictJson, sha256 } from "@countersign/wire"
import { type Bytes, binary, parsed } from "./parsed.ts"

export interface ClientData extends Members {
  /** SHA-256 of the JSON as received, which is what the authenticator signed. */
  readonly hash: Uint8Array
}

/**
 * Parses the field `clientDataJson`. Repeated keys are rejected, because two parsers might read different values.
 * WebAuthn Level 3, section 5.8.1: clients may add members, so unknown ones are ignored, among them `tokenBinding`,
 * which that level removed.
 */
export const readClientData = Effect.fnUntraced(function* (
  text: string
): Effect.fn.Return<ClientData, PasskeyMalformed> {
  const bytes = yield* binary(FIELD, text, { maxBytes: 4096 })
  const members = yield* parsed(FIELD, () => membersOf(bytes))
  return { ...members, hash: sha256(bytes) }
})

const FIELD = "clientDataJson"

const Members = Schema.Struct({
  type: Schema.String,
  challenge: Schema.String,
  origin: Schema.String,
  crossOrigin: Schema.optionalKey(Schema.Boolean),
  topOrigin: Schema.optionalKey(Schema.String)
})
type Members = typeof Members.Type

const decodeMembers = Schema.decodeUnknownSync(Members)

const membersOf = (bytes: Bytes): Members => decodeMembers(parseStrictJson(decodeUtf8(bytes)))

/**
 * Whether a text is an origin in the form that clients send: for the web the serialization of HTML section 7.1.1, which
 * is unique for each origin; for others, such as a native app, a scheme and any name. The opaque origin `null` is not
 * accepted.
 */
export const isOrigin = (text: string): boolean => {
  const url = webUrl(text)
  return url === undefined ? NATIVE.test(text) : url.origin === text
}

/** The serialized origin of a web address. */
export const serialized = (text: string): string | undefined => webUrl(text)?.origin

/** The host of a web origin, without its port. A native app's origin has none. */
export const hostOf = (origin: string): string | undefined => webUrl(origin)?.hostname

const webUrl = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return WEB.includes(url.protocol) ? url : undefined
}

const WEB = ["https:", "http:"]

const NATIVE = /^(?!https?:)[a-z][a-z0-9+.-]*:[!-~]+$/u
