// Printed from the contract: npm run docs

import type { Instant } from "./json.ts"

/**
 * A permission of an API token. OPERATE is for support staff, SETTLE for the service that receives the reports of
 * the bank, and WORK for a cron trigger. No other permission includes them.
 */
export type Permission = "VIEW" | "TRANSACT" | "MANAGE" | "OPERATE" | "SETTLE" | "WORK"

/**
 * A permission of an API token. OPERATE is for support staff, SETTLE for the service that receives the reports of
 * the bank, and WORK for a cron trigger. No other permission includes them.
 */
export type Scope = Permission

/** An API token to create. */
export interface NewToken {
  /** 1 to 255 characters in NFC. */
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
}

/** An API token, without its secret. */
export interface Token {
  /** `Token:<uuid>` */
  readonly id: string
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
  readonly clientId: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A new API token. Only this answer contains the secret. */
export interface CreatedToken extends Token {
  readonly clientSecret: string
}

/**
 * A currency that a platform supports, and its limits, inclusive and in its smallest unit. They limit the sent
 * amount of OUTGOING payments and the received amount of INCOMING ones.
 */
export interface SupportedCurrency {
  readonly currencyCode: string
  readonly minAmount?: number
  readonly maxAmount?: number
  readonly requiredCounterpartyFields?: ReadonlyArray<{ readonly name: string; readonly mandatory: boolean }>
  readonly enabledTransactionTypes: ReadonlyArray<"INCOMING" | "OUTGOING">
}

/** How mails of a platform look, and the length and lifetime of its codes, never weaker than the host's policy. */
export interface EmbeddedWalletConfig {
  readonly appName?: string
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
  /** An https URL. */
  readonly logoUrl?: string
  /** Length of one-time codes. A length below the host's policy is refused. */
  readonly otpLength?: number
  /** Codes of capitals and digits without similar characters, accepted in either case. */
  readonly alphanumeric?: boolean
  /** How long a code is valid, in seconds. A lifetime above the host's policy, or above 600, is refused. */
  readonly expirationSeconds?: number
}

/** The configuration of a platform. */
export interface PlatformConfig {
  /** `PlatformConfig:<uuid>` */
  readonly id: string
  readonly umaDomain: string
  readonly proxyUmaSubdomain?: string
  /** Over HTTP, a token without MANAGE reads the origin alone: the rest of the address can be a secret. */
  readonly webhookEndpoint?: string
  readonly supportedCurrencies: ReadonlyArray<SupportedCurrency>
  readonly isRegulatedFinancialInstitution: boolean
  readonly embeddedWalletConfig: EmbeddedWalletConfig
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Omitted fields stay unchanged. */
export interface ConfigPatch {
  readonly umaDomain?: string
  readonly proxyUmaSubdomain?: string
  /** Null removes the endpoint. */
  readonly webhookEndpoint?: string | null
  readonly supportedCurrencies?: ReadonlyArray<SupportedCurrency>
  readonly isRegulatedFinancialInstitution?: boolean
  readonly embeddedWalletConfig?: EmbeddedWalletConfig
}

/** An event and its delivery state. It does not contain the event's resource; read that separately. */
export interface WebhookDelivery {
  /** `Webhook:<uuid>` */
  readonly id: string
  /** For example `OUTGOING_PAYMENT.COMPLETED`. */
  readonly type: string
  readonly sequence?: number
  readonly status: "PENDING" | "DELIVERED" | "GIVEN_UP"
  readonly attempts: number
  readonly lastStatus?: number
  readonly lastFault?: string
  readonly createdAt: Instant
  readonly nextAttemptAt?: Instant
  readonly deliveredAt?: Instant
}

/** Filters, combined with AND. */
export interface DeliveryFilter {
  readonly status?: "PENDING" | "DELIVERED" | "GIVEN_UP"
}

/** A public key that verifies webhooks. */
export interface WebhookKey {
  readonly algorithm: "ECDSA_P256_SHA256" | "ED25519"
  /** The name of the header whose signatures this key verifies. */
  readonly header: string
  readonly publicKeyPem: string
  /** In the format of Standard Webhooks. */
  readonly publicKey?: string
}

/**
 * The response of the receiver of a test webhook. `response_body` is always empty, so that a test cannot read from
 * internal servers.
 */
export interface WebhookTest {
  readonly url: string
  readonly response_status: number
  readonly response_body: ""
}
