import { Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { PageRequest } from "../../model/Page.ts"
import { CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { IdentityTokens } from "../../ports/IdentityTokens.ts"
import { SendsNotices } from "../../ports/Mailer.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, replace } from "../../store/plans.ts"
import { findPage, firstBy, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { open, recoveries } from "../recovery/rules/Recovery.ts"
import {
  HELD_SECTIONS,
  isOther,
  ManageRequired,
  type PlatformSettings,
  patchedSettings,
  platformSettings,
  SettingsChanged,
  SettingsHeld,
  type SettingsPatch,
  SettingsRefused,
  settingsFaults,
  settingsOf,
  settingsRef,
  settingsRevisions
} from "./rules/PlatformSettings.ts"

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

const reads = (_: SettingsPatch, environment: EnvironmentKey) => ({
  known: settingsRef(environment),
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
    if (patch.revision !== revisionBefore) return Result.fail(new SettingsChanged({ revision: revisionBefore }))
    const before = settingsOf(known)
    const settings = patchedSettings(before, patch)
    const isHeld = recovering !== undefined && Result.isSuccess(open(recovering.value, at))
    if (isHeld && HELD_SECTIONS.some((section) => isOther(section, before, settings)))
      return Result.fail(new SettingsHeld())
    // The scope that uses recovery by operators may turn it off, and neither on nor faster.
    if (settings.recovery?.operators?.enabled === true && isOther("recovery", before, settings)) {
      if (caller?.scopes.includes("MANAGE") === false) return Result.fail(new ManageRequired())
    }
    const errors = settingsFaults(settings, policy, mayTrust, sendsNotices)
    if (errors.length > 0) return Result.fail(new SettingsRefused({ errors }))
    const revision = revisionBefore + 1
    const next: PlatformSettings = { name: "settings", revision, settings, updatedAt: at }
    const madeBy = caller?.madeBy ?? []
    const made = { revision, settings, tokenId: caller?.tokenId ?? null, ...(madeBy.length === 0 ? {} : { madeBy }) }
    const decision: Decision<PlatformSettings> = {
      reply: next,
      changes: [
        known === undefined ? insert(platformSettings, environment, next, at) : replace(known, next, at),
        insert(settingsRevisions, environment, { ...made, createdAt: at }, at)
      ],
      guards: []
    }
    return Result.succeed(decision)
  })
