import { type CallInProcess, resources } from "@countersign/http"
import type { Once } from "./surface.ts"
import type * as t from "./types.ts"

/**
 * Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports or
 * redirects. Each leaves a receipt with the justification and notifies the end user. Each rejects with
 * `REFERENCE_NOT_FOUND` (404) for an unknown wallet or credential.
 */
export const operatorsApi = (call: CallInProcess) => ({
  operators: {
    /** Ends all sessions of a wallet. */
    endSessions: (accountId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorEndSessions, { id: accountId, body, ...once }),
    /** Suspends a wallet and ends its sessions. Rejects with `CONFLICT` (409) when it is already suspended. */
    suspendAccount: (accountId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorSuspendAccount, { id: accountId, body, ...once }),
    /** Ends the suspension of a wallet. Rejects with `CONFLICT` (409) when it is not suspended. */
    resumeAccount: (accountId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorResumeAccount, { id: accountId, body, ...once }),
    /** Suspends a credential and ends its sessions. Rejects with `CONFLICT` (409) when it is already suspended. */
    suspendCredential: (credentialId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorSuspendCredential, { id: credentialId, body, ...once }),
    /** Ends the suspension of a credential. Rejects with `CONFLICT` (409) when it is not suspended. */
    resumeCredential: (credentialId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorResumeCredential, { id: credentialId, body, ...once }),
    /** Lifts the lock of an EMAIL_OTP credential. Rejects with `CONFLICT` (409) when it is not locked. */
    unlockCredential: (credentialId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorUnlockCredential, { id: credentialId, body, ...once }),
    /** Starts a recovery. Rejects with `RECOVERY_DISABLED` (403), or with `CONFLICT` (409) while one is open. */
    startRecovery: (accountId: string, body: t.Justification, once: Once = {}): Promise<t.Recovery> =>
      call(operators.operatorStartRecovery, { id: accountId, body, ...once }),
    /** Cancels a recovery. Rejects with `CONFLICT` (409) when it has ended. */
    cancelRecovery: (recoveryId: string, body: t.Justification, once: Once = {}): Promise<void> =>
      call(operators.operatorCancelRecovery, { id: recoveryId, body, ...once })
  }
})

const { operators } = resources
