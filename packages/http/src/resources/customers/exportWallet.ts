import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"

const ExportedWalletBody = Schema.Struct({
  id: core.AccountId,
  encryptedWalletCredentials: Schema.String.annotate({
    description: "A signed bundle whose data is the mnemonic, encrypted to clientPublicKey"
  })
}).annotate({ identifier: "ExportedWallet" })

export const exportWallet = endpoint(
  HttpApiEndpoint.post("exportWallet", "/internal-accounts/:id/export", {
    params: { id: core.AccountId },
    headers: retryHeaders,
    payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey }),
    success: [Challenge, ExportedWalletBody]
  }),
  {
    summary: "Export a wallet to its owner",
    description: "Signed retry. Returns the mnemonic, encrypted to clientPublicKey, in a signed bundle.",
    scope: "MANAGE",
    isSecret: true,
    refusals: [...ofRetry, "AccountNotFound", "CredentialNotFound"]
  },
  ({ headers, params, payload }) =>
    signed(
      headers,
      (retry) => core.exportWallet({ accountId: params.id, ...payload }, retry),
      ({ accountId, encryptedWalletCredentials }) => ({
        id: accountId,
        encryptedWalletCredentials
      })
    )
)
