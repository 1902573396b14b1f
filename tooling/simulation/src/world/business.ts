import { businessInfo } from "@countersign/harness/fixtures"
import type { Backend } from "./Caller.ts"
import type { Party } from "./Simulation.ts"

export const ADDRESS = { line1: "1 Main Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
export const OWNER = {
  firstName: "Ada",
  lastName: "Lovelace",
  birthDate: "1990-01-31",
  nationality: "GB",
  address: ADDRESS,
  idType: "PASSPORT",
  identifier: "P1",
  countryOfIssuance: "GB"
}

/** Customers that are businesses, and the changes of customers that need no signature. */
export const businesses = (backend: Backend): Party["acts"] => {
  const { bankOf, call, freshEmail, home, sign, sure, wallet } = backend
  const firm = async (more: object = {}): Promise<string> =>
    String((await sure("POST", "/customers", { customerType: "BUSINESS", businessInfo, ...more })).id)
  return {
    "has owners, and is verified": async (random) => {
      const customerId = await firm({ address: ADDRESS })
      const owner = { customerId, roles: ["UBO"], ownershipPercentage: 50, personalInfo: OWNER }
      const { id } = await sure("POST", "/beneficial-owners", owner)
      await call("PATCH", `/beneficial-owners/${id}`, { ownershipPercentage: random.upTo(100) })
      await call("GET", `/beneficial-owners/${id}`)
      await call("GET", `/beneficial-owners?customerId=${customerId}`)
      const verification = await sure("POST", "/verifications", { customerId })
      await call("GET", `/verifications/${verification.id}`)
      await call("GET", `/customers/internal-accounts?customerId=${customerId}`)
    },
    "lacks what a business needs": async () => {
      const customerId = await firm({ businessInfo: { legalName: "Firm" } })
      await call("POST", "/beneficial-owners", { customerId, personalInfo: { firstName: "Ada", lastName: "Lovelace" } })
      await call("POST", "/verifications", { customerId })
      await call("PATCH", `/customers/${customerId}`, { fullName: "Ada" })
    },
    "is created and changed twice": async (random) => {
      const name = `firm${random.upTo(1e9)}`
      const body = { platformCustomerId: name, umaAddress: `$${name}@pay.example.com` }
      const customerId = await firm(body)
      const again = { customerType: "BUSINESS", businessInfo }
      await call("POST", "/customers", { ...again, platformCustomerId: name })
      await call("POST", "/customers", { ...again, umaAddress: body.umaAddress })
      await call("PATCH", `/customers/${customerId}`, { region: "GB" })
      await call("PATCH", `/customers/${customerId}`, { currencies: [] })
    },
    "is deleted, and called again": async () => {
      const customerId = await firm()
      const bank = await bankOf(customerId)
      await call("DELETE", `/customers/${customerId}`)
      await call("PATCH", `/customers/${customerId}`, { region: "US" })
      await call("POST", "/verifications", { customerId })
      await call("GET", `/internal-accounts/${bank}`)
    },
    "proves a new address": async () => {
      await backend.settle({ limits: { emailChange: "proven" } })
      const { customerId, email, keys } = await wallet()
      const path = `/customers/${customerId}`
      const next = freshEmail()
      await call("POST", `${path}/email/undo`, { undoToken: "wrong" })
      await call("POST", `${path}/email/challenge`)
      await sign(keys, "PATCH", path, { email: next })
      await backend.proveEmail(customerId, next)
      const undoToken =
        home.mode === "sandbox" ? "000000" : await backend.until(() => backend.tokenTo(email, "undoToken"))
      await call("POST", `${path}/email/undo`, { undoToken })
    },
    "changes its address too often": async () => {
      const { customerId, keys } = await wallet()
      await backend.settle({ limits: null })
      for (let nth = 0; nth < 21; nth += 1)
        await sign(keys, "PATCH", `/customers/${customerId}`, { email: freshEmail() })
    }
  }
}
