import { parseStrictJson } from "@countersign/wire"
import { type Guard, id, object, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import { type Signer, signingKeyOf } from "../signer.ts"
import { isPathOf } from "./namedPath.ts"
import { segment } from "./path.ts"

/** A quote after its payment began, as far as it says what became of it. */
export interface ExecutedQuote {
  readonly id: string
  readonly status: string
  readonly transactionId: string
}

export interface ExecuteQuoteOptions {
  /**
   * From `paymentInstructions` of the quote, to the byte. Its `unsignedTransaction` has every term: show the user what
   * stands there, and nothing that came beside it.
   */
  readonly payloadToSign: string
  /** A session of the wallet that pays. */
  readonly signer: Signer
}

/**
 * Pays a quote from an embedded wallet. A payload that is for another call than the execution of this very quote is a
 * `TypeError`, and nothing is signed.
 */
export type ExecuteQuote = (quoteId: string, options: ExecuteQuoteOptions) => Promise<ExecutedQuote>

export const executeQuoteOn =
  (send: Send, signatureHeader: string): ExecuteQuote =>
  async (quoteId, { payloadToSign, signer }) => {
    const path = `/quotes/${segment(quoteId)}/execute`
    if (!isFor(payloadToSign, path)) throw new TypeError("The payload to sign is not for the execution of this quote")
    const stamp = await signingKeyOf(signer).sign(payloadToSign)
    return readAs(await send({ method: "POST", path, headers: { [signatureHeader]: stamp } }), isExecuted, "a Quote")
  }

const isFor = (payload: string, path: string): boolean => {
  const activity = parseStrictJson(payload)
  if (!isActivity(activity)) return false
  const { context } = activity.parameters
  return context.method === "POST" && isPathOf(context.path, { path, basePath: "" })
}

interface Activity {
  readonly parameters: { readonly context: { readonly method: string; readonly path: string } }
}

const isActivity: Guard<Activity> = object<Activity>({
  parameters: object<Activity["parameters"]>({
    context: object<Activity["parameters"]["context"]>({ method: text, path: text })
  })
})

const isExecuted: Guard<ExecutedQuote> = object<ExecutedQuote>({
  id: id("Quote"),
  status: text,
  transactionId: id("Transaction")
})
