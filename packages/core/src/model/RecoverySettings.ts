import { Schema } from "effect"
import { SETTING_BOUNDS } from "./settingBounds.ts"

const seconds = (field: `${string}Seconds` & keyof typeof SETTING_BOUNDS, description: string) => {
  const { least, most } = SETTING_BOUNDS[field]
  return Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most })).annotate({
      description: `${description} From ${least} to ${most} seconds`
    })
  )
}
const enabled = Schema.Boolean

export const RecoverySettings = Schema.Struct({
  savedCodes: Schema.optionalKey(Schema.Struct({ enabled })),
  guardians: Schema.optionalKey(
    Schema.Struct({
      enabled,
      // A day: the owner sees the notice before the guardian's recovery can be completed. An hour is a platform's own
      // risk.
      delaySeconds: seconds(
        "recovery.guardians.delaySeconds",
        "How long a guardian's recovery waits; a day by default."
      )
    })
  ),
  operators: Schema.optionalKey(
    Schema.Struct({
      enabled,
      // Three days: support can be deceived, and the owner may be away for a weekend.
      delaySeconds: seconds(
        "recovery.operators.delaySeconds",
        "How long an operator's recovery waits; three days by default."
      )
    })
  ),
  // Three days: what a stranger bound is found out before anything leaves the wallet.
  holdAfterSeconds: seconds(
    "recovery.holdAfterSeconds",
    "How long nothing leaves the wallet after a recovery was completed; three days by default."
  )
}).annotate({ description: "The ways of recovery. One that is not enabled here is off" })
export type RecoverySettings = typeof RecoverySettings.Type
