import { type CallInProcess, resources } from "@countersign/http"
import { type List, type PageQuery, paged } from "./paged.ts"
import type { Once } from "./surface.ts"
import type * as t from "./types.ts"

/**
 * What the platform sets for itself: how its end users sign in and what they may do, its API tokens, its config and its
 * webhooks; and the platforms of the host.
 */
export const settingsApi = (call: CallInProcess) => ({
  settings: {
    /** Returns the current settings; revision 0 while the platform has set nothing. */
    read: (): Promise<t.PlatformSettings> => call(settings.readSettings, {}),
    /**
     * Changes the given sections, at once on every node. Rejects with `CONFLICT` (409) when `revision` is not the
     * current one, and with `INVALID_INPUT` (400), listing each invalid setting.
     */
    update: (body: t.SettingsPatch, once: Once = {}): Promise<t.PlatformSettings> =>
      call(settings.updateSettings, { body, ...once }),
    /** Returns every revision with the token that made it, newest first, up to 100 per page. */
    revisions: (query: PageQuery = {}): List<t.SettingsRevision> =>
      paged(query, (page) => call(settings.listSettingsRevisions, { query: page }))
  },
  tokens: {
    /** Creates an API token for this environment. Only this answer contains `clientSecret`. */
    create: (body: t.NewToken, once: Once = {}): Promise<t.CreatedToken> => call(tokens.createToken, { body, ...once }),
    /** Returns a token without its secret. Rejects with `TOKEN_NOT_FOUND` (404). */
    read: (id: string): Promise<t.Token> => call(tokens.readToken, { id }),
    /** Tokens that were created through the API, newest first, up to 100 per page. */
    list: (query: PageQuery = {}): List<t.Token> => paged(query, (page) => call(tokens.listTokens, { query: page })),
    /** Revokes the token on every node at once. Rejects with `TOKEN_NOT_FOUND` (404). */
    delete: (id: string, once: Once = {}): Promise<void> => call(tokens.deleteToken, { id, ...once })
  },
  config: {
    read: (): Promise<t.PlatformConfig> => call(webhooks.readConfig, {}),
    /** Updates the given fields. Rejects with `INVALID_INPUT` (400), listing each invalid setting. */
    update: (body: t.ConfigPatch, once: Once = {}): Promise<t.PlatformConfig> =>
      call(webhooks.updateConfig, { body, ...once })
  },
  webhooks: {
    /** Returns events with their delivery state, newest first, up to 100 per page. */
    deliveries: (query: t.DeliveryFilter & PageQuery = {}): List<t.WebhookDelivery> =>
      paged(query, (page) => call(webhooks.listDeliveries, { query: page })),
    /** Sends an event again at once, whatever its delivery state. Rejects with `REFERENCE_NOT_FOUND` (404). */
    redrive: (id: string, once: Once = {}): Promise<t.WebhookDelivery> =>
      call(webhooks.redriveDelivery, { id, ...once }),
    /**
     * Sends a TEST event and waits for the response. Uses the `webhookEndpoint` of the config when `url` is absent.
     * Rejects with `WEBHOOK_ENDPOINT_NOT_SET` (400) or `WEBHOOK_DELIVERY_ERROR` (400).
     */
    test: (url?: string, once: Once = {}): Promise<t.WebhookTest> =>
      call(webhooks.testWebhook, { body: { url }, ...once }),
    /** Returns the public keys that verify webhook signatures. */
    keys: (): Promise<{ readonly data: ReadonlyArray<t.WebhookKey> }> => call(webhooks.readWebhookKeys, {}),
    /**
     * Returns the shared secret of the symmetric `v1` webhook signature. Store it as a secret: its holder can forge
     * webhooks.
     */
    secret: (): Promise<{ readonly secret: string }> => call(webhooks.readWebhookSecret, {})
  },
  /** The platforms that this one created, each an environment of its own in the same mode. */
  platforms: {
    /**
     * Creates a platform and its first API token. Only this answer contains `clientSecret`. Rejects with `CONFLICT` (409)
     * when the platform exists.
     */
    create: (body: t.NewPlatform, once: Once = {}): Promise<t.CreatedPlatform> =>
      call(platforms.createPlatform, { body, ...once }),
    /** Newest first, up to 100 per page. */
    list: (query: PageQuery = {}): List<t.Platform> =>
      paged(query, (page) => call(platforms.listPlatforms, { query: page }))
  }
})

const { platforms, settings, tokens, webhooks } = resources
