import { type CallInProcess, resources } from "@countersign/http"
import { type List, type PageQuery, paged } from "./paged.ts"
import type { Once } from "./surface.ts"
import type * as t from "./types.ts"

/** The settings of the platform: how its end users sign in and what they may do; and the platforms of the host. */
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

const { platforms, settings } = resources
