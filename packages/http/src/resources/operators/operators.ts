import { Effect } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import { ofStart, RecoveryBody, recoveryBody } from "../recovery/recoveries.ts"

const operates = {
  achieves:
    "Ends sessions, suspends a wallet or a credential and resumes it, lifts a lock, starts and cancels a recovery where the platform enabled it. Signs, adds, removes, exports and redirects nothing.",
  because:
    "A suspension is reversible and leaves every credential. A recovery needs a code that is mailed to the end user after a delay, holds the wallet, and is cancelled from it. Each act names an actor and a reason, leaves a receipt, and the addresses are notified. No token has this scope unless its configuration names it.",
  writes: ["credentials", "internal_accounts", "notices", "receipt_heads", "receipts", "recoveries", "sessions"]
}

/** An operator acts without the end user's signature, and states who acts and why. */
const act = { scope: "OPERATE", tokenAlone: operates, payload: core.Justification } as const
const onAccount = { ...act, params: { id: core.AccountId } } as const
const onCredential = { ...act, params: { id: core.CredentialId } } as const
const noWallet = ["AccountNotFound", "CredentialNotFound", "CustomerDeleted"] as const

export const operatorEndSessions = post("operatorEndSessions", "/operator/accounts/:id/end-sessions", {
  ...onAccount,
  summary: "End all sessions of a wallet",
  description: "Leaves a receipt and notifies the end user, as every act of an operator.",
  refusals: noWallet,
  handle: ({ params, payload }) => core.operatorEndSessions(params.id, payload)
})

export const operatorSuspendAccount = post("operatorSuspendAccount", "/operator/accounts/:id/suspend", {
  ...onAccount,
  summary: "Suspend a wallet",
  description: "The wallet becomes FROZEN: its sessions end, no session opens, and nothing leaves it. Removes nothing.",
  refusals: [...noWallet, "AlreadySuspended"],
  handle: ({ params, payload }) => core.operatorSuspendAccount(params.id, payload)
})

export const operatorResumeAccount = post("operatorResumeAccount", "/operator/accounts/:id/resume", {
  ...onAccount,
  summary: "End the suspension of a wallet",
  refusals: [...noWallet, "NotSuspended"],
  handle: ({ params, payload }) => core.operatorResumeAccount(params.id, payload)
})

export const operatorSuspendCredential = post("operatorSuspendCredential", "/operator/credentials/:id/suspend", {
  ...onCredential,
  summary: "Suspend a credential",
  description: "The sessions of the credential end, and it opens no session. Other credentials continue to work.",
  refusals: [...noWallet, "AlreadySuspended"],
  handle: ({ params, payload }) => core.operatorSuspendCredential(params.id, payload)
})

export const operatorResumeCredential = post("operatorResumeCredential", "/operator/credentials/:id/resume", {
  ...onCredential,
  summary: "End the suspension of a credential",
  refusals: [...noWallet, "NotSuspended"],
  handle: ({ params, payload }) => core.operatorResumeCredential(params.id, payload)
})

export const operatorUnlockCredential = post("operatorUnlockCredential", "/operator/credentials/:id/unlock", {
  ...onCredential,
  summary: "Lift the lock of an EMAIL_OTP credential",
  description: "The next code is a recovery code of 13 characters, which cannot be guessed.",
  refusals: [...noWallet, "CredentialNotLocked"],
  handle: ({ params, payload }) => core.operatorUnlockCredential(params.id, payload)
})

export const operatorStartRecovery = post("operatorStartRecovery", "/operator/accounts/:id/start-recovery", {
  ...onAccount,
  summary: "Start a recovery of a wallet",
  description:
    "Waits three days by default. The wallet is held meanwhile, and every known address gets a notice with a token that cancels. Completed with a code that is mailed to the customer.",
  success: RecoveryBody.pipe(HttpApiSchema.status(201)),
  refusals: ofStart,
  handle: ({ params, payload }) => Effect.map(core.operatorStartRecovery(params.id, payload), recoveryBody)
})

export const operatorCancelRecovery = post("operatorCancelRecovery", "/operator/recoveries/:id/cancel", {
  ...act,
  params: { id: core.RecoveryId },
  summary: "Cancel a recovery",
  refusals: ["RecoveryEnded", "RecoveryNotFound"],
  handle: ({ params, payload }) => core.operatorCancelRecovery(params.id, payload)
})
