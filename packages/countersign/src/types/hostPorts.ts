export type { KeyManagement, KeyManagementFailure, VaultOptions } from "@countersign/node-crypto/keyManagement"

import type { Discovery, Finding } from "./accounts.ts"
import type { JsonFields } from "./json.ts"
import type { Branding, CodePurpose, Notice } from "./mail.ts"
import type { PortLayer } from "./PortLayer.ts"
import type { PaymentFailure } from "./payments.ts"
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

/** Payment rails as functions, or as a layer of Effect. */
export type PaymentRailsOption = PaymentRailsOptions | PortLayer<"PaymentRails">

/** How money moves in production: the interface of the host's bank or payment provider. */
export interface PaymentRailsOptions {
  /**
   * The provider's terms for converting one currency into another, or for a payment in one currency; `undefined` if it
   * does not offer them. When the promise rejects, the call is answered with 503.
   */
  readonly price: (request: PriceRequest) => Promise<PaymentOffer | undefined>
  /**
   * Carries out one payment order. Pass `instruction.id` on as the idempotency key: after a rejected promise or an answer
   * that was lost, the same order is sent again under the same id.
   */
  readonly send: (instruction: PaymentInstruction) => Promise<PaymentAnswer>
  /**
   * Returns the state of an order that was accepted, while `transactions.report` reports no outcome of it. Called after one
   * minute, and then less and less often, up to once an hour. Return `accepted` until there is an outcome.
   */
  readonly status?: (order: {
    readonly id: string
    readonly platformId: string
    /** As `send` answered it. */
    readonly reference: string
  }) => Promise<PaymentAnswer>
  /**
   * Where a payer sends a deposit, so that it arrives with this reference. An empty list if deposits are not possible, as
   * without this function.
   */
  readonly instructions?: (request: {
    readonly platformId: string
    readonly currency: string
    readonly reference: string
    /** One of several networks of a coin. */
    readonly network?: string
  }) => Promise<ReadonlyArray<JsonFields>>
}

export interface PriceRequest {
  readonly platformId: string
  readonly from: string
  readonly to: string
  /** The side whose amount is fixed, in the smallest unit of its currency. Absent for a list of rates. */
  readonly locked?: { readonly side: "SENDING" | "RECEIVING"; readonly amount: number }
}

/** The terms of the provider for one price. */
export interface PaymentOffer {
  /** Whole units of `to` for one whole unit of `from`, before fees: a decimal such as `"17.25"`. */
  readonly rate: string
  /** Of the sent amount, in hundredths of a percent; default 0. */
  readonly feeBasisPoints?: number
  /** In the smallest unit of `from`; default 0. */
  readonly fixedFee?: number
  /** Until when the terms are valid. The quote expires no later. */
  readonly until?: string
  /** The provider's own name of these terms. It is in the instruction of the payment. */
  readonly reference?: string
}

/** One payment order. Amounts are in the smallest unit of their currency. */
export interface PaymentInstruction {
  /** `Transaction:<uuid>`: the idempotency key at the provider. */
  readonly id: string
  readonly platformId: string
  /** `INCOMING` collects from the external account at the source. */
  readonly type: "INCOMING" | "OUTGOING"
  readonly source: InstructedEnd
  readonly destination: InstructedEnd
  /** Includes the fees. */
  readonly sent: { readonly amount: number; readonly currency: string }
  readonly fees: number
  readonly received: { readonly amount: number; readonly currency: string }
  /** The text for the bank statement. */
  readonly reference: string
  readonly quoteId?: string
  /** The `reference` of the offer that the quote was made from. */
  readonly offerReference?: string
  readonly description?: string
}

/** One end of a payment order. A `DEPOSIT` is money that has arrived already. */
export type InstructedEnd =
  | { readonly type: "INTERNAL"; readonly accountId: string; readonly currency: string }
  | {
      readonly type: "EXTERNAL"
      readonly accountId: string
      readonly currency: string
      /** The account's fields in normalized form, including `accountType` and `beneficiary`. */
      readonly account: JsonFields
    }
  | { readonly type: "UMA_ADDRESS"; readonly umaAddress: string; readonly currency: string }
  | { readonly type: "DEPOSIT"; readonly currency: string }

/**
 * The answer of the provider. `accepted`: the outcome follows, by `transactions.report` or `status`. `settled`: the money
 * has arrived. `rejected`: nothing was moved, and nothing will be. Reject the promise if the answer is unknown.
 */
export type PaymentAnswer =
  | { readonly outcome: "accepted"; readonly reference: string }
  | { readonly outcome: "settled" }
  | { readonly outcome: "rejected"; readonly reason: PaymentFailure }
