import type { AuthMethod } from "@countersign/client"
import type { Login } from "./Login.ts"

/** Returns the wallet to sign in to: from the options, or of a new customer. */
export const chosenWallet = async ({ call, options }: Login): Promise<string> => {
  if (options.account !== undefined) return options.account
  const customer = options.customer ?? idOf(await call("POST", "/customers", ADA))
  const wallets = await call(
    "GET",
    `/internal-accounts?customerId=${encodeURIComponent(customer)}&type=EMBEDDED_WALLET`
  )
  const [wallet]: ReadonlyArray<unknown> = Array.isArray(wallets.data) ? wallets.data : []
  if (wallet === undefined) throw new Error(`${customer} has no embedded wallet to sign in to.`)
  return idOf(wallet)
}

const ADA = { customerType: "INDIVIDUAL", fullName: "Ada Example", email: "ada@example.com" }

export const credentialOf = async (
  { client }: Login,
  accountId: string,
  type: string
): Promise<AuthMethod | undefined> => (await client.credentials.list(accountId)).find((each) => each.type === type)

const idOf = (answer: unknown): string => {
  const { id }: { readonly id: unknown } = { id: undefined, ...Object(answer) }
  if (typeof id !== "string") throw new Error("The response has no id. Is this the address of a Countersign service?")
  return id
}
