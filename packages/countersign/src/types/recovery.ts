// Printed from the contract: npm run docs

import type { NewCredential, PasskeyAssertion } from "./authentication.ts"
import type { Instant } from "./json.ts"

/** A way back into a wallet whose owner lost every credential. */
export interface Recovery {
  /** `Recovery:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly method: "SAVED_CODE" | "GUARDIAN" | "OPERATOR"
  readonly status: "WAITING" | "READY" | "COMPLETED" | "CANCELLED" | "EXPIRED"
  readonly createdAt: Instant
  /** From then until `expiresAt` it can be completed. */
  readonly readyAt: Instant
  readonly expiresAt: Instant
  /** The key that a code is encrypted to. Present only in answers that start a recovery by code or mail a code. */
  readonly otpEncryptionTargetBundle?: string
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: "NUMERIC" | "ALPHANUMERIC"
}

/** The code, encrypted to the bundle of the recovery, and the credential to bind. */
export interface RecoveryCompletion {
  /** JSON text with keys encappedPublic and ciphertext, both hex. */
  readonly encryptedOtpBundle: string
  readonly credential: NewCredential
}

/** The saved recovery codes of a wallet. */
export interface CreatedRecoveryCodes {
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** A signed bundle whose data is the codes, one a line, encrypted to clientPublicKey. */
  readonly encryptedRecoveryCodes: string
}

/** A passkey of another person, or of the platform, that can start a recovery of a wallet. */
export interface Guardian {
  /** `Guardian:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly nickname: string
  /** Of the passkey, for the browser's `allowCredentials`. */
  readonly credentialId: string
  readonly createdAt: Instant
  /** From then on it can start a recovery. Absent if it always could. */
  readonly usableFrom?: Instant
}

/** The options of a guardian's assertion in the browser. */
export interface GuardianChallenge extends Guardian {
  /** Base64url. */
  readonly challenge: string
  /** Identifies the challenge in the call that starts the recovery. */
  readonly requestId: string
  readonly expiresAt: Instant
}

/** An assertion, as the authenticator returned it. Bytes are in base64url without padding. */
export type GuardianAssertion = PasskeyAssertion
