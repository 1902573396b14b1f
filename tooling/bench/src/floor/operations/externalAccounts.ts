import { freshId } from "../freshId.ts"
import { type Answer, type Call, type Floor, json, refused } from "../Operation.ts"
import { sealedAtRest } from "../vault.ts"

/** POST /customers/external-accounts: the account is kept sealed. What its country asks for is not looked at. */
export const addExternalAccount = async ({ store, vaultKey }: Floor, { text }: Call): Promise<Answer> => {
  const body: {
    readonly customerId: string
    readonly platformAccountId: string
    readonly currency: string
    readonly accountInfo: object
  } = JSON.parse(text)
  const { accountInfo, currency, customerId, platformAccountId } = body
  const id = freshId("ExternalAccount")
  const sealed = sealedAtRest(vaultKey, Buffer.from(JSON.stringify(accountInfo)))
  const isThere = await store.addExternalAccount({
    id,
    customerId,
    platformAccountId,
    currency,
    sealed,
    at: Date.now()
  })
  if (!isThere) return refused(404, "customer")
  return json(201, {
    id,
    customerId,
    status: "ACTIVE",
    currency,
    platformAccountId,
    accountInfo: { ...accountInfo, paymentRails: ["FASTER_PAYMENTS"] },
    beneficiaryVerificationStatus: "MATCHED",
    defaultUmaDepositAccount: false
  })
}
