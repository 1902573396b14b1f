import { environmentKey, foreignTo, loadOne, needingNotices, settingsOf, settingsRef } from "@countersign/core/internal"
import { Effect } from "effect"
import type { TrackedWork } from "./workers.ts"

/**
 * Logs, once at the start, what the stored records of the configured environments contradict in the options: platforms
 * and tokens that a caller of the API created, and settings that need a mailer with `sendNotice`.
 */
export const startWarnings = Effect.fnUntraced(
  function* ({ mailer, tokens }: TrackedWork["options"]) {
    const ids = new Set(tokens.map(({ id }) => id))
    const configured = new Map(tokens.map(({ mode, platformId }) => [`${mode}/${platformId}`, { mode, platformId }]))
    for (const environment of configured.values()) {
      const platform = environmentKey(environment)
      const foreign = yield* foreignTo(environment, ids)
      if (foreign.isCreated)
        yield* Effect.logWarning("a configured platform was created through the API: its tokens and settings remain", {
          platform
        })
      if (foreign.tokens.length > 0)
        yield* Effect.logWarning("a platform has tokens that no configured token made: delete those you do not know", {
          platform,
          tokens: foreign.tokens.slice(0, MOST_NAMED).join(" "),
          count: foreign.tokens.length
        })
      if (environment.mode === "sandbox" || mailer?.sendNotice !== undefined) continue
      const settings = needingNotices(settingsOf(yield* loadOne(settingsRef(platform))))
      if (settings.length > 0)
        yield* Effect.logWarning("settings have no effect, because mailer.sendNotice is absent", {
          platform,
          settings: settings.join(" ")
        })
    }
  },
  Effect.catchCause((cause) => Effect.logWarning("the check of configured platforms failed", cause))
)

const MOST_NAMED = 20
