import type { List, ListQuery } from "../paged.ts"
import type * as t from "../types.ts"
import type { Once, Span } from "./calls.ts"

/** The API tokens of this environment. */
export interface TokensApi {
  /** Creates an API token for this environment. Only this answer contains `clientSecret`. */
  readonly create: (body: t.NewToken, once?: Once) => Promise<t.CreatedToken>
  /** Returns a token without its secret. Rejects with `TOKEN_NOT_FOUND` (404). */
  readonly read: (id: string) => Promise<t.Token>
  /** Tokens that were created through the API, newest first, up to 100 per page. With `name`, those named so. */
  readonly list: (query?: { readonly name?: string } & ListQuery) => List<t.Token>
  /** Revokes the token on every node at once. Rejects with `TOKEN_NOT_FOUND` (404). */
  readonly delete: (id: string, once?: Once) => Promise<void>
  /**
   * Removes a stolen token, and closes what it made and what that made in turn: tokens, the tokens of its platforms, the
   * open recoveries that it started as an operator, and the webhook endpoint that it set. Repeat a call that was cut
   * off. `id` may be one of the option `tokens`: remove its secret there first, on every node. Rejects with
   * `TOKEN_NOT_FOUND` (404) when the id is of no token and made nothing.
   */
  readonly revokeStolen: (id: string) => Promise<ReadonlyArray<t.ClosedMakings>>
}

/** The configuration of the platform: webhooks, codes and currencies. */
export interface ConfigApi {
  /** Returns the configuration of the platform. */
  readonly read: () => Promise<t.PlatformConfig>
  /** Updates the given fields. Rejects with `INVALID_INPUT` (400), listing each invalid setting. */
  readonly update: (body: t.ConfigPatch, once?: Once) => Promise<t.PlatformConfig>
}

/** Deliveries of webhooks, and the keys that verify them. */
export interface WebhooksApi {
  /** Returns events with their delivery state, newest first, up to 100 per page. */
  readonly deliveries: (query?: t.DeliveryFilter & ListQuery) => List<t.WebhookDelivery>
  /** Sends an event again at once, whatever its delivery state. Rejects with `REFERENCE_NOT_FOUND` (404). */
  readonly redrive: (id: string, once?: Once) => Promise<t.WebhookDelivery>
  /**
   * Sends a TEST event and waits for the response. Uses the `webhookEndpoint` of the config when `url` is absent.
   * Rejects with `WEBHOOK_ENDPOINT_NOT_SET` (400) or `WEBHOOK_DELIVERY_ERROR` (400).
   */
  readonly test: (url?: string, once?: Once) => Promise<t.WebhookTest>
  /** Returns the public keys that verify webhook signatures. */
  readonly keys: () => Promise<{
    readonly data: ReadonlyArray<t.WebhookKey>
  }>
  /**
   * Returns the shared secret of the symmetric `v1` webhook signature. Store it as a secret: its holder can forge
   * webhooks.
   */
  readonly secret: () => Promise<{
    readonly secret: string
  }>
}

/** The settings of the platform: how its end users sign in and what they may do. */
export interface SettingsApi {
  /** Returns the current settings; revision 0 while the platform has set nothing. */
  readonly read: () => Promise<t.PlatformSettings>
  /**
   * Changes the given sections, at once on every node. Rejects with `CONFLICT` (409) when `revision` is not the
   * current one, and with `INVALID_INPUT` (400), listing each invalid setting.
   */
  readonly update: (body: t.SettingsPatch, once?: Once) => Promise<t.PlatformSettings>
  /** Returns every revision with the token that made it, newest first, up to 100 per page. */
  readonly revisions: (query?: ListQuery) => List<t.SettingsRevision>
}

/** The platforms that this one created, each an environment of its own in the same mode. */
export interface PlatformsApi {
  /**
   * Creates a platform and its first API token. Only this answer contains `clientSecret`. Rejects with `CONFLICT` (409)
   * when the platform exists.
   */
  readonly create: (body: t.NewPlatform, once?: Once) => Promise<t.CreatedPlatform>
  /** Newest first, up to 100 per page. */
  readonly list: (query?: ListQuery) => List<t.Platform>
}

/**
 * Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports or
 * redirects. Each leaves a receipt with the justification and notifies the end user. Each rejects with
 * `REFERENCE_NOT_FOUND` (404) for an unknown wallet or credential.
 */
export interface OperatorsApi {
  /** Ends all sessions of a wallet. */
  readonly endSessions: (accountId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Suspends a wallet and ends its sessions. Rejects with `CONFLICT` (409) when it is already suspended. */
  readonly suspendAccount: (accountId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Ends the suspension of a wallet. Rejects with `CONFLICT` (409) when it is not suspended. */
  readonly resumeAccount: (accountId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Suspends a credential and ends its sessions. Rejects with `CONFLICT` (409) when it is already suspended. */
  readonly suspendCredential: (credentialId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Ends the suspension of a credential. Rejects with `CONFLICT` (409) when it is not suspended. */
  readonly resumeCredential: (credentialId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Lifts the lock of an EMAIL_OTP credential. Rejects with `CONFLICT` (409) when it is not locked. */
  readonly unlockCredential: (credentialId: string, body: t.Justification, once?: Once) => Promise<void>
  /** Starts a recovery. Rejects with `RECOVERY_DISABLED` (403), or with `CONFLICT` (409) while one is open. */
  readonly startRecovery: (accountId: string, body: t.Justification, once?: Once) => Promise<t.Recovery>
  /** Cancels a recovery. Rejects with `CONFLICT` (409) when it has ended. */
  readonly cancelRecovery: (recoveryId: string, body: t.Justification, once?: Once) => Promise<void>
}

/** Operations of sandbox environments only. */
export interface SandboxApi {
  /** Adds `amount`, in the smallest unit of the account's currency, to an account and returns it. */
  readonly fund: (id: string, amount: number, once?: Once) => Promise<t.InternalAccount>
  /** Returns the current time of the sandbox. */
  readonly now: () => Promise<t.Instant>
  /**
   * Advances the sandbox clock and returns its new time. Everything that became due has been processed when the
   * promise resolves. Rejects with `INVALID_INPUT` (400) more than ten years ahead of the system clock.
   */
  readonly advance: (by: Span, once?: Once) => Promise<t.Instant>
}
