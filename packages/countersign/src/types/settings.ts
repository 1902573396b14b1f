// Printed from the contract: npm run docs

import type { Instant } from "./json.ts"
import type { CreatedToken, Permission } from "./platform.ts"
import type { Mode } from "./values.ts"

/** The sections that a platform has set. An absent one follows the options of the deployment. */
export interface Settings {
  /** Relying parties and exact origins whose passkeys the platform registers, in place of those of the deployment. */
  readonly passkeys?: { readonly rpIds: ReadonlyArray<string>; readonly origins: ReadonlyArray<string> }
  readonly oidc?: { readonly issuers: ReadonlyArray<TrustedIssuer> }
  readonly accessPolicy?: AccessPolicy
  /** The ways of recovery. One that is not enabled here is off. */
  readonly recovery?: {
    readonly savedCodes?: { readonly enabled: boolean }
    readonly guardians?: {
      readonly enabled: boolean
      /** How long a guardian's recovery waits; a day by default. From 3600 to 2592000 seconds. */
      readonly delaySeconds?: number
    }
    readonly operators?: {
      readonly enabled: boolean
      /** How long an operator's recovery waits; three days by default. From 86400 to 2592000 seconds. */
      readonly delaySeconds?: number
    }
    /**
     * How long nothing leaves the wallet after a recovery was completed; three days by default. From 3600 to 2592000
     * seconds.
     */
    readonly holdAfterSeconds?: number
  }
  /**
   * The words of the mails, as plain text. Placeholders of a code mail: `{{code}}` (required in its text),
   * `{{minutes}}`, `{{appName}}`; of a notice: `{{details}}` (required in its text), `{{date}}`, `{{appName}}`.
   * Subjects: `{{appName}}`. The purpose of a code and the code, or the details, come first in each mail.
   */
  readonly mail?: {
    readonly code?: MailTemplate
    readonly notices?: ReadonlyArray<{ readonly kind: NoticeKind; readonly subject: string; readonly text: string }>
  }
  /** Limits that are stricter than the host's policy. Durations are in milliseconds. */
  readonly limits?: {
    readonly sessionLifetime?: number
    readonly sessionFamilyLifetime?: number
    readonly sessionsPerAccount?: number
    /** A new e-mail address of a customer is used once a code that is mailed to it proves it. */
    readonly emailChange?: "proven"
    readonly challengesPerCredential?: { readonly capacity: number; readonly refillEvery: number }
  }
}

/** Which credentials open sessions, which sessions may sign what, and which payments may be signed. */
export interface AccessPolicy {
  readonly sessions?: {
    /** The kinds of credential that open sessions and that may be added. */
    readonly credentialTypes: ReadonlyArray<string>
  }
  readonly operations?: ReadonlyArray<OperationRule>
  readonly payments?: {
    readonly limits?: ReadonlyArray<PaymentLimit>
    /** The account that is paid must have existed unchanged for this long. A payment address has no age. */
    readonly destinationMinAgeSeconds?: number
  }
}

/** Which session may sign the operations. All rules that cover a call apply together. */
export interface OperationRule {
  /** Names of docs/guides/policies.md, `HOST`, or `HOST/<name>` for one operation of the host. */
  readonly operations: ReadonlyArray<string>
  /** The kinds of credential whose sessions may sign. Absent: all. */
  readonly credentialTypes?: ReadonlyArray<string>
  /** The age of the login that the session goes back to. A refresh does not renew it. Absent: any age. */
  readonly maxSessionAgeSeconds?: number
  /** PAY only: the rule covers payments that debit more than this from the wallet, including the fee. */
  readonly above?: { readonly currency: string; readonly amount: number }
}

/**
 * Limits of signed payments in one currency, in its smallest unit, inclusive. They count what the wallet is
 * debited.
 */
export interface PaymentLimit {
  readonly currency: string
  readonly perPayment?: number
  /** Per wallet and day in UTC. Counting begins with the first payment after the limit is set. */
  readonly perDay?: number
}

/** The kind of a notice to end users. */
export type NoticeKind =
  | "CREDENTIAL_ADDED"
  | "CREDENTIAL_RETURNED"
  | "CREDENTIAL_REMOVED"
  | "EMAIL_CHANGED"
  | "EMAIL_RESTORED"
  | "WALLET_EXPORTED"
  | "CUSTOMER_DELETED"
  | "CODE_LOCKED"
  | "OPERATOR_ACTED"
  | "RECOVERY_STARTED"
  | "RECOVERY_COMPLETED"
  | "RECOVERY_CANCELLED"
  | "SAVED_CODES_CREATED"
  | "GUARDIAN_ADDED"
  | "GUARDIAN_REMOVED"

/** The words of a mail, as plain text with placeholders. */
export interface MailTemplate {
  readonly subject: string
  readonly text: string
}

/** An issuer whose identity tokens a platform accepts. */
export interface TrustedIssuer {
  /** The exact value of `iss`. */
  readonly issuer: string
  /** The client ids of the platform's applications at this issuer. */
  readonly audiences: ReadonlyArray<string>
  /** Default: those of the deployment for its own issuers, and RS256 and ES256 for others. */
  readonly algorithms?: ReadonlyArray<OidcAlgorithm>
}

/** The signature algorithms of identity tokens. */
export type OidcAlgorithm =
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA"

/** The settings of a platform, and their revision. */
export interface PlatformSettings extends Settings {
  /** 0 while the platform has set nothing; each change adds one. */
  readonly revision: number
  readonly updatedAt?: Instant
}

/** A platform to create. */
export interface NewPlatform {
  /** 1 to 64 letters, digits, `.`, `_` or `-`. */
  readonly platformId: string
  /** The name of the first token. */
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
}

/** A platform that this one created. */
export interface Platform {
  readonly platformId: string
  readonly mode: Mode
  readonly createdAt: Instant
}

/** A new platform, and its first API token. Only this answer contains the secret. */
export interface CreatedPlatform extends Platform {
  readonly token: CreatedToken
}

/** The settings as one change left them. */
export interface SettingsRevision {
  readonly revision: number
  readonly settings: Settings
  /** The API token of the call; null for the host's own program. */
  readonly tokenId: string | null
  readonly createdAt: Instant
}
