import { decodeHex, decodeUtf8, parseStrictJson } from "@countersign/wire"
import { fieldsOf, numberOf, textOf } from "../read.ts"

/** What somebody agrees to by signing for a quote. */
export interface Terms {
  readonly quoteId: string
  readonly payer: string
  readonly payee: string
  readonly sent: { readonly amount: number; readonly currency: string }
  readonly received: { readonly amount: number; readonly currency: string }
  readonly fees: number
}

/**
 * The terms as they stand in the payload itself, which is what the signature covers. What came beside it in the answer is
 * not looked at: a backend could show one payment there and have another signed.
 */
export const termsOf = (payloadToSign: string): Terms => {
  const { unsignedTransaction } = fieldsOf(fieldsOf(parseStrictJson(payloadToSign)).parameters)
  const { destination, fees, quoteId, received, sent, source } = fieldsOf(
    parseStrictJson(decodeUtf8(decodeHex(textOf(unsignedTransaction))))
  )
  const { accountId, umaAddress } = fieldsOf(destination)
  return {
    quoteId: textOf(quoteId),
    payer: textOf(fieldsOf(source).accountId),
    payee: textOf(accountId) || textOf(umaAddress),
    sent: sumOf(sent),
    received: sumOf(received),
    fees: numberOf(fees)
  }
}

const sumOf = (value: unknown) => {
  const { amount, currency } = fieldsOf(value)
  return { amount: numberOf(amount), currency: textOf(currency) }
}
