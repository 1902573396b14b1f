import { type CallInProcess, resources } from "@countersign/http"
import type { EnvironmentApi } from "./methods/EnvironmentApi.ts"
import { paged } from "./paged.ts"

/** The settings of the platform: how its end users sign in and what they may do; and the platforms of the host. */
export const settingsApi = (call: CallInProcess): Pick<EnvironmentApi, "settings" | "platforms"> => ({
  settings: {
    read: () => call(settings.readSettings, {}),
    update: (body, once = {}) => call(settings.updateSettings, { body, ...once }),
    revisions: (query = {}) => paged(query, (page) => call(settings.listSettingsRevisions, { query: page }))
  },
  platforms: {
    create: (body, once = {}) => call(platforms.createPlatform, { body, ...once }),
    list: (query = {}) => paged(query, (page) => call(platforms.listPlatforms, { query: page }))
  }
})

const { platforms, settings } = resources
