import type { Environment, Instant } from "./values.ts"

/** A permission of an API token. */
export type Permission = "VIEW" | "TRANSACT" | "MANAGE" | "OPERATE"

/** A permission of an API token, as `tokens` of the options names it. */
export type Scope = Permission

/** The body of `tokens.create`. */
export interface NewToken {
  readonly name: string
  readonly permissions: ReadonlyArray<Permission>
}

/** An API token, without its secret. */
export interface Token extends NewToken {
  /** `Token:<uuid>` */
  readonly id: string
  readonly clientId: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The answer of `tokens.create`, the only one that contains the secret. */
export interface CreatedToken extends Token {
  readonly clientSecret: string
}

/** The objects of one environment that a stolen token made. */
export interface ClosedMakings {
  readonly environment: Environment
  /** The ids of the tokens that were removed. */
  readonly tokens: ReadonlyArray<string>
  /** The ids of the recoveries that were cancelled. */
  readonly recoveries: ReadonlyArray<string>
  /** Whether a webhook endpoint was removed. Events are not sent until you set one. */
  readonly webhookEndpoint: boolean
  /** The revisions of the settings by these tokens. They remain in force: compare them, and undo what you did not mean. */
  readonly settingsRevisions: ReadonlyArray<number>
}

/** A currency that a platform accepts, and its limits. */
export interface SupportedCurrency {
  readonly currencyCode: string
  readonly minAmount?: number
  readonly maxAmount?: number
  readonly requiredCounterpartyFields?: ReadonlyArray<{ readonly name: string; readonly mandatory: boolean }>
  readonly enabledTransactionTypes: ReadonlyArray<"INCOMING" | "OUTGOING">
}

/** How mails of a platform look, and the length and lifetime of its codes. */
export interface EmbeddedWalletConfig {
  readonly appName?: string
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
  readonly logoUrl?: string
  readonly otpLength?: number
  readonly alphanumeric?: boolean
  /** The validity of a code, in seconds. */
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

/** Filters of `webhooks.deliveries`, combined with AND. */
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

/** The response of the receiver of a test webhook. */
export interface WebhookTest {
  readonly url: string
  readonly response_status: number
  readonly response_body: ""
}
