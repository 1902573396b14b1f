// Printed from the contract: npm run docs

import type {
  CreatedRecoveryCodes,
  Credential,
  Guardian,
  GuardianAssertion,
  GuardianChallenge,
  NewCredential,
  NewPasskey,
  PasskeyChallenge,
  Proof,
  Recovery,
  RecoveryCompletion,
  Session,
  SignedRequestChallenge,
  VerificationKey
} from "../types.ts"
import type { Once, Opening, Retry } from "./calls.ts"

/** The sign-in methods of wallets. */
export interface CredentialsApi {
  /** List the credentials of an account. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<Credential>>
  /**
   * Add a credential to an account. Signed retry by a session of the account. For an account without credentials, the
   * first call returns 201. Rejects with `INVALID_INPUT` (400), `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS` (400),
   * `PASSKEY_CREDENTIAL_ALREADY_EXISTS` (400), `UNAUTHORIZED` (401), `CREDENTIAL_TYPE_DISABLED` (403),
   * `REFERENCE_NOT_FOUND` (404), `EMAIL_OTP_CREDENTIAL_SET_CHANGED` (409), `CUSTOMER_DELETED` (410) or
   * `SERVICE_UNAVAILABLE` (503).
   */
  readonly add: (body: NewCredential, retry?: Retry) => Promise<Credential | SignedRequestChallenge>
  /**
   * Start a login with a credential. EMAIL_OTP: mails a new code and returns a new otpEncryptionTargetBundle; the
   * body is ignored. PASSKEY: send { clientPublicKey }, the key that the session will be encrypted to, and sign the
   * returned challenge. Rejects with `INVALID_INPUT` (400), `UNAUTHORIZED` (401), `CREDENTIAL_SUSPENDED` (403),
   * `CREDENTIAL_TYPE_DISABLED` (403), `REFERENCE_NOT_FOUND` (404) or `RATE_LIMITED` (429).
   */
  readonly challenge: (id: string, clientPublicKey?: string, once?: Once) => Promise<PasskeyChallenge | Credential>
  /**
   * Verify a credential and open a session. EMAIL_OTP takes two calls: the first returns 202 with a payload, the
   * second repeats the body with a stamp by the key that was encrypted with the code. OAUTH takes one call. PASSKEY
   * takes one call with the Request-Id of its challenge. Rejects with `INVALID_INPUT` (400), `UNAUTHORIZED` (401),
   * `CREDENTIAL_SUSPENDED` (403), `CREDENTIAL_TYPE_DISABLED` (403), `REFERENCE_NOT_FOUND` (404) or
   * `SERVICE_UNAVAILABLE` (503).
   */
  readonly verify: (id: string, body: Proof, opening?: Opening) => Promise<Session | SignedRequestChallenge>
  /**
   * Confirm a credential before its time. Signed retry by a session of an older, confirmed credential that did not
   * add this one. Until unconfirmedUntil a credential has at most the authority of the session that added it. Rejects
   * with `CONFIRMATION_REFUSED` (403) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly confirm: (id: string, retry?: Retry) => Promise<Credential | SignedRequestChallenge>
  /**
   * Rename a credential. Signed retry by any session of the account. Only a PASSKEY has a nickname that can be
   * changed. Rejects with `INVALID_INPUT` (400) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly rename: (id: string, nickname: string, retry?: Retry) => Promise<Credential | SignedRequestChallenge>
  /**
   * Remove a credential. Signed retry by a session of another credential of the account. Also ends the sessions of
   * the removed credential. The last credential cannot be removed. Rejects with `INVALID_INPUT` (400),
   * `CREDENTIAL_SUSPENDED` (403) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly revoke: (id: string, retry?: Retry) => Promise<SignedRequestChallenge | undefined>
  /**
   * Read the keys of verification tokens. Returns the keys that verify the verificationToken of a login by code;
   * several while a key is being rotated. publicKey is an uncompressed point in hex, which clients of the token's
   * format take as the signer.
   */
  readonly keys: () => Promise<{ readonly data: ReadonlyArray<VerificationKey> }>
}

/** Logins of wallets. */
export interface SessionsApi {
  /** List the active sessions of an account. */
  readonly list: (accountId: string, query?: { readonly currentSessionId?: string }) => Promise<ReadonlyArray<Session>>
  /**
   * Refresh a session. Opens a new session from an active one. Signed retry by the session's own key, with the same
   * clientPublicKey in both calls. Rejects with `CREDENTIAL_TYPE_DISABLED` (403) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly refresh: (
    id: string,
    clientPublicKey: string,
    opening?: Opening
  ) => Promise<Session | SignedRequestChallenge>
  /**
   * End a session. Signed retry by any active session of the account, including the one to end. Rejects with
   * `REFERENCE_NOT_FOUND` (404).
   */
  readonly revoke: (id: string, retry?: Retry) => Promise<SignedRequestChallenge | undefined>
  /**
   * End all other sessions of an account. Signed retry by any active session of the account. The session that signs
   * stays active. Rejects with `REFERENCE_NOT_FOUND` (404).
   */
  readonly revokeOthers: (accountId: string, retry?: Retry) => Promise<SignedRequestChallenge | undefined>
}

/**
 * Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable
 * it, and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.
 */
export interface RecoveriesApi {
  /**
   * Make the saved recovery codes of a wallet. Signed retry by a session of the account. Returns ten codes once,
   * encrypted to clientPublicKey, in a signed bundle. They replace all older ones, which work until the new ones are
   * confirmed. Rejects with `RECOVERY_DISABLED` (403) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly createCodes: (
    accountId: string,
    clientPublicKey: string,
    retry?: Retry
  ) => Promise<CreatedRecoveryCodes | SignedRequestChallenge>
  /**
   * Read how many saved recovery codes a wallet has left. Of the newest codes. Until usableFrom, those made before
   * work in their place. Rejects with `REFERENCE_NOT_FOUND` (404).
   */
  readonly codesLeft: (accountId: string) => Promise<number>
  /**
   * Start a recovery by saved code. Nothing changes until a code is proven. Encrypt a saved recovery code to the
   * otpEncryptionTargetBundle, as an EMAIL_OTP code, and call complete. Rejects with `INVALID_INPUT` (400),
   * `RECOVERY_DISABLED` (403), `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly start: (accountId: string, once?: Once) => Promise<Recovery>
  /** List the recoveries of a wallet that have not expired. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<Recovery>>
  /** Read a recovery. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Recovery>
  /**
   * Mail the code of a recovery. For a recovery that a guardian or an operator started, once it is READY. Mails a new
   * code to the customer and returns a new otpEncryptionTargetBundle. Rejects with `INVALID_INPUT` (400),
   * `RECOVERY_DISABLED` (403), `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409), `CUSTOMER_DELETED` (410) or
   * `RATE_LIMITED` (429).
   */
  readonly challenge: (id: string, once?: Once) => Promise<Recovery>
  /**
   * Complete a recovery with a code and a new credential. Signed retry by the key that was encrypted with the code.
   * Binds the credential, suspends all others, ends all sessions and holds the wallet. Opens no session: sign in with
   * the new credential. Rejects with `INVALID_INPUT` (400), `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS` (400),
   * `PASSKEY_CREDENTIAL_ALREADY_EXISTS` (400), `UNAUTHORIZED` (401), `RECOVERY_DISABLED` (403),
   * `CREDENTIAL_TYPE_DISABLED` (403), `REFERENCE_NOT_FOUND` (404), `EMAIL_OTP_CREDENTIAL_SET_CHANGED` (409),
   * `CONFLICT` (409), `CUSTOMER_DELETED` (410) or `SERVICE_UNAVAILABLE` (503).
   */
  readonly complete: (
    id: string,
    body: RecoveryCompletion,
    retry?: Retry
  ) => Promise<Credential | SignedRequestChallenge>
  /**
   * Cancel a recovery. Signed retry by any active session of the account. Rejects with `REFERENCE_NOT_FOUND` (404) or
   * `CONFLICT` (409).
   */
  readonly cancel: (id: string, retry?: Retry) => Promise<SignedRequestChallenge | undefined>
  /**
   * Cancel a recovery with the token of its notice. For an end user without a session. The token can only cancel.
   * Rejects with `UNAUTHORIZED` (401).
   */
  readonly cancelByToken: (id: string, cancelToken: string, once?: Once) => Promise<void>
}

/** The people whose passkeys can start the recovery of a wallet. */
export interface GuardiansApi {
  /**
   * Register a guardian of a wallet. Signed retry by a session of the account. The body registers a passkey of
   * another person, as `credentials.add` does. A guardian can only start a recovery. Rejects with `INVALID_INPUT`
   * (400), `UNAUTHORIZED` (401), `RECOVERY_DISABLED` (403) or `REFERENCE_NOT_FOUND` (404).
   */
  readonly add: (body: NewPasskey, retry?: Retry) => Promise<Guardian | SignedRequestChallenge>
  /** List the guardians of a wallet. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<Guardian>>
  /** Remove a guardian. Signed retry by a session of the account. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly remove: (id: string, retry?: Retry) => Promise<SignedRequestChallenge | undefined>
  /**
   * Create a challenge for a guardian's passkey. The guardian's assertion over it starts a recovery of this wallet,
   * and does nothing else. Rejects with `RECOVERY_DISABLED` (403), `REFERENCE_NOT_FOUND` (404) or `CONFLICT` (409).
   */
  readonly challenge: (id: string, once?: Once) => Promise<GuardianChallenge>
  /**
   * Start a recovery with a guardian's passkey. Send the Request-Id of the challenge. The wallet is held, and every
   * known address gets a notice with a token that cancels the recovery. Rejects with `INVALID_INPUT` (400),
   * `UNAUTHORIZED` (401), `RECOVERY_DISABLED` (403), `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly startRecovery: (
    id: string,
    body: { readonly assertion: GuardianAssertion },
    once?: Once & { readonly requestId?: string | null }
  ) => Promise<Recovery>
}
