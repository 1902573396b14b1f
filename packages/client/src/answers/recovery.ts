// Printed from the contract: npm run docs

import { type Guard, id, object, optional, text, timestamp } from "./guard.ts"

/** A passkey of another person, or of the platform, that can start a recovery of a wallet. */
export interface Guardian {
  /** `Guardian:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly nickname: string
  /** Of the passkey, for the browser's `allowCredentials`. */
  readonly credentialId: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** From then on it can start a recovery. Absent if it always could. */
  readonly usableFrom?: string
}

/** Returns whether a value has the fields of `Guardian`. */
export const isGuardian: Guard<Guardian> = object<Guardian>({
  id: id("Guardian"),
  accountId: id("InternalAccount"),
  nickname: text,
  credentialId: text,
  createdAt: timestamp,
  usableFrom: optional(timestamp)
})

/** The options of a guardian's assertion in the browser. */
export interface GuardianChallenge {
  /** `Guardian:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly nickname: string
  /** Of the passkey, for the browser's `allowCredentials`. */
  readonly credentialId: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** From then on it can start a recovery. Absent if it always could. */
  readonly usableFrom?: string
  /** Base64url. */
  readonly challenge: string
  /** Identifies the challenge in the call that starts the recovery. */
  readonly requestId: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
}

/** Returns whether a value has the fields of `GuardianChallenge`. */
export const isGuardianChallenge: Guard<GuardianChallenge> = object<GuardianChallenge>({
  id: id("Guardian"),
  accountId: id("InternalAccount"),
  nickname: text,
  credentialId: text,
  createdAt: timestamp,
  usableFrom: optional(timestamp),
  challenge: text,
  requestId: id("Request"),
  expiresAt: timestamp
})

/** A recovery that a guardian started. */
export interface GuardianRecovery {
  /** `Recovery:<uuid>` */
  readonly id: string
  /** From then until `expiresAt` it can be completed. */
  readonly readyAt: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
}

/** Returns whether a value has the fields of `GuardianRecovery`. */
export const isGuardianRecovery: Guard<GuardianRecovery> = object<GuardianRecovery>({
  id: id("Recovery"),
  readyAt: timestamp,
  expiresAt: timestamp
})

/** A recovery, and the key that its code is encrypted to. */
export interface StartedRecovery {
  /** `Recovery:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** The key that a code is encrypted to. Present only in answers that start a recovery by code or mail a code. */
  readonly otpEncryptionTargetBundle: string
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: string
}

/** Returns whether a value has the fields of `StartedRecovery`. */
export const isStartedRecovery: Guard<StartedRecovery> = object<StartedRecovery>({
  id: id("Recovery"),
  accountId: id("InternalAccount"),
  otpEncryptionTargetBundle: text,
  otpAlphabet: optional(text)
})

/** The saved recovery codes of a wallet. */
export interface CreatedRecoveryCodes {
  /** A signed bundle whose data is the codes, one a line, encrypted to clientPublicKey. */
  readonly encryptedRecoveryCodes: string
}

/** Returns whether a value has the fields of `CreatedRecoveryCodes`. */
export const isCreatedRecoveryCodes: Guard<CreatedRecoveryCodes> = object<CreatedRecoveryCodes>({
  encryptedRecoveryCodes: text
})
