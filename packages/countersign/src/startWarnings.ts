import { Effect } from "@countersign/core/effect"
import {
  configuredReads,
  foreignTokens,
  load,
  needingNotices,
  policyWithin,
  settingsOf,
  withDefaults
} from "@countersign/core/internal"
import type { TrackedWork } from "./workers.ts"

/**
 * Logs once, at the start, what the records of the configured environments contradict in the options: platforms and
 * tokens that callers of the API created, and settings that need a mailer with `sendNotice`. Names the production
 * platforms whose customers change their address without a proof. One round trip.
 */
export const startWarnings = Effect.fnUntraced(
  function* ({ mailer, policy, tokens }: TrackedWork["options"]) {
    const ids = new Set(tokens.map(({ id }) => id))
    const environments = new Map(tokens.map(({ mode, platformId }) => [`${mode}/${platformId}`, { mode, platformId }]))
    const found = yield* load(Object.fromEntries([...environments].map(([key, each]) => [key, configuredReads(each)])))
    const unproven: Array<string> = []
    for (const [platform, { mode }] of environments) {
      const records = found[platform]
      if (records === undefined) continue
      if (records.platform !== undefined)
        yield* Effect.logWarning("a configured platform was created through the API: its tokens and settings remain", {
          platform
        })
      const foreign = foreignTokens(records, ids)
      if (foreign.length > 0)
        yield* Effect.logWarning("a platform has tokens that no configured token made: delete those you do not know", {
          platform,
          tokens: foreign.join(" ")
        })
      const { limits } = settingsOf(records.settings)
      if (mode === "production" && policyWithin(withDefaults(policy), limits).emailChange === "immediate")
        unproven.push(platform)
      const settings =
        mode === "sandbox" || mailer?.sendNotice !== undefined ? [] : needingNotices(settingsOf(records.settings))
      if (settings.length > 0)
        yield* Effect.logWarning("settings have no effect, because mailer.sendNotice is absent", {
          platform,
          settings: settings.join(" ")
        })
    }
    if (unproven.length > 0)
      yield* Effect.logWarning("policy.emailChange is immediate: a new e-mail address is used without a proof of it", {
        platforms: unproven.join(" "),
        undo:
          mailer?.sendNotice === undefined ? "none: mailer.sendNotice is absent" : "by the notice to the old address"
      })
  },
  Effect.catchCause((cause) => Effect.logError("the check of the configured platforms failed", cause))
)
