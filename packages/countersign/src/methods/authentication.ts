import type * as t from "../types.ts"
import type { Once, Opening, Retry } from "./calls.ts"

/** The sign-in methods of wallets. */
export interface CredentialsApi {
  /** Returns all credentials of an account. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<t.Credential>>
  /** Adds a credential. Requires a signed retry, except for the first credential of an account. */
  readonly add: (body: t.NewCredential, retry?: Retry) => Promise<t.Credential | t.SignedRequestChallenge>
  /**
   * Starts a login. EMAIL_OTP: mails a code and returns the credential with its `otpEncryptionTargetBundle`. PASSKEY:
   * returns the challenge to assert; requires `clientPublicKey`, a P-256 public key in hex.
   */
  readonly challenge: (id: string, clientPublicKey?: string, once?: Once) => Promise<t.Credential | t.PasskeyChallenge>
  /**
   * Completes a login and opens a session. EMAIL_OTP requires a signed retry; PASSKEY requires the `requestId` of its
   * challenge; OAUTH requires neither.
   */
  readonly verify: (id: string, body: t.Proof, opening?: Opening) => Promise<t.Session | t.SignedRequestChallenge>
  /**
   * Confirms a credential before `unconfirmedUntil`. Requires a signed retry by a session of an older, confirmed
   * credential that did not add this one. Rejects with `CONFIRMATION_REFUSED` (403) for another session.
   */
  readonly confirm: (id: string, retry?: Retry) => Promise<t.Credential | t.SignedRequestChallenge>
  /** Renames a PASSKEY. Requires a signed retry. Rejects with `INVALID_INPUT` (400) for other types. */
  readonly rename: (id: string, nickname: string, retry?: Retry) => Promise<t.Credential | t.SignedRequestChallenge>
  /**
   * Removes a credential and ends its sessions. Requires a signed retry by a session of another credential, which
   * resolves to undefined. Rejects with `INVALID_INPUT` (400) for the last credential of an account.
   */
  readonly revoke: (id: string, retry?: Retry) => Promise<t.SignedRequestChallenge | undefined>
  /** Returns the public keys that verify the `verificationToken` of a login by code. */
  readonly keys: () => Promise<{ readonly data: ReadonlyArray<t.VerificationKey> }>
}

/** Logins of wallets. */
export interface SessionsApi {
  /** Returns the active sessions of an account. With `currentSessionId`, each is marked as the current one or not. */
  readonly list: (
    accountId: string,
    options?: {
      readonly currentSessionId?: string
    }
  ) => Promise<ReadonlyArray<t.Session>>
  /** Opens a new session. Requires a signed retry by the session's own key. `clientPublicKey`: P-256, in hex. */
  readonly refresh: (
    id: string,
    clientPublicKey: string,
    opening?: Opening
  ) => Promise<t.Session | t.SignedRequestChallenge>
  /** Ends a session. Requires a signed retry by any active session of the account, which resolves to undefined. */
  readonly revoke: (id: string, retry?: Retry) => Promise<t.SignedRequestChallenge | undefined>
  /** Ends all sessions but the one that signs. Rejects with `REFERENCE_NOT_FOUND` (404) if none is active. */
  readonly revokeOthers: (accountId: string, retry?: Retry) => Promise<t.SignedRequestChallenge | undefined>
}

/**
 * Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable it,
 * and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.
 */
export interface RecoveriesApi {
  /** Makes ten saved recovery codes, which replace all older ones. Requires a signed retry. */
  readonly createCodes: (
    accountId: string,
    clientPublicKey: string,
    retry?: Retry
  ) => Promise<t.CreatedRecoveryCodes | t.SignedRequestChallenge>
  /** Returns how many saved recovery codes are left. */
  readonly codesLeft: (accountId: string) => Promise<number>
  /** Starts a recovery by saved code. It changes nothing until a code is proven. */
  readonly start: (accountId: string, once?: Once) => Promise<t.Recovery>
  /** Returns the recoveries of a wallet that have not expired. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<t.Recovery>>
  /** Returns a recovery. */
  readonly read: (id: string) => Promise<t.Recovery>
  /** Mails the code of a recovery by guardian or operator. Rejects with `CONFLICT` (409) before it is ready. */
  readonly challenge: (id: string, once?: Once) => Promise<t.Recovery>
  /** Binds a new credential. Requires a signed retry by the key that was encrypted with the code. */
  readonly complete: (
    id: string,
    body: t.RecoveryCompletion,
    retry?: Retry
  ) => Promise<t.Credential | t.SignedRequestChallenge>
  /** Cancels a recovery. Requires a signed retry by a session of the wallet. */
  readonly cancel: (id: string, retry?: Retry) => Promise<t.SignedRequestChallenge | undefined>
  /** Cancels a recovery with the token of its notice. Rejects with `UNAUTHORIZED` (401) for any other. */
  readonly cancelByToken: (id: string, cancelToken: string, once?: Once) => Promise<void>
}

/** The people whose passkeys can start the recovery of a wallet. */
export interface GuardiansApi {
  /** Registers the passkey of a guardian. Requires a signed retry. */
  readonly add: (body: t.NewPasskey, retry?: Retry) => Promise<t.Guardian | t.SignedRequestChallenge>
  /** Returns the guardians of a wallet. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<t.Guardian>>
  /** Removes a guardian. Requires a signed retry. */
  readonly remove: (id: string, retry?: Retry) => Promise<t.SignedRequestChallenge | undefined>
  /** Returns the challenge that the guardian's passkey asserts to start a recovery. */
  readonly challenge: (id: string, once?: Once) => Promise<t.GuardianChallenge>
  /** Starts a recovery. Requires the `requestId` of the challenge. */
  readonly startRecovery: (
    id: string,
    body: {
      readonly assertion: t.GuardianAssertion
    },
    options?: Once & {
      readonly requestId?: string | null
    }
  ) => Promise<t.Recovery>
}
