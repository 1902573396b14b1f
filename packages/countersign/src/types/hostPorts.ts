export type { KeyManagement, KeyManagementFailure, VaultOptions } from "@countersign/node-crypto/keyManagement"

import type { Discovery, Finding } from "./accounts.ts"
import type { JsonFields } from "./json.ts"
import type { Branding, CodePurpose, Notice } from "./mail.ts"
import type { MailTemplate } from "./settings.ts"

/** How mail is sent to end users of production tokens. The sandbox sends no mail. */
export interface MailerOptions {
  /** The domains in which a platform may choose its reply and sender address. Default: none. */
  readonly domains?: ReadonlyArray<string>
  /**
   * Sends one mail. When the promise rejects, delivery is retried until the code has expired. `expiresAt` is in ISO
   * 8601.
   */
  readonly sendCode: (mail: {
    /** Unique to this mail, and the same on every retry, so it can serve as an idempotency key. */
    readonly id: string
    readonly to: string
    /**
     * The platform's mail settings, from `embeddedWalletConfig` of `PATCH /config`. Empty when the platform has set
     * none.
     */
    readonly branding: Branding
    /** The platform's own words, from its setting `mail`. `fillTemplate` replaces the placeholders. */
    readonly template?: MailTemplate
    readonly code: string
    /** Describes what the code is for: a login, if absent, the proof of a new e-mail address, or a recovery. */
    readonly purpose?: CodePurpose
    readonly expiresAt: string
    readonly platformId: string
  }) => Promise<void>
  /**
   * Notifies an end user of a change: a credential added or removed, an address changed, a wallet exported, a customer
   * deleted, an e-mail code locked, a recovery. `notice.kind` identifies it; `at` is in ISO 8601. When the promise rejects,
   * delivery is retried for one day. Without this option end users are not notified, and guardians and operators
   * start no recovery. A mail to an old address must not
   * contain the new one.
   */
  readonly sendNotice?: (mail: {
    readonly id: string
    readonly to: string
    readonly branding: Branding
    readonly template?: MailTemplate
    readonly notice: Notice
    /**
     * Only in the mail to the old address after a change: a token that undoes the change until then, with
     * `customers.undoEmail`. It is a secret of the recipient.
     */
    readonly undo?: { readonly token: string; readonly until: string }
    /** With `RECOVERY_STARTED`: pass it to `POST /auth/recoveries/{id}/cancel`. It does nothing else. */
    readonly cancelToken?: string
    readonly at: string
    readonly platformId: string
  }) => Promise<void>
}

/** How production verifies external accounts. The sandbox has its own rules. */
export interface ExternalAccountOptions {
  /**
   * Verifies an account before money can be sent to it, within `policy.verificationTimeout` milliseconds. After
   * `UNDECIDED`, report the result later with `api.in(…).externalAccounts.reportVerification`. When the promise rejects,
   * verification is retried until it returns a result.
   */
  readonly verify?: (request: {
    readonly id: string
    /** The revision of the account that the finding applies to. */
    readonly revision: number
    readonly platformId: string
    /** The account's fields in normalized form, including `accountType` and `beneficiary`. */
    readonly account: JsonFields
  }) => Promise<Finding>
  /** The banks that your payment rails reach. `GET /discoveries` lists them. */
  readonly discoveries?: ReadonlyArray<Discovery>
}
