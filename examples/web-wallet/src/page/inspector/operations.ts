import type { Exchange } from "@countersign/client"
import { decodeBase64Url, decodeHex, decodeStamp, decodeUtf8, parseStrictJson, verifyStamp } from "@countersign/wire"
import { fieldsOf, textOf } from "../element.ts"
import { quotedIn } from "../State.ts"

/** One call as the user means it: where it was challenged with a 202, both of its requests. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** The first request, and the last. They are one where nothing was challenged. */
  readonly asked: Exchange
  readonly answered: Exchange
  readonly challenge:
    | { readonly requestId: string; readonly payloadToSign: string; readonly expiresAt: string }
    | undefined
  readonly stamp: string | undefined
  /** What the stamp is over: of the challenge, or of the quote that is paid. */
  readonly signed: string | undefined
}

/** The operations of what was exchanged, newest first. A retry belongs to the challenge whose request id it names. */
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
  asked: exchange,
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

/** The payload of the quote that a call carries out. */
const quotePaidBy = (all: ReadonlyArray<Exchange>, { request }: Exchange): string | undefined => {
  const quotes = all.map(({ response }) => quotedIn(response.body))
  return quotes.find(({ id }) => id !== "" && request.url.endsWith(`/quotes/${id}/execute`))?.payloadToSign
}

const stampOf = ({ request }: Exchange): string | undefined => request.headers["service-wallet-signature"]

const pathOf = (url: string): string => url.replace(/^.*\/wallet\/api/u, "")

/** A value of JSON to look at: what is long and says nothing is shortened. */
export const shown = (value: unknown): string => JSON.stringify(value, (_, each) => shortened(each), 2) ?? ""

/** The body of a request to look at. */
export const shownText = (text: string): string => shown(read(text))

/** A stamp as its parts: who signed, how, and what came out. */
export const shownStamp = (header: string): string => shown(read(decodeUtf8(decodeBase64Url(header))))

/** Whether a stamp holds over a payload. The service looks at the same, and at whose key it is. */
export const holdsOver = (header: string, payload: string): boolean => verifyStamp(decodeStamp(header), payload)

/** A payload to look at, with the text that stands in it as hex read too. */
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

/** Sealed, signed and encoded texts mean nothing to a reader. Their beginning tells them apart. */
const shortened = (value: unknown): unknown =>
  typeof value === "string" && value.length > 72 && !value.includes(" ")
    ? `${value.slice(0, 24)}… (${value.length} characters)`
    : value
