import { Effect } from "@countersign/core/effect"
import { configuredReads, foreignTokens, load, needingNotices, settingsOf } from "@countersign/core/internal"
import type { TrackedWork } from "./workers.ts"

/**
 * Logs once, at the start, what the records of the configured environments contradict in the options: platforms and
 * tokens that callers of the API created, and settings that need a mailer with `sendNotice`. One round trip.
 */
export const startWarnings = Effect.fnUntraced(
  function* ({ mailer, tokens }: TrackedWork["options"]) {
    const ids = new Set(tokens.map(({ id }) => id))
    const environments = new Map(tokens.map(({ mode, platformId }) => [`${mode}/${platformId}`, { mode, platformId }]))
    const found = yield* load(Object.fromEntries([...environments].map(([key, each]) => [key, configuredReads(each)])))
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
      const settings =
        mode === "sandbox" || mailer?.sendNotice !== undefined ? [] : needingNotices(settingsOf(records.settings))
      if (settings.length > 0)
        yield* Effect.logWarning("settings have no effect, because mailer.sendNotice is absent", {
          platform,
          settings: settings.join(" ")
        })
    }
  },
  Effect.catchCause((cause) => Effect.logError("the check of the configured platforms failed", cause))
)
