import { attempt, concatBytes, decodeBase64, decodeUtf8, encodeUtf8, parseStrictJson } from "@countersign/wire"

/** The headers of a web or Node request. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

const headerOf = (headers: ReceivedHeaders, name: string): string => {
  const value = typeof headers.get === "function" ? headers.get(name) : field(headers, name)
  if (value === undefined || value === null || value === "") {
    throw refused("HEADER_MISSING", `${name} is missing: the request is not a webhook, or a proxy dropped the header`)
  }
  if (typeof value !== "string") {
    throw refused("HEADER_MALFORMED", `${name} was sent more than once`)
  }
  return value
}

const field = (headers: object, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

/** A webhook as the receiver got it. */
export interface ReceivedWebhook {
  /** The raw bytes, before any parser. */
  readonly body: Uint8Array
  /** The headers of the request. */
  readonly headers: ReceivedHeaders
  /** Every `publicKey` of `GET /webhooks/keys`: `whpk_…`. A signature by any of them is accepted. */
  readonly publicKeys: ReadonlyArray<string>
  /** The maximum age of a delivery and the maximum clock skew, in seconds; default 300. */
  readonly toleranceSeconds?: number
  /** Milliseconds since the epoch; default: the system clock. */
  readonly now?: () => number
}

/** The event. Store `id` for at least the tolerance, because a delivery may arrive more than once. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  /** Of two events about the same object, the later one has the higher sequence. Events may arrive in any order. */
  readonly sequence?: number
  readonly data: unknown
  readonly [field: string]: unknown
}

/** Returns the event of a delivery signed within the tolerance. Rejects with a `WebhookVerificationError`. */
export const verifyWebhook = async (received: ReceivedWebhook): Promise<WebhookEvent> => {
  const { body, headers, now = Date.now, publicKeys, toleranceSeconds = 300 } = received
  if (!(body instanceof Uint8Array)) {
    throw refused(
      "BODY_NOT_RAW",
      "body must be the raw bytes of the request. A body that was parsed and serialized again has a different signature."
    )
  }
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  if (!/^[0-9]{1,12}$/u.test(timestamp)) {
    throw refused("HEADER_MALFORMED", "webhook-timestamp is not a number of seconds")
  }
  // Also rejects NaN: an unset tolerance must not accept every delivery.
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw refused("TIMESTAMP_OUTSIDE_TOLERANCE", "The delivery is too old, or a clock is wrong. Check this clock.")
  }
  const message = concatBytes(encodeUtf8(`${id}.${timestamp}.`), body)
  const signatures = signaturesOf(headerOf(headers, "webhook-signature"))
  for (const key of await Promise.all(imported(publicKeys))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify("Ed25519", key, signature, message)) return eventOf(body)
    }
  }
  throw refused(
    "SIGNATURE_MISMATCH",
    "None of publicKeys has signed this id, time and body. Load the current keys from GET /webhooks/keys."
  )
}

/** Ignores malformed signatures; the others still count. */
const signaturesOf = (header: string): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  header
    .split(" ")
    .slice(0, MOST)
    .flatMap((each) => {
      const bytes = each.startsWith("v1a,") ? attempt(() => decodeBase64(each.slice(4))) : undefined
      return bytes?.length === 64 ? [bytes.slice()] : []
    })

const imported = (publicKeys: ReadonlyArray<string>) =>
  publicKeys.map((text) => {
    const bytes = text.startsWith("whpk_") ? attempt(() => decodeBase64(text.slice(5))) : undefined
    if (bytes?.length !== 32) {
      throw refused("KEYS_MALFORMED", "publicKeys must be the values of GET /webhooks/keys: whpk_ and base64")
    }
    return crypto.subtle.importKey("raw", bytes.slice(), "Ed25519", false, ["verify"])
  })

const eventOf = (body: Uint8Array): WebhookEvent => {
  const event: unknown = attempt(() => parseStrictJson(decodeUtf8(body)))
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw notAnEvent()
  const { data, id, timestamp, type, ...more }: { readonly [field: string]: unknown } = { ...event }
  if (typeof id !== "string" || typeof type !== "string" || typeof timestamp !== "string") throw notAnEvent()
  return { ...more, id, type, timestamp, data }
}

const refused = (code: WebhookFault, message: string) => new WebhookVerificationError(code, message)

const notAnEvent = () => refused("BODY_MALFORMED", "The body is signed but is not an event")

/** The maximum number of signatures to verify. A key rotation never needs as many. */
const MOST = 16

/** The check that a delivery failed. */
export type WebhookFault =
  | "BODY_NOT_RAW"
  | "KEYS_MALFORMED"
  | "HEADER_MISSING"
  | "HEADER_MALFORMED"
  | "TIMESTAMP_OUTSIDE_TOLERANCE"
  | "SIGNATURE_MISMATCH"
  | "BODY_MALFORMED"

/** A delivery that must not be trusted. `message` states the remedy and contains nothing of the request. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}
