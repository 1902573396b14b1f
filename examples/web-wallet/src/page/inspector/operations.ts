import type { Exchange } from "@countersign/client"
import {
  decodeBase64Url,
  decodeHex,
  decodeStamp,
  decodeUtf8,
  encodeUtf8,
  parseStrictJson,
  verifyP256Async
} from "@countersign/wire"
import { fieldsOf, textOf } from "../json.ts"
import { quotedIn } from "../State.ts"

/** One action of the end user: a single exchange, or the challenged request and its signed retry. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** The first request and the last one. They are the same when the API issued no challenge. */
  readonly request: Exchange
  readonly answered: Exchange
  readonly challenge:
    | { readonly requestId: string; readonly payloadToSign: string; readonly expiresAt: string }
    | undefined
  readonly stamp: string | undefined
  /** The payload that the stamp signs: of the challenge, or of the quote that is paid. */
  readonly signed: string | undefined
}

/** Groups exchanges into operations, newest first. A retry is matched to its challenge by request id. */
export const operationsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Operation> => {
  const operations: Operation[] = []
  for (const exchange of exchanges) {
    const id = exchange.request.headers["request-id"]
    const at = operations.findIndex(({ challenge }) => challenge !== undefined && challenge.requestId === id)
    const before = operations[at]
    if (before === undefined) operations.push(operationOf(exchange, exchanges))
    else operations[at] = { ...before, answered: exchange, stamp: stampOf(exchange) }
  }
  return operations.toReversed()
}

const operationOf = (exchange: Exchange, all: ReadonlyArray<Exchange>): Operation => ({
  method: exchange.request.method,
  path: pathOf(exchange.request.url),
  request: exchange,
  answered: exchange,
  challenge: challengeOf(exchange),
  stamp: stampOf(exchange),
  signed: challengeOf(exchange)?.payloadToSign ?? quotePaidBy(all, exchange)
})

const challengeOf = ({ response: { body, status } }: Exchange): Operation["challenge"] => {
  const { expiresAt, payloadToSign, requestId } = fieldsOf(body)
  if (status !== 202) return undefined
  return { requestId: textOf(requestId), payloadToSign: textOf(payloadToSign), expiresAt: textOf(expiresAt) }
}

/** The payload of the quote that a call executes. */
const quotePaidBy = (all: ReadonlyArray<Exchange>, { request }: Exchange): string | undefined => {
  const quotes = all.map(({ response }) => quotedIn(response.body))
  return quotes.find(({ id }) => id !== "" && request.url.endsWith(`/quotes/${id}/execute`))?.payloadToSign
}

const stampOf = ({ request }: Exchange): string | undefined => request.headers["service-wallet-signature"]

const pathOf = (url: string): string => url.replace(/^.*?\/wallet(?:\/api\/2025-10-13)?(?=\/)/u, "")

/** Formats a JSON value for display. Long encoded texts are shortened. */
export const shown = (value: unknown): string => JSON.stringify(value, (_, each) => shortened(each), 2) ?? ""

/** Formats a request body for display. */
export const shownText = (text: string): string => shown(read(text))

/** Formats the decoded fields of a stamp for display: public key, scheme and signature. */
export const shownStamp = (header: string): string => shown(read(decodeUtf8(decodeBase64Url(header))))

/** Verifies the signature of a stamp over a payload. The API also checks which session the key belongs to. */
export const isValidStamp = async (header: string, payload: string): Promise<boolean> => {
  const { publicKey, signature } = decodeStamp(header)
  return verifyP256Async(encodeUtf8(payload), signature, publicKey)
}

/** Formats a payload for display. Text that is encoded as hex is decoded. */
export const shownPayload = (payload: string): string =>
  JSON.stringify(read(payload), (name, each) => (name === "unsignedTransaction" ? readHex(each) : each), 2)

const read = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return text
  }
}

const readHex = (hex: unknown): unknown => {
  try {
    return read(decodeUtf8(decodeHex(String(hex))))
  } catch {
    return hex
  }
}

/** Shortens encrypted, signed and encoded texts. Their first characters are enough to distinguish them. */
const shortened = (value: unknown): unknown =>
  typeof value === "string" && value.length > 72 && !value.includes(" ")
    ? `${value.slice(0, 24)}… (${value.length} characters)`
    : value
