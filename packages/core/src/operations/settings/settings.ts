import { Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { IdentityTokens } from "../../ports/IdentityTokens.ts"
import {
  type PlatformSettings,
  patchedSettings,
  platformSettings,
  SettingsChanged,
  type SettingsPatch,
  SettingsRefused,
  type SettingsRevision,
  settingsFaults,
  settingsOf,
  settingsRef,
  settingsRevisions
} from "../../rules/settings/PlatformSettings.ts"
import { insert, replace } from "../../store/plans.ts"
import { type FoundOf, findPage, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

/** Returns the current settings; revision 0 without any if the platform has set none. */
export const readSettings = Effect.fnUntraced(function* () {
  const record = yield* loadOne(settingsRef(environmentKey(yield* CurrentEnvironment)))
  const settings: Pick<PlatformSettings, "revision" | "settings"> & Partial<PlatformSettings> = record?.value ?? {
    revision: 0,
    settings: {}
  }
  return settings
})

/** Returns every revision of the settings with the token that made it, newest first. */
export const listSettingsRevisions = Effect.fnUntraced(function* (page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  return yield* findPage({ collection: settingsRevisions, environment, index: ALL }, page)
})

const reads = (_: SettingsPatch, environment: EnvironmentKey) => ({ known: settingsRef(environment) })

const prepare = Effect.fnUntraced(function* () {
  const principal = yield* CurrentPrincipal
  const { mayTrust } = yield* IdentityTokens
  return { tokenId: principal?.tokenId ?? null, mayTrust }
})

export const decide = ({
  at,
  command: patch,
  environment,
  found: { known },
  policy,
  prepared: { mayTrust, tokenId }
}: Leg<SettingsPatch, FoundOf<ReturnType<typeof reads>>> & {
  readonly prepared: Pick<SettingsRevision, "tokenId"> & Pick<IdentityTokens["Service"], "mayTrust">
}): Result.Result<Decision<PlatformSettings>, SettingsChanged | SettingsRefused> => {
  const before = known?.value.revision ?? 0
  if (patch.revision !== before) return Result.fail(new SettingsChanged({ revision: before }))
  const settings = patchedSettings(settingsOf(known), patch)
  const errors = settingsFaults(settings, policy, mayTrust)
  if (errors.length > 0) return Result.fail(new SettingsRefused({ errors }))
  const next: PlatformSettings = { name: "settings", revision: before + 1, settings, updatedAt: at }
  const { revision } = next
  return Result.succeed({
    reply: next,
    changes: [
      known === undefined ? insert(platformSettings, environment, next, at) : replace(known, next, at),
      insert(settingsRevisions, environment, { revision, settings, tokenId, createdAt: at }, at)
    ],
    guards: []
  })
}

/**
 * Changes the settings of a platform. The change is effective at once on every node, because each call that a setting
 * decides reads the record. Of two concurrent patches of one revision, the second is refused.
 */
export const updateSettings = operation({ reads, prepare, decide })
