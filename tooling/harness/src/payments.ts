import { CUSTOMERS, created, usd } from "./externalAccounts.ts"
import { callers, type World } from "./world.ts"

/** The bank account of a customer, after a deposit of `funds` in the smallest unit. Returns its id. */
export const bankOf = async (world: World, customerId: string, funds = 0): Promise<string> => {
  const list = await world.call(callers.a, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const id = String(list.body.data[0].id)
  if (funds === 0) return id
  await created(world, { amount: funds }, callers.a, `/sandbox/internal-accounts/${id}/fund`)
  return id
}

/**
 * An external account of a customer, in dollars. The suffix of its number decides what the sandbox does with a payment:
 * 005 is pending for 30 seconds and then fails. Returns its id.
 */
export const payee = async (world: World, customerId: string, suffix = ""): Promise<string> => {
  const body = usd({ accountNumber: `123456789${suffix}` }, { customerId })
  return String((await created(world, body, callers.a, CUSTOMERS)).id)
}

export const quoteOf = (from: string, to: string, amount = 500) => ({
  source: { sourceType: "ACCOUNT", accountId: from },
  destination: { destinationType: "ACCOUNT", accountId: to },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: amount
})

/** The text that the owner of the source wallet signs to execute a quote. */
export const payloadOf = (quote: {
  readonly paymentInstructions: ReadonlyArray<{ readonly accountOrWalletInfo: { readonly payloadToSign: string } }>
}): string => String(quote.paymentInstructions[0]?.accountOrWalletInfo.payloadToSign)

export const transferOf = (from: string, to: string, amount = 5) => ({
  source: { accountId: from },
  destination: { accountId: to },
  amount
})

/** The body of a payment that arrives from a payment address, without its receiver. */
export const RECEIVED = {
  senderUmaAddress: "$bob@example.com",
  receivingCurrencyCode: "USD",
  receivingCurrencyAmount: 5
}
