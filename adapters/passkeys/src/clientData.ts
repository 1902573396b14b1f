import type { PasskeyMalformed } from "@countersign/core"
import { decodeUtf8, parseStrictJson, sha256 } from "@countersign/wire"
import { Effect, Schema } from "effect"
import { type Bytes, binary, parsed } from "./parsed.ts"

/** What the browser says of the ceremony. */
export interface ClientData extends Members {
  /** SHA-256 of the JSON as it was sent, which is what the authenticator signed. */
  readonly hash: Uint8Array
}

/**
 * Reads the field `clientDataJson`. A key given twice is refused: two readers might take different ones.
 *
 * WebAuthn Level 3, section 5.8.1: clients may add members, so unknown ones are passed over. `tokenBinding` is one since
 * that level.
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
 * Whether text is an origin the way clients write one: for the web the serialization of HTML section 7.1.1, which says
 * each origin in one way only; for anything else, such as a native app, a scheme and whatever it names.
 *
 * The opaque origin `null` is none.
 */
export const isOrigin = (text: string): boolean => {
  const url = webUrl(text)
  return url === undefined ? NATIVE.test(text) : url.origin === text
}

/** The host of a web origin, without its port. A native app has none. */
export const hostOf = (origin: string): string | undefined => webUrl(origin)?.hostname

const webUrl = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return WEB.includes(url.protocol) ? url : undefined
}

const WEB = ["https:", "http:"]

const NATIVE = /^(?!https?:)[a-z][a-z0-9+.-]*:[!-~]+$/u
