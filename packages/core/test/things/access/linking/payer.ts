import { callers, session, type World } from "@countersign/harness/world"

/** The payee of these tests, in Mexico. */
export const MXN = { clabeNumber: "012180001234567897", fullName: "Ana Pérez" }

/** The balances of a payer's wallet and bank account, in the smallest unit. */
export const FUNDS = 1_000_000_000

/** A payment address that accepts every payment. */
export const uma = { umaAddress: "$success.mxn@uma.sandbox.invalid", currency: "MXN" }

const person = { beneficiaryType: "INDIVIDUAL", fullName: MXN.fullName }
const firm = {
  beneficiaryType: "BUSINESS",
  businessInfo: { legalName: "Casa Sol S.A." },
  address: { line1: "1 Main Street", city: "Puebla", postalCode: "72000", country: "MX" }
}
const mexican = { accountType: "MXN_ACCOUNT", clabeNumber: MXN.clabeNumber }
const dollars = { accountType: "USD_ACCOUNT", accountNumber: "123456789", routingNumber: "021000021" }

/** One edit for each field of an external account that a call can change. */
export const CHANGES: ReadonlyArray<readonly [what: string, patch: object]> = [
  ["the number", { accountInfo: { clabeNumber: "012180009999999992" } }],
  ["the bank", { accountInfo: { bankName: "Banco Otro" } }],
  ["the name of the beneficiary", { accountInfo: { beneficiary: { fullName: "Mallory Thief" } } }],
  ["another field of the beneficiary", { accountInfo: { beneficiary: { birthDate: "1990-02-03" } } }],
  ["the address of the beneficiary", { accountInfo: { beneficiary: { address: { line1: "1 Other Street" } } } }],
  ["the type of the beneficiary", { accountInfo: { beneficiary: { ...firm, fullName: null } } }],
  ["the platform's own name", { platformAccountId: "another" }],
  ["the default flag", { defaultUmaDepositAccount: true }]
]

/** A customer with a name, money in the wallet and in the bank account, and a session that signs. */
export const payer = async (world: World) => {
  const { accountId: wallet, credentialId, customerId } = await world.customer(callers.a)
  const call = (method: string, path: string, body?: unknown) =>
    world.call(callers.a, method, path, body === undefined ? {} : { body })
  await call("PATCH", `/customers/${customerId}`, { fullName: "Grace" })
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  const bank = String(accounts.body.data[0].id)
  for (const id of [wallet, bank]) await call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: FUNDS })
  const { keys } = await session(world, callers.a, credentialId)
  const bodies = {
    mexican: { currency: "MXN", customerId, accountInfo: { ...mexican, beneficiary: person } },
    business: { currency: "MXN", customerId, accountInfo: { ...mexican, beneficiary: firm } },
    dollars: { currency: "USD", customerId, accountInfo: { ...dollars, beneficiary: person } },
    /** Suffix 005: payments stay pending for 30 seconds. */
    spark: {
      currency: "BTC",
      customerId,
      accountInfo: { accountType: "SPARK_WALLET", address: "spark1pgssy7d7vel0nh9m4326qc54e005" }
    },
    crypto: {
      currency: "USDC",
      customerId,
      accountInfo: { accountType: "BASE_WALLET", address: "0x52908400098527886e0f7030069857d2e4169ee7" }
    }
  }
  return { bank, bodies, credentialId, customerId, keys, wallet }
}

/** A quote from a wallet, the payload that its owner signs, and the call that executes it. */
export const quoteFrom = async (world: World, wallet: string, to: string | typeof uma) => {
  const destination =
    typeof to === "string" ? { destinationType: "ACCOUNT", accountId: to } : { destinationType: "UMA_ADDRESS", ...to }
  const { body } = await world.call(callers.a, "POST", "/quotes", {
    body: {
      source: { sourceType: "ACCOUNT", accountId: wallet },
      destination,
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 50_000
    }
  })
  const id = String(body.id)
  const execute = (stamp: string) =>
    world.call(callers.a, "POST", `/quotes/${id}/execute`, { headers: { "service-wallet-signature": stamp } })
  return { body, id, payload: String(body.paymentInstructions?.[0].accountOrWalletInfo.payloadToSign), execute }
}
