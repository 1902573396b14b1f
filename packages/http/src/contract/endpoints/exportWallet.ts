import { AccountId, ClientPublicKey } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { ExportedWalletBody } from "../bodies/ExportedWalletBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"
import { Withheld } from "../Repeatable.ts"

export const exportWallet = HttpApiEndpoint.post("exportWallet", "/internal-accounts/:id/export", {
  params: { id: AccountId },
  headers: retryHeaders,
  payload: Schema.Struct({ clientPublicKey: ClientPublicKey }),
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), ExportedWalletBody],
  error: refusalsOf("exportWallet")
})
  .annotate(Withheld, true)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Export a wallet to its owner")
  .annotate(OpenApi.Description, "Signed retry. The mnemonic comes sealed to clientPublicKey, in a signed bundle.")
