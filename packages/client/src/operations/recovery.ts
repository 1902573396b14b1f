import { uncompressedHex, verifyOtpTargetBundleAsync } from "@countersign/wire"
import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { absent } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import { isCreatedRecoveryCodes, isStartedRecovery, type StartedRecovery } from "../answers/recovery.ts"
import type { Answer } from "../connection.ts"
import { additionOf, type NewCredential } from "./addCredential.ts"
import { sealed, trustedTarget } from "./emailOtp.ts"
import { openedExport } from "./exportWallet.ts"
import type { Parts } from "./Parts.ts"
import { ofOneCase, segment } from "./path.ts"
import { withClientKey } from "./sessions.ts"
import type { SignedBy } from "./signing.ts"

/** The way back for an end user who lost every credential. The platform has to enable it. */
export interface Recovery {
  /** Makes ten saved recovery codes, which replace all older ones. Show them once. `signer` is a session. */
  readonly createCodes: (accountId: string, options: SignedBy) => Promise<ReadonlyArray<string>>
  /**
   * Starts a recovery by saved code. Nothing changes until it is completed. Throws `UnexpectedAnswerError` when
   * `bundleSigner` did not sign its key.
   */
  readonly start: (accountId: string) => Promise<StartedRecovery>
  /** Has the code of a recovery mailed that a guardian or an operator started, once it is ready. */
  readonly challenge: (recoveryId: string) => Promise<StartedRecovery>
  /** Binds a new credential, with a saved or a mailed code. It opens no session: sign in with the credential. */
  readonly complete: (
    recovery: StartedRecovery,
    options: { readonly code: string; readonly credential: NewCredential }
  ) => Promise<AuthMethod>
  /** Cancels a recovery, with a session of the account or with the token of the notice. */
  readonly cancel: (recoveryId: string, options: SignedBy | { readonly cancelToken: string }) => Promise<void>
}

export const recoveryOn = ({ bundleSigners, perform, send }: Parts): Recovery => {
  const pathOf = (recoveryId: string) => `/auth/recoveries/${segment(recoveryId, "recoveryId")}`
  const post = (path: string, body?: object) =>
    send({ method: "POST", path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const started = async (answer: Answer) => {
    const recovery = readAs(answer, isStartedRecovery, "a Recovery with a key")
    await trustedTarget(answer, recovery.otpEncryptionTargetBundle, bundleSigners)
    return recovery
  }
  return {
    createCodes: (accountId, { confirm, signer }) =>
      withClientKey(async ({ privateKey, publicKey }) => {
        const body = { accountId, clientPublicKey: uncompressedHex(publicKey) }
        const createRecoveryCodes = { ...body, accountId: ofOneCase(accountId) }
        const means = () => [{ accountId: createRecoveryCodes.accountId, values: { createRecoveryCodes } }]
        const answer = await perform({ method: "POST", path: "/auth/recovery-codes", body, signer, confirm, means })
        const { encryptedRecoveryCodes } = readAs(answer, isCreatedRecoveryCodes, "CreatedRecoveryCodes")
        return (await openedExport(answer, encryptedRecoveryCodes, accountId, privateKey, bundleSigners)).split("\n")
      }),
    start: async (accountId) => started(await post("/auth/recoveries", { accountId, method: "SAVED_CODE" })),
    challenge: async (recoveryId) => started(await post(`${pathOf(recoveryId)}/challenge`)),
    complete: (recovery, { code, credential }) =>
      withClientKey(async (signer) => {
        const { target } = await verifyOtpTargetBundleAsync(recovery.otpEncryptionTargetBundle, bundleSigners)
        const body = { encryptedOtpBundle: await sealed(code, signer.publicKey, target), credential: { ...credential } }
        const means = () => [{ ...additionOf(credential), accountId: recovery.accountId }]
        const call = { method: "POST", path: `${pathOf(recovery.id)}/complete`, body, signer, confirm: undefined }
        return readAs(await perform({ ...call, means }), isAuthMethod, "an AuthMethod")
      }),
    cancel: async (recoveryId, how) => {
      const path = pathOf(recoveryId)
      const means = () => [{ values: { cancelRecovery: { recoveryId: ofOneCase(recoveryId) } } }]
      const answer =
        "signer" in how
          ? await perform({ method: "DELETE", path, signer: how.signer, confirm: how.confirm, means })
          : await post(`${path}/cancel`, { cancelToken: how.cancelToken })
      readAs(answer, absent, "empty")
    }
  }
}
