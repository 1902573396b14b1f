import { type Call, firstId } from "./caller.ts"

/** A customer with money, and a bank that takes half a minute to fail a transfer: it comes back afterwards. */
export interface Payer {
  readonly accountId: string
  readonly bank: string
}

export const newPayer = async (call: Call): Promise<Payer> => {
  const customer = await call(201, "POST", "/customers", { customerType: "INDIVIDUAL", email: "payer@example.com" })
  const customerId = customer.field("id")
  const accountId = firstId(await call(200, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`))
  await call(200, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1_000_000 })
  const bank = await call(201, "POST", "/customers/external-accounts", {
    currency: "USD",
    customerId,
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789005",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
    }
  })
  return { accountId, bank: bank.field("id") }
}

/** Begins a transfer. Answers its id. */
export const pay = async (call: Call, { accountId, bank }: Payer): Promise<string> =>
  (
    await call(201, "POST", "/transfer-out", {
      source: { accountId },
      destination: { accountId: bank },
      amount: 100
    })
  ).field("id")

export const statusOf = async (call: Call, id: string): Promise<string> =>
  (await call(200, "GET", `/transactions/${id}`)).field("status")
