import type { VisitorProof } from "@countersign/http/host"
import type { EnvironmentApi } from "./methods/EnvironmentApi.ts"

/** Finds the owner of a proof, or creates one. Of two sign-ins of a new address at once, one finds what the other has created. */
export const ownerOf = async (
  { customers, internalAccounts }: Pick<EnvironmentApi, "customers" | "internalAccounts">,
  { accountId, customerId, email }: VisitorProof
) => {
  if (email === undefined) return { accountId, customerId }
  const platformCustomerId = email.toLowerCase()
  const find = async () => (await customers.list({ platformCustomerId })).data[0]
  const created = { customerType: "INDIVIDUAL", platformCustomerId, email } as const
  const foundAfter = async (error: unknown) => {
    const found = await find()
    if (found === undefined) throw error
    return found
  }
  const customer = (await find()) ?? (await customers.create(created).catch(foundAfter))
  if (customer?.email?.toLowerCase() !== platformCustomerId) return undefined
  const { data } = await internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [account] = data
  return account && { customerId: customer.id, accountId: account.id }
}
