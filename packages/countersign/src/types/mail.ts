/** How the mails of a platform look. A mailer may ignore fields that it does not support. */
export interface Branding {
  readonly appName?: string
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
  /** An https URL. */
  readonly logoUrl?: string
}

/** The purpose of a code other than a login. */
export type CodePurpose = "CONFIRM_ADDRESS" | "RECOVER_ACCOUNT"

/** A security notice for an end user. It contains no secret, no code, and no address except the recipient's. */
export type Notice =
  /** Until `confirmedInHours` have passed, it has at most the authority of the session that added it. */
  | { readonly kind: "CREDENTIAL_ADDED"; readonly credentialType: string; readonly confirmedInHours?: number }
  /** `CREDENTIAL_RETURNED`: its owner proved it after another one had removed it, and what it had added is suspended. */
  | { readonly kind: "CREDENTIAL_REMOVED" | "CREDENTIAL_RETURNED"; readonly credentialType: string }
  /** `recipient` is the address that this mail goes to: of the old and the new one, or of the restored and the replaced. */
  | { readonly kind: "EMAIL_CHANGED" | "EMAIL_RESTORED"; readonly recipient: "OLD" | "NEW" }
  | { readonly kind: "WALLET_EXPORTED" | "RECOVERY_CANCELLED" | "SAVED_CODES_CREATED" }
  | { readonly kind: "GUARDIAN_ADDED" | "GUARDIAN_REMOVED" }
  /** `END_USER`: a session key authorised it. `PLATFORM`: without a signature. */
  | { readonly kind: "CUSTOMER_DELETED"; readonly authorisedBy: "END_USER" | "PLATFORM" }
  /** Too many wrong codes locked an EMAIL_OTP credential for this many minutes, rounded up. */
  | { readonly kind: "CODE_LOCKED"; readonly lockedForMinutes: number }
  /** The platform's support acted. Its reason is in the receipt, not in the mail. */
  | { readonly kind: "OPERATOR_ACTED"; readonly act: OperatorAct }
  /** The recovery can be completed from `readyInHours` on. The mail comes with a token that cancels it. */
  | {
      readonly kind: "RECOVERY_STARTED"
      readonly method: "GUARDIAN" | "OPERATOR"
      readonly recoveryId: string
      readonly readyInHours: number
    }
  /** The recovery bound this credential, suspended all others and ended all sessions. */
  | { readonly kind: "RECOVERY_COMPLETED"; readonly credentialType: string }

/** The acts of operators that end users are notified of. */
export type OperatorAct =
  | "SESSIONS_ENDED"
  | "ACCOUNT_SUSPENDED"
  | "ACCOUNT_RESUMED"
  | "CREDENTIAL_SUSPENDED"
  | "CREDENTIAL_RESUMED"
  | "CREDENTIAL_UNLOCKED"
