import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, type Path, patch, post } from "../endpoint.ts"
import { CurrencyAmount, created, currencyCode, dated, optional, paged, pageOf, Timestamp } from "../fields.ts"
import { retry, signed } from "../signedEndpoint.ts"

export const InternalAccountBody = Schema.Struct({
  id: core.AccountId,
  customerId: Schema.optionalKey(core.CustomerId),
  type: core.AccountType,
  status: core.AccountStatus,
  balance: CurrencyAmount,
  totalBalance: CurrencyAmount,
  fundingPaymentInstructions: Schema.Array(Schema.Json),
  privateEnabled: optional(Schema.Boolean, "Present on embedded wallets"),
  heldUntil: optional(Timestamp, "Until then nothing leaves the wallet, because of a recovery"),
  ...dated
}).annotate({
  identifier: "InternalAccount",
  description: "An internal account of a customer: an embedded wallet or a fiat account"
})

export const internalAccountBody = (account: core.InternalAccount): typeof InternalAccountBody.Type => {
  const { accountId: id, customerId, privateEnabled, ...shown } = account
  const balance = { amount: account.balance, currency: account.currency }
  return {
    ...shown,
    id,
    ...(customerId === null ? {} : { customerId }),
    balance,
    totalBalance: balance,
    fundingPaymentInstructions: account.instructions ?? [],
    ...(account.type === "EMBEDDED_WALLET" ? { privateEnabled } : {})
  }
}

const filter = { currency: Schema.optionalKey(currencyCode), type: Schema.optionalKey(core.AccountType) }

const list = (name: string, path: Path, summary: string) =>
  get(name, path, {
    ofUser: "customerId",
    summary,
    query: { customerId: Schema.optionalKey(core.CustomerId), ...filter, ...created },
    success: pageOf(InternalAccountBody),
    handle: ({ query }) => paged(query, (page) => core.listAccounts(query, page), internalAccountBody)
  })

export const listAccounts = list("listAccounts", "/internal-accounts", "List internal accounts, newest first")

/** The same list under a second path, which the customer guides use. */
export const listCustomerAccounts = list(
  "listCustomerAccounts",
  "/customers/internal-accounts",
  "List internal accounts of customers, newest first"
)

export const listPlatformInternalAccounts = get("listPlatformInternalAccounts", "/platform/internal-accounts", {
  summary: "List the platform's own internal accounts",
  query: filter,
  success: Schema.Struct({ data: Schema.Array(InternalAccountBody) }),
  refusals: ["RailsUnavailable"],
  handle: ({ query }) => Effect.map(core.listPlatformAccounts(query), (all) => ({ data: all.map(internalAccountBody) }))
})

export const readAccount = get("readAccount", "/internal-accounts/:id", {
  ofUser: "id",
  summary: "Read an internal account",
  params: { id: core.AccountId },
  success: InternalAccountBody,
  refusals: ["AccountNotFound"],
  handle: ({ params }) => Effect.map(core.readAccount(params.id), internalAccountBody)
})

export const updateAccount = patch("updateAccount", "/internal-accounts/:id", {
  ofUser: "id",
  summary: "Change the privacy of a wallet",
  description: "Signed retry by a session of the account.",
  params: { id: core.AccountId },
  payload: Schema.Struct({ privateEnabled: Schema.Boolean }),
  ...retry(InternalAccountBody, ["AccountNotFound", "CredentialNotFound"]),
  handle: ({ headers, params, payload }) =>
    signed(core.updateAccount, headers, { accountId: params.id, ...payload }, internalAccountBody)
})

const ExportedWallet = Schema.Struct({
  id: core.AccountId,
  encryptedWalletCredentials: Schema.String.annotate({
    description: "A signed bundle whose data is the mnemonic, encrypted to clientPublicKey"
  })
}).annotate({ identifier: "ExportedWallet", description: "The encrypted mnemonic of a wallet" })

export const exportWallet = post("exportWallet", "/internal-accounts/:id/export", {
  ofUser: "id",
  summary: "Export a wallet to its owner",
  description: "Signed retry. Returns the mnemonic, encrypted to clientPublicKey, in a signed bundle.",
  params: { id: core.AccountId },
  payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey }),
  isSecret: true,
  ...retry(ExportedWallet, ["AccountNotFound", "CredentialNotFound"]),
  handle: ({ headers, params, payload }) =>
    signed(
      core.exportWallet,
      headers,
      { accountId: params.id, ...payload },
      ({ accountId, encryptedWalletCredentials }) => ({ id: accountId, encryptedWalletCredentials })
    )
})
