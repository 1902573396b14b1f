import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { IdentityTokens } from "../../ports/IdentityTokens.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { insert, put } from "../../store/plans.ts"
import { firstBy, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { open, recoveries } from "../recovery/rules/Recovery.ts"
import * as Settings from "./rules/PlatformSettings.ts"

/** Returns the current settings; revision 0 without any if the platform has set none. */
export const readSettings = Effect.fnUntraced(function* () {
  const record = yield* loadOne(Settings.settingsRef(yield* currentKey))
  const settings: Pick<Settings.PlatformSettings, "revision" | "settings"> & Partial<Settings.PlatformSettings> =
    record?.value ?? {
      revision: 0,
      settings: {}
    }
  return settings
})

/** Returns every revision of the settings with the token that made it, newest first. */
export const listSettingsRevisions = (page: PageRequest) =>
  listPage({ collection: Settings.settingsRevisions, index: ALL }, page)

const reads = (_: Settings.SettingsPatch, environment: EnvironmentKey) => ({
  known: Settings.settingsRef(environment),
  recovering: firstBy(recoveries, environment, "state", ["OPERATOR", "Waiting"])
})

/**
 * Changes the settings of a platform. The change is effective at once on every node, because each call that a setting
 * decides reads the record. Of two concurrent patches of one revision, the second is refused.
 */
export const updateSettings = operation(reads)
  .prepare(
    Effect.fnUntraced(function* identifyCaller() {
      const caller = yield* CurrentPrincipal
      const { mayTrust } = yield* IdentityTokens
      return { caller, mayTrust, sendsNotices: yield* SendsNotices }
    })
  )
  .decide(function patchSettings({ at, command: patch, environment, found: { known, recovering }, policy, prepared }) {
    const { caller, mayTrust, sendsNotices } = prepared
    const revisionBefore = known?.value.revision ?? 0
    if (patch.revision !== revisionBefore)
      return Result.fail(new Settings.SettingsChanged({ revision: revisionBefore }))
    const before = Settings.settingsOf(known)
    const settings = Settings.patchedSettings(before, patch)
    const isHeld = recovering !== undefined && Result.isSuccess(open(recovering.value, at))
    if (isHeld && Settings.HELD_SECTIONS.some((section) => Settings.isOther(section, before, settings)))
      return Result.fail(new Settings.SettingsHeld())
    // The scope that uses recovery by operators may turn it off, and neither on nor faster.
    if (settings.recovery?.operators?.enabled === true && Settings.isOther("recovery", before, settings)) {
      if (caller?.scopes.includes("MANAGE") === false) return Result.fail(new Settings.ManageRequired())
    }
    const errors = Settings.settingsFaults(settings, policy, mayTrust, sendsNotices)
    if (errors.length > 0) return Result.fail(new Settings.SettingsRefused({ errors }))
    const revision = revisionBefore + 1
    const next: Settings.PlatformSettings = { name: "settings", revision, settings, updatedAt: at }
    const madeBy = caller?.madeBy ?? []
    const made = { revision, settings, tokenId: caller?.tokenId ?? null, ...(madeBy.length === 0 ? {} : { madeBy }) }
    return Result.succeed<Decision<Settings.PlatformSettings>>({
      reply: next,
      changes: [
        put(Settings.platformSettings, environment, known, next, at),
        insert(Settings.settingsRevisions, environment, { ...made, createdAt: at }, at)
      ]
    })
  })
