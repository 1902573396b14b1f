import type { Exchange } from "@countersign/client"
import { fieldsOf, textOf } from "../read.ts"
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
