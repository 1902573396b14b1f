import { decodeBase64, decodeUtf8, encodeUtf8, parseStrictJson, WireError } from "@countersign/wire"
import { WebhookVerificationError } from "./errors.ts"

/** The headers of a request: those of the web, or those of Node. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** One header by its name, in whatever case it came. */
const headerOf = (headers: ReceivedHeaders, name: string): string => {
  const value = typeof headers.get === "function" ? headers.get(name) : field(headers, name)
  if (value === undefined || value === null || value === "") {
    throw new WebhookVerificationError(
      "HEADER_MISSING",
      `${name} is missing: this is no webhook, or a proxy dropped it`
    )
  }
  if (typeof value !== "string") {
    throw new WebhookVerificationError("HEADER_MALFORMED", `${name} came more than once`)
  }
  return value
}

const field = (headers: object, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

export interface ReceivedWebhook {
  /** The bytes as they came, before any parser has had them. */
  readonly body: Uint8Array
  readonly headers: ReceivedHeaders
  /** Each `publicKey` of `GET /webhooks/keys`: `whpk_…`. One of them has to have signed. */
  readonly publicKeys: ReadonlyArray<string>
  /** How old a delivery may be, and how far ahead a clock; 300 when absent. */
  readonly toleranceSeconds?: number
  /** Milliseconds since the epoch; the machine's when absent. */
  readonly now?: () => number
}

/** What happened. Keep `id` for as long as the tolerance at least: a delivery may come more than once. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  /** Of two events about one object the later has the higher. They may come in any order. */
  readonly sequence?: number
  readonly data: unknown
  readonly [field: string]: unknown
}

/** The event of a delivery, if the service signed it, and not long ago. Rejects with a `WebhookVerificationError`. */
export const verifyWebhook = async (received: ReceivedWebhook): Promise<WebhookEvent> => {
  const { body, headers, now = Date.now, publicKeys, toleranceSeconds = 300 } = received
  if (!(body instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      "BODY_NOT_RAW",
      "body has to be the bytes as they came: what a parser read and somebody wrote again is not what was signed"
    )
  }
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  if (!/^[0-9]{1,12}$/u.test(timestamp)) {
    throw new WebhookVerificationError("HEADER_MALFORMED", "webhook-timestamp is no number of seconds")
  }
  // Not NaN either: a tolerance that nobody set would let everything through.
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      "TIMESTAMP_OUTSIDE_TOLERANCE",
      "The delivery was signed too long ago, or a clock is wrong"
    )
  }
  const head = encodeUtf8(`${id}.${timestamp}.`)
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  const signatures = signaturesOf(headerOf(headers, "webhook-signature"))
  for (const key of await Promise.all(imported(publicKeys))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify("Ed25519", key, signature, message)) return eventOf(body)
    }
  }
  throw new WebhookVerificationError("SIGNATURE_MISMATCH", "No key that is known has signed this id, time and body")
}

/** What is spelled otherwise than a signature is none, and the others still count. */
const signaturesOf = (header: string): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  header
    .split(" ")
    .slice(0, MOST)
    .flatMap((each) => {
      const bytes = each.startsWith("v1a,") ? decoded(each.slice(4)) : undefined
      return bytes?.length === 64 ? [bytes] : []
    })

const imported = (publicKeys: ReadonlyArray<string>) =>
  publicKeys.map((text) => {
    const bytes = text.startsWith("whpk_") ? decoded(text.slice(5)) : undefined
    if (bytes?.length !== 32) {
      throw new WebhookVerificationError(
        "KEYS_MALFORMED",
        "publicKeys are those of GET /webhooks/keys: whpk_ and base64"
      )
    }
    return crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"])
  })

const eventOf = (body: Uint8Array): WebhookEvent => {
  const event = parsed(body)
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw notAnEvent()
  const { data, id, timestamp, type, ...more }: { readonly [field: string]: unknown } = { ...event }
  if (typeof id !== "string" || typeof type !== "string" || typeof timestamp !== "string") throw notAnEvent()
  return { ...more, id, type, timestamp, data }
}

const parsed = (body: Uint8Array): unknown => {
  try {
    return parseStrictJson(decodeUtf8(body))
  } catch (error) {
    if (error instanceof WireError) throw notAnEvent()
    throw error
  }
}

const notAnEvent = () => new WebhookVerificationError("BODY_MALFORMED", "The body is signed, and is no event")

const decoded = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return new Uint8Array(decodeBase64(text))
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

/** Signatures that are looked at: nobody changes so many keys at once. */
const MOST = 16
