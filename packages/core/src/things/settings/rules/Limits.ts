import { Schema } from "effect"
import type { PolicyValues } from "../../../model/Policy.ts"
import type { FieldError } from "../../../schema/expected.ts"

const whole = Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))

export const Limits = Schema.Struct({
  sessionLifetime: whole,
  sessionFamilyLifetime: whole,
  sessionsPerAccount: whole,
  emailChange: Schema.optionalKey(
    Schema.Literal("proven").annotate({
      description: "A new e-mail address of a customer is used once a code that is mailed to it proves it"
    })
  ),
  challengesPerCredential: Schema.optionalKey(
    Schema.Struct({
      capacity: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
      refillEvery: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400_000 }))
    })
  )
}).annotate({ description: "Limits that are stricter than the host's policy. Durations are in milliseconds" })
export type Limits = typeof Limits.Type

const WHOLE = ["sessionLifetime", "sessionFamilyLifetime", "sessionsPerAccount"] as const

/** The policy of the host with the limits of a platform. If the policy became stricter later, it takes precedence. */
export const policyWithin = (policy: PolicyValues, limits: Limits | undefined): PolicyValues => {
  if (limits === undefined) return policy
  const least = (name: (typeof WHOLE)[number]) => Math.min(policy[name], limits[name] ?? policy[name])
  const { capacity, refillEvery } = policy.challengesPerCredential
  const wanted = limits.challengesPerCredential ?? policy.challengesPerCredential
  return {
    ...policy,
    sessionLifetime: least("sessionLifetime"),
    sessionFamilyLifetime: least("sessionFamilyLifetime"),
    sessionsPerAccount: least("sessionsPerAccount"),
    emailChange: limits.emailChange ?? policy.emailChange,
    challengesPerCredential: {
      capacity: Math.min(capacity, wanted.capacity),
      refillEvery: Math.max(refillEvery, wanted.refillEvery)
    }
  }
}

/** Returns the limits that are weaker than the policy of the host. */
export const limitFaults = (limits: Limits, policy: PolicyValues): ReadonlyArray<FieldError> => {
  const { capacity, refillEvery } = policy.challengesPerCredential
  const wanted = limits.challengesPerCredential ?? policy.challengesPerCredential
  return [
    ...WHOLE.flatMap((name) => ((limits[name] ?? 0) > policy[name] ? [bound(name, policy[name], "less")] : [])),
    ...(wanted.capacity > capacity ? [bound("challengesPerCredential.capacity", capacity, "less")] : []),
    ...(wanted.refillEvery < refillEvery ? [bound("challengesPerCredential.refillEvery", refillEvery, "more")] : [])
  ]
}

const bound = (field: string, value: number, side: "less" | "more"): FieldError => ({
  field: `limits.${field}`,
  message: `The number is weaker than the policy of the host. Send ${value} or ${side}.`
})
