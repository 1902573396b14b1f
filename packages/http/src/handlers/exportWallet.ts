import * as core from "@countersign/core"
import { Effect } from "effect"
import { exportedWalletBody } from "../contract/bodies/ExportedWalletBody.ts"
import { signedRequestChallenge } from "../contract/bodies/SignedRequestChallenge.ts"
import * as endpoint from "../contract/endpoints/exportWallet.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"
import { headersOfRetry } from "./headersOfRetry.ts"

export const exportWallet = handler(endpoint.exportWallet, ({ headers, params, payload }) =>
  answered(
    Effect.map(core.exportWallet({ accountId: params.id, ...payload }, headersOfRetry(headers)), (outcome) =>
      outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : exportedWalletBody(outcome.reply)
    )
  )
)
