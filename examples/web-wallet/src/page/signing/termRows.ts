import { accountTypes } from "@countersign/account-types"
import type { PaymentTerms } from "@countersign/client"
import { inWords } from "../money.ts"

/** The terms of a payment in words, as its payer reads them before signing. All of it comes from the signed text. */
export const termRows = (
  { destination, fee, payee, rate, received, sent, source }: PaymentTerms,
  own: string
): ReadonlyArray<readonly [term: string, words: string]> => {
  const { accountType, identifiers } = destination
  return [
    ["To", payee],
    ["Type of account", typeInWords(accountType)],
    ...Object.entries(identifiers).map(([name, value]) => [labelOf(accountType, name), value] as const),
    ["You pay", inWords(moneyOf(sent))],
    ["Of it a fee of", inWords(moneyOf(fee))],
    ["They receive", inWords(moneyOf(received))],
    ["Rate", `${rate} ${sent.currency} for 1 ${received.currency}`],
    ["From", source.accountId === own ? "this wallet" : `${source.accountId}, which is not this wallet`]
  ]
}

const moneyOf = ({ amount, currency, decimals }: PaymentTerms["sent"]) => ({ amount, code: currency, decimals })

const typeInWords = (accountType: string): string => {
  const kind = accountTypes.get(accountType)
  return kind === undefined ? accountType : `${kind.label}, ${accountType}`
}

/** What the form calls a field, or else its name. */
const labelOf = (accountType: string, name: string): string => {
  const fields = accountTypes.get(accountType)?.variants.flatMap((variant) => variant.fields) ?? []
  return fields.find((field) => field.name === name)?.label ?? name
}
