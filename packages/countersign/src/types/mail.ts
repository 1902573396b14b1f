// Printed from the contract: npm run docs

/** How the mails of a platform look. A mailer may ignore fields that it does not support. */
export interface Branding {
  /** 1 to 40 characters in NFC. */
  readonly appName?: string
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly sendFromEmailAddress?: string
  /** 1 to 40 characters in NFC. */
  readonly sendFromEmailSenderName?: string
  /** One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--). */
  readonly replyToEmailAddress?: string
  /** An https URL. */
  readonly logoUrl?: string
}

/** The purpose of a mailed code, other than a login: the proof of a new e-mail address, or a recovery. */
export type CodePurpose = "CONFIRM_ADDRESS" | "RECOVER_ACCOUNT"

/** The acts of operators that end users are notified of. */
export type OperatorAct =
  | "SESSIONS_ENDED"
  | "ACCOUNT_SUSPENDED"
  | "ACCOUNT_RESUMED"
  | "CREDENTIAL_SUSPENDED"
  | "CREDENTIAL_RESUMED"
  | "CREDENTIAL_UNLOCKED"

/** A security notice for an end user. It contains no secret, no code, and no address except the recipient's. */
export type Notice =
  | {
      readonly kind: "CREDENTIAL_ADDED"
      readonly credentialType: string
      /** Until then it has at most the authority of the session that added it. 0: it is confirmed. */
      readonly confirmedInHours?: number
    }
  | {
      readonly kind: "CREDENTIAL_RETURNED"
      /** Its owner proved it after another one had removed it, and what that had added is suspended. */
      readonly credentialType: string
    }
  | { readonly kind: "CREDENTIAL_REMOVED"; readonly credentialType: string }
  | {
      readonly kind: "EMAIL_CHANGED"
      /** Mailed to both addresses. The one that receives this mail. */
      readonly recipient: "OLD" | "NEW"
    }
  | {
      readonly kind: "EMAIL_RESTORED"
      /** `OLD`: the restored address. `NEW`: the one that it replaces. */
      readonly recipient: "OLD" | "NEW"
    }
  | { readonly kind: "WALLET_EXPORTED" }
  | {
      readonly kind: "CUSTOMER_DELETED"
      /** `END_USER`: a session key authorised it. `PLATFORM`: without a signature. */
      readonly authorisedBy: "END_USER" | "PLATFORM"
    }
  | {
      readonly kind: "CODE_LOCKED"
      /** Of an EMAIL_OTP credential after wrong codes, rounded up. */
      readonly lockedForMinutes: number
    }
  | {
      readonly kind: "OPERATOR_ACTED"
      /** Of the platform's support. Its reason is in the receipt, not in the mail. */
      readonly act: OperatorAct
    }
  | {
      readonly kind: "RECOVERY_STARTED"
      readonly method: "GUARDIAN" | "OPERATOR"
      /** `Recovery:<uuid>` */
      readonly recoveryId: string
      /** From then on the recovery can be completed. The mail comes with a token that cancels it. */
      readonly readyInHours: number
    }
  | {
      readonly kind: "RECOVERY_COMPLETED"
      /** Bound by the recovery, which suspended all others. */
      readonly credentialType: string
    }
  | { readonly kind: "RECOVERY_CANCELLED" }
  | { readonly kind: "SAVED_CODES_CREATED" }
  | { readonly kind: "GUARDIAN_ADDED" }
  | { readonly kind: "GUARDIAN_REMOVED" }
