import { type CallInProcess, resources } from "@countersign/http"
import type { Once, Retry } from "./surface.ts"
import type { NewCredential } from "./types/authentication.ts"
import type * as t from "./types.ts"

/**
 * Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable it,
 * and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.
 */
export const recoveryApi = (call: CallInProcess) => ({
  recoveries: {
    /** Makes ten saved recovery codes, which replace all older ones. Requires a signed retry. */
    createCodes: (
      accountId: string,
      clientPublicKey: string,
      retry: Retry = {}
    ): Promise<t.CreatedRecoveryCodes | t.SignedRequestChallenge> =>
      call(recovery.createRecoveryCodes, { body: { accountId, clientPublicKey }, ...retry }),
    /** Returns how many saved recovery codes are left. */
    codesLeft: (accountId: string): Promise<number> =>
      call(recovery.readRecoveryCodes, { query: { accountId } }).then(({ left }) => left),
    /** Starts a recovery by saved code. It changes nothing until a code is proven. */
    start: (accountId: string, once: Once = {}): Promise<t.Recovery> =>
      call(recovery.startRecovery, { body: { accountId, method: "SAVED_CODE" }, ...once }),
    /** Returns the recoveries of a wallet that have not expired. */
    list: (accountId: string): Promise<ReadonlyArray<t.Recovery>> =>
      call(recovery.listRecoveries, { query: { accountId } }).then(({ data }) => data),
    read: (id: string): Promise<t.Recovery> => call(recovery.readRecovery, { id }),
    /** Mails the code of a recovery by guardian or operator. Rejects with `CONFLICT` (409) before it is ready. */
    challenge: (id: string, once: Once = {}): Promise<t.Recovery> => call(recovery.challengeRecovery, { id, ...once }),
    /** Binds a new credential. Requires a signed retry by the key that was encrypted with the code. */
    complete: (
      id: string,
      body: t.RecoveryCompletion,
      retry: Retry = {}
    ): Promise<t.Credential | t.SignedRequestChallenge> => call(recovery.completeRecovery, { id, body, ...retry }),
    /** Cancels a recovery. Requires a signed retry by a session of the wallet. */
    cancel: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      call(recovery.cancelRecovery, { id, ...retry }).then((answer) => answer ?? undefined),
    /** Cancels a recovery with the token of its notice. Rejects with `UNAUTHORIZED` (401) for any other. */
    cancelByToken: (id: string, cancelToken: string, once: Once = {}): Promise<void> =>
      call(recovery.cancelRecoveryByToken, { id, body: { cancelToken }, ...once })
  },
  guardians: {
    /** Registers the passkey of a guardian. Requires a signed retry. */
    add: (
      body: Extract<NewCredential, { readonly type: "PASSKEY" }>,
      retry: Retry = {}
    ): Promise<t.Guardian | t.SignedRequestChallenge> => call(recovery.addGuardian, { body, ...retry }),
    list: (accountId: string): Promise<ReadonlyArray<t.Guardian>> =>
      call(recovery.listGuardians, { query: { accountId } }).then(({ data }) => data),
    /** Removes a guardian. Requires a signed retry. */
    remove: (id: string, retry: Retry = {}): Promise<t.SignedRequestChallenge | undefined> =>
      call(recovery.removeGuardian, { id, ...retry }).then((answer) => answer ?? undefined),
    challenge: (id: string, once: Once = {}): Promise<t.GuardianChallenge> =>
      call(recovery.challengeGuardian, { id, ...once }),
    /** Starts a recovery. Requires the `requestId` of the challenge. */
    startRecovery: (
      id: string,
      body: { readonly assertion: t.GuardianAssertion },
      { requestId, ...once }: Once & { readonly requestId?: string | null } = {}
    ): Promise<t.Recovery> => call(recovery.guardianStartRecovery, { id, body, requestId, ...once })
  }
})

const { recovery } = resources
