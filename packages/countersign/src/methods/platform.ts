// Printed from the contract: npm run docs

import type { List, ListQuery } from "../paged.ts"
import type {
  ConfigPatch,
  CreatedPlatform,
  CreatedToken,
  DeliveryFilter,
  Instant,
  InternalAccount,
  Justification,
  NewPlatform,
  NewToken,
  Platform,
  PlatformConfig,
  PlatformSettings,
  Recovery,
  SettingsPatch,
  SettingsRevision,
  Token,
  WebhookDelivery,
  WebhookKey,
  WebhookTest
} from "../types.ts"
import type { SandboxClock, TokensOfHost } from "./byHand.ts"
import type { Once } from "./calls.ts"

/** The API tokens of this environment. */
export interface TokensApi extends TokensOfHost {
  /**
   * Create an API token. The new token has the platform and mode of the token that creates it, and at most its
   * permissions. clientSecret is returned only in this response. Rejects with `FORBIDDEN` (403).
   */
  readonly create: (body: NewToken, once?: Once) => Promise<CreatedToken>
  /** Read an API token without its secret. Rejects with `TOKEN_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<Token>
  /** List API tokens created through the API, newest first. Up to 100 per page. */
  readonly list: (query?: { readonly name?: string } & ListQuery) => List<Token>
  /**
   * Revoke an API token immediately. The calling token has all of its permissions. With reason=stolen, what the token
   * made is closed too: tokens, open recoveries that it started as an operator, and the webhook endpoint that it set.
   * Rejects with `FORBIDDEN` (403) or `TOKEN_NOT_FOUND` (404).
   */
  readonly delete: (id: string, once?: Once) => Promise<void>
}

/** The configuration of the platform: webhooks, codes and currencies. */
export interface ConfigApi {
  /** Read the platform configuration. */
  readonly read: () => Promise<PlatformConfig>
  /**
   * Update the platform configuration. Omitted fields are unchanged. webhookEndpoint receives the events: a public
   * https address, or null for none. A new address is sent a TEST event. Rejects with `INVALID_INPUT` (400).
   */
  readonly update: (body: ConfigPatch, once?: Once) => Promise<PlatformConfig>
}

/** Deliveries of webhooks, and the keys that verify them. */
export interface WebhooksApi {
  /** List events and their delivery status, newest first. Up to 100 per page. */
  readonly deliveries: (query?: DeliveryFilter & ListQuery) => List<WebhookDelivery>
  /** Send an event again, even if it was delivered. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly redrive: (id: string, once?: Once) => Promise<WebhookDelivery>
  /**
   * Send a test webhook. Sends one TEST event to url, or to the configured webhookEndpoint, and waits for the result.
   * response_body is always empty. Rejects with `WEBHOOK_ENDPOINT_NOT_SET` (400), `INVALID_INPUT` (400) or
   * `WEBHOOK_DELIVERY_ERROR` (400).
   */
  readonly test: (url?: string, once?: Once) => Promise<WebhookTest>
  /**
   * Read the webhook verification keys. Returns the keys of the API token's environment; several while a key is being
   * rotated.
   */
  readonly keys: () => Promise<{ readonly data: ReadonlyArray<WebhookKey> }>
  /**
   * Read the secret of v1 signatures. For receivers that verify the symmetric signature of Standard Webhooks. The
   * secret can also forge signatures, so prefer the public keys.
   */
  readonly secret: () => Promise<{ readonly secret: string }>
}

/** The settings of the platform: how its end users sign in and what they may do. */
export interface SettingsApi {
  /** Read the settings of the platform. */
  readonly read: () => Promise<PlatformSettings>
  /**
   * Change the settings of the platform. Omitted sections are unchanged, null removes a section, any other value
   * replaces it. revision is the one that was read. The change is effective at once on every node. Rejects with
   * `INVALID_INPUT` (400), `FORBIDDEN` (403) or `CONFLICT` (409).
   */
  readonly update: (body: SettingsPatch, once?: Once) => Promise<PlatformSettings>
  /** List all revisions of the settings, newest first. Up to 100 per page. */
  readonly revisions: (query?: ListQuery) => List<SettingsRevision>
}

/** The platforms that this one created, each an environment of its own in the same mode. */
export interface PlatformsApi {
  /**
   * Create a platform and its first API token. Requires a token of the host's configuration, with every permission of
   * the new one. The platform has the mode of that token. token.clientSecret is returned only in this response.
   * Rejects with `FORBIDDEN` (403) or `CONFLICT` (409).
   */
  readonly create: (body: NewPlatform, once?: Once) => Promise<CreatedPlatform>
  /**
   * List the platforms created with tokens of this platform, newest first. Up to 100 per page. Rejects with
   * `FORBIDDEN` (403).
   */
  readonly list: (query?: ListQuery) => List<Platform>
}

/**
 * Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports
 * or redirects. Each leaves a receipt with the justification and notifies the end user.
 */
export interface OperatorsApi {
  /**
   * End all sessions of a wallet. Leaves a receipt and notifies the end user, as every act of an operator. Rejects
   * with `REFERENCE_NOT_FOUND` (404) or `CUSTOMER_DELETED` (410).
   */
  readonly endSessions: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * Suspend a wallet. The wallet becomes FROZEN: its sessions end, no session opens, and nothing leaves it. Removes
   * nothing. Rejects with `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly suspendAccount: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * End the suspension of a wallet. Rejects with `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED`
   * (410).
   */
  readonly resumeAccount: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * Suspend a credential. The sessions of the credential end, and it opens no session. Other credentials continue to
   * work. Rejects with `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly suspendCredential: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * End the suspension of a credential. Rejects with `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly resumeCredential: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * Lift the lock of an EMAIL_OTP credential. The next code is a recovery code of 13 characters, which cannot be
   * guessed. Rejects with `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or `CUSTOMER_DELETED` (410).
   */
  readonly unlockCredential: (id: string, body: Justification, once?: Once) => Promise<void>
  /**
   * Start a recovery of a wallet. Waits three days by default. The wallet is held meanwhile, and every known address
   * gets a notice with a token that cancels. Completed with a code that is mailed to the customer. Rejects with
   * `INVALID_INPUT` (400), `RECOVERY_DISABLED` (403), `REFERENCE_NOT_FOUND` (404), `CONFLICT` (409) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly startRecovery: (id: string, body: Justification, once?: Once) => Promise<Recovery>
  /** Cancel a recovery. Rejects with `REFERENCE_NOT_FOUND` (404) or `CONFLICT` (409). */
  readonly cancelRecovery: (id: string, body: Justification, once?: Once) => Promise<void>
}

/** Operations of sandbox environments only. */
export interface SandboxApi extends SandboxClock {
  /**
   * Fund an account immediately. `amount`: in the smallest unit of the currency. Zero and negative amounts return
   * INVALID_AMOUNT. Rejects with `INVALID_AMOUNT` (400), `AMOUNT_OUT_OF_RANGE` (400), `REFERENCE_NOT_FOUND` (404) or
   * `CUSTOMER_DELETED` (410).
   */
  readonly fund: (id: string, amount: number, once?: Once) => Promise<InternalAccount>
  /** Read the sandbox clock. Not part of the hosted API. Sessions, codes and identity tokens use this clock. */
  readonly now: () => Promise<Instant>
}
