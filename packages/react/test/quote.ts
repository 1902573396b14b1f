import { type PaymentTerms, paymentTermsOf, type Quote } from "@countersign/client"
import { canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"

const uuid = "0199d000-0000-7000-8000-000000000001"
const [quoteId, wallet, payee] = [`Quote:${uuid}`, `InternalAccount:${uuid}`, `ExternalAccount:${uuid}`]
const digest = "ab".repeat(32)
const context = {
  method: "POST",
  path: `/quotes/${quoteId}/execute`,
  quoteId,
  amount: "25000000",
  currency: "USDC",
  decimals: "6",
  receivedAmount: "49750",
  receivedCurrency: "MXN",
  receivedDecimals: "2",
  fee: "125000",
  rate: "0.05",
  payee: "Ada Lovelace",
  source: { accountId: wallet, accountType: "EMBEDDED_WALLET", digest, identifiers: { accountId: wallet } },
  destination: {
    accountId: payee,
    accountType: "MXN_ACCOUNT",
    digest,
    identifiers: { clabeNumber: "012180001234567897" },
    name: "Ada Lovelace"
  },
  expiresAt: "1760342700000",
  mode: "sandbox",
  platformId: "alpha"
}
const transaction = {
  quoteId,
  source: { type: "ACCOUNT", accountId: wallet, currency: "USDC" },
  destination: { type: "ACCOUNT", accountId: payee, currency: "MXN" },
  sent: { amount: 25_000_000, currency: "USDC" },
  received: { amount: 49_750, currency: "MXN" },
  fees: 125_000,
  exchangeRate: "0.05"
}
const payloadToSign = JSON.stringify({
  type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
  timestampMs: "1760342400000",
  organizationId: wallet,
  parameters: {
    signWith: wallet,
    unsignedTransaction: encodeHex(encodeUtf8(canonicalJson(transaction))),
    type: "TRANSACTION_TYPE_QUOTE",
    context
  },
  generateAppProofs: true
})

/** A quote as the server returns it: 25 USDC to a Mexican account, signed until 2025-10-13T08:05:00Z. */
export const quote: Quote = {
  id: quoteId,
  source: { accountId: wallet },
  destination: { accountId: payee },
  sendingCurrency: { code: "USDC", decimals: 6 },
  receivingCurrency: { code: "MXN", decimals: 2 },
  totalSendingAmount: 25_000_000,
  totalReceivingAmount: 49_750,
  exchangeRate: 0.05,
  feesIncluded: 125_000,
  paymentInstructions: [{ accountOrWalletInfo: { payloadToSign } }]
}

export const terms: PaymentTerms = paymentTermsOf(quote)
