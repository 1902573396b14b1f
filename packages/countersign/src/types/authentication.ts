// Printed from the contract: npm run docs

import type { Instant } from "./json.ts"

/** The kind of a sign-in method. */
export type CredentialKind = "EMAIL_OTP" | "OAUTH" | "PASSKEY"

/** A rule of the platform's access policy. A published name never changes. */
export type AccessRule =
  | "SESSION_CREDENTIAL_TYPE"
  | "OPERATION_CREDENTIAL_TYPE"
  | "OPERATION_SESSION_AGE"
  | "PAYMENT_CREDENTIAL_TYPE"
  | "PAYMENT_SESSION_AGE"
  | "PAYMENT_LIMIT"
  | "PAYMENT_DAY_LIMIT"
  | "DESTINATION_AGE"
  | "DESTINATION_WITHOUT_AGE"

/**
 * The payload that the client signs. Repeat the call with `requestId` and the stamp over `payloadToSign`, byte for
 * byte.
 */
export interface SignedRequestChallenge {
  readonly type: CredentialKind
  /** The exact text to sign. It looks like JSON, but parsing and serializing it changes the bytes. */
  readonly payloadToSign: string
  /** `Request:<uuid>` */
  readonly requestId: string
  readonly expiresAt: Instant
  /** Describes what the access policy requires of the session that signs; absent without a rule for the call. */
  readonly stepUp?: StepUp
}

/**
 * The kind of credential and the age of the login that a session needs to sign a call. `reason`: the first rule.
 */
export interface StepUp {
  readonly credentialTypes?: ReadonlyArray<string>
  readonly maxSessionAgeSeconds?: number
  readonly reason: AccessRule
}

/** A sign-in method of a wallet. */
export interface Credential {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialKind
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Present only while an operator has the credential suspended. */
  readonly status?: "SUSPENDED"
  /** Present only until then: it has at most the authority of the session that added it. */
  readonly unconfirmedUntil?: Instant
  /** The last login with it. Absent before the first. */
  readonly lastUsedAt?: Instant
  /** Of a PASSKEY: the credential id for the browser's `allowCredentials`. */
  readonly credentialId?: string
  /** Of a PASSKEY: its transports for the browser's `allowCredentials`. */
  readonly transports?: ReadonlyArray<string>
  /** Of a PASSKEY: whether it may be backed up. */
  readonly backupEligible?: boolean
  /** Of a PASSKEY: whether it was backed up at its registration or last login. */
  readonly backedUp?: boolean
  /** Present only in answers that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: "NUMERIC" | "ALPHANUMERIC"
}

/** The options of a passkey assertion in the browser. */
export interface PasskeyChallenge {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: "PASSKEY"
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly credentialId: string
  /** Base64url. */
  readonly challenge: string
  /** Identifies the login in the call that verifies it. */
  readonly requestId: string
  readonly expiresAt: Instant
}

/** A login of a wallet. */
export interface Session {
  /** `Session:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialKind
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The server rejects signatures by the session key from this instant on. */
  readonly expiresAt: Instant
  /** Until then its credential has at most the authority of the session that added it. Absent if it was confirmed. */
  readonly unconfirmedUntil?: Instant
  /**
   * The session's private key, encrypted to the client's key (HPKE). Present only in the answer that opens the
   * session.
   */
  readonly encryptedSessionSigningKey?: string
  /**
   * Only in lists: the newest signature by its key among the newest 100 receipts of the account, or else `createdAt`.
   */
  readonly lastUsedAt?: Instant
  /** Only in lists, while the policy `sessionClientRetention` has it stored. Any text; never parse it as HTML. */
  readonly userAgent?: string
  /** Only in lists, while the policy `sessionClientRetention` has it stored. */
  readonly address?: string
  /** Only in lists, if the call names the current session. */
  readonly isCurrent?: boolean
}

/** A public key that verifies verification tokens. */
export interface VerificationKey {
  readonly algorithm: "ES256"
  /** An uncompressed point: 130 lower-case hex characters. */
  readonly publicKey: string
  readonly publicKeyPem: string
}

/** A passkey to add, as the authenticator created it. Bytes are in base64url without padding. */
export interface NewPasskey {
  readonly type: "PASSKEY"
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  /** 1 to 64 characters in NFC. */
  readonly nickname: string
  readonly challenge: string
  readonly attestation: {
    readonly credentialId: string
    readonly clientDataJson: string
    readonly attestationObject: string
    /** As the authenticator returned them, such as `internal`. */
    readonly transports?: ReadonlyArray<string>
  }
}

/** A credential to add. An EMAIL_OTP credential uses the customer's e-mail address. */
export type NewCredential =
  | {
      readonly type: "EMAIL_OTP"
      /** `InternalAccount:<uuid>` */
      readonly accountId: string
    }
  | {
      readonly type: "OAUTH"
      /** `InternalAccount:<uuid>` */
      readonly accountId: string
      readonly oidcToken: string
    }
  | NewPasskey

/** An assertion, as the authenticator returned it. Bytes are in base64url without padding. */
export interface PasskeyAssertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | null
}

/** The proof of a login. `clientPublicKey` is a P-256 public key in hex. */
export type Proof =
  | {
      readonly type: "EMAIL_OTP"
      /** JSON text with keys encappedPublic and ciphertext, both hex. */
      readonly encryptedOtpBundle: string
    }
  | {
      readonly type: "OAUTH"
      readonly oidcToken: string
      /** P-256 point in hex: 130 characters, or 66. */
      readonly clientPublicKey: string
    }
  | { readonly type: "PASSKEY"; readonly assertion: PasskeyAssertion }
