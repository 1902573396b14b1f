import { randomInt } from "node:crypto"
import { caller, subjectsOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"

/** A bank account of a customer, where money may go. */
export const externalAccountCreate: Flow = {
  name: "external account create",
  requests: 1,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    return {
      run: async () => {
        const number = String(randomInt(100_000_000)).padStart(8, "0")
        const body = JSON.stringify({
          customerId: next().customerId,
          currency: "GBP",
          platformAccountId: `payee ${number}`,
          accountInfo: {
            accountType: "GBP_ACCOUNT",
            sortCode: "200000",
            accountNumber: number,
            beneficiary: BENEFICIARY
          }
        })
        await call(201, "POST", "/customers/external-accounts", body)
      }
    }
  }
}

const BENEFICIARY = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  address: { line1: "1 High Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
}
