import { encodeUtf8, type Stamp, sha256, sha256Hex, verifyP256, verifyStamp } from "@countersign/wire"
import { type Finding, fails, passes } from "../Finding.ts"
import { jsonIn } from "../json.ts"

const CHECK = "WALLET_SIGNATURE_INVALID"

/** Checks whether the stamp signs the payload. If not, tries the common mistakes of clients. */
export const explainSignature = (stamp: Stamp, payload: string): Finding => {
  if (verifyStamp(stamp, payload)) return passes(CHECK)
  const mistake = mistakes(payload).find(([bytes]) => verifyP256(bytes, stamp.signature, stamp.publicKey))
  return mistake === undefined
    ? fails(
        CHECK,
        "UNKNOWN",
        "The stamp signs another text than this payload, or was signed by another key than the one it contains."
      )
    : fails(CHECK, mistake[1], mistake[2])
}

type Mistake = readonly [bytes: Uint8Array, cause: string, message: string]

const EXACT = "Sign the exact text of payloadToSign, byte for byte."

const mistakes = (payload: string): ReadonlyArray<Mistake> => [
  ...rewritten(payload),
  ...inOtherBytes(payload),
  [
    sha256(encodeUtf8(payload)),
    "HASHED_TWICE",
    "Its SHA-256 was signed, so it was hashed twice. Sign the text itself."
  ],
  [encodeUtf8(sha256Hex(payload)), "SIGNED_HASH_TEXT", "The hex of its SHA-256 was signed. Sign the text itself."],
  [
    encodeUtf8(JSON.stringify(payload)),
    "SIGNED_AS_JSON_STRING",
    `It was signed with the quotes of a JSON string around it. ${EXACT}`
  ],
  [
    encodeUtf8(JSON.stringify(payload).slice(1, -1)),
    "SIGNED_ESCAPED",
    `It was signed with escaped quotes. Decode the JSON of the response first. ${EXACT}`
  ],
  [new Uint8Array(), "SIGNED_NOTHING", "An empty text was signed. Is payloadToSign read from the 202?"]
]

const rewritten = (payload: string): ReadonlyArray<Mistake> => {
  const value = jsonIn(payload)
  if (typeof value !== "object" || value === null) return []
  const reserialized = `The JSON was parsed and serialized again. ${EXACT}`
  return [
    [encodeUtf8(JSON.stringify(value)), "REWRITTEN_JSON", reserialized],
    [encodeUtf8(JSON.stringify(sorted(value))), "REWRITTEN_JSON", reserialized],
    [encodeUtf8(JSON.stringify(value, undefined, 2)), "INDENTED_JSON", `The JSON was indented. ${EXACT}`],
    [encodeUtf8(JSON.stringify(value, undefined, 4)), "INDENTED_JSON", `The JSON was indented. ${EXACT}`],
    [encodeUtf8(spaced(value)), "SPACED_JSON", `The JSON was written with spaces, as Python does. ${EXACT}`],
    ...insides(value)
  ]
}

/** Parts of the payload that clients sign instead of the whole. */
const insides = (value: object): ReadonlyArray<Mistake> => {
  const { parameters } = { parameters: undefined, ...value }
  const { context, payload } = { context: undefined, payload: undefined, ...Object(parameters) }
  const { requestId } = { requestId: undefined, ...Object(context) }
  const found: Array<Mistake> = []
  if (typeof requestId === "string") {
    found.push([encodeUtf8(requestId), "SIGNED_REQUEST_ID", `The request id was signed. ${EXACT}`])
  }
  if (typeof payload === "string") {
    const inner = "The payload inside the payload was signed. Sign the whole of payloadToSign."
    found.push([encodeUtf8(payload), "SIGNED_INNER_PAYLOAD", inner])
    found.push([Uint8Array.from(Buffer.from(payload, "hex")), "SIGNED_INNER_PAYLOAD", inner])
  }
  return found
}

const inOtherBytes = (payload: string): ReadonlyArray<Mistake> => {
  const utf8 = Buffer.from(payload, "utf8")
  return [
    [encodeUtf8(`${payload}\n`), "LINE_BREAK_ADDED", `A line break was added at its end. ${EXACT}`],
    [encodeUtf8(`${payload}\r\n`), "LINE_BREAK_ADDED", `A line break was added at its end. ${EXACT}`],
    [encodeUtf8(payload.trim()), "TRIMMED", `It was signed without its surrounding white space. ${EXACT}`],
    [encodeUtf8(`\ufeff${payload}`), "BYTE_ORDER_MARK", `It was signed with a byte order mark in front. ${EXACT}`],
    [Uint8Array.from(Buffer.from(payload, "utf16le")), "UTF_16", "Its UTF-16 bytes were signed. Sign its UTF-8 bytes."],
    [
      Uint8Array.from(Buffer.from(payload, "latin1")),
      "LATIN_1",
      "Its Latin-1 bytes were signed. Sign its UTF-8 bytes."
    ],
    [encodeUtf8(utf8.toString("base64")), "SIGNED_BASE64", `Its base64 was signed. ${EXACT}`],
    [encodeUtf8(utf8.toString("base64url")), "SIGNED_BASE64", `Its base64url was signed. ${EXACT}`],
    [encodeUtf8(utf8.toString("hex")), "SIGNED_HEX", `Its hex was signed. ${EXACT}`]
  ]
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)])
  )
}

const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`)
    .join(", ")}}`
}
