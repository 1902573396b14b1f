import type { ActivityListText } from "./ActivityList.tsx"

/** The types of activities that this release knows. */
export type ActivityTypes = Readonly<
  Record<
    | "ACCOUNT_RESUMED"
    | "ACCOUNT_SUSPENDED"
    | "ACCOUNT_UPDATED"
    | "ALL_SESSIONS_ENDED"
    | "CREDENTIAL_ADDED"
    | "CREDENTIAL_CONFIRMED"
    | "CREDENTIAL_CREATED"
    | "CREDENTIAL_LOCKED"
    | "CREDENTIAL_REMOVED"
    | "CREDENTIAL_RENAMED"
    | "CREDENTIAL_RESUMED"
    | "CREDENTIAL_RETURNED"
    | "CREDENTIAL_SUSPENDED"
    | "CREDENTIAL_UNLOCKED"
    | "CUSTOMER_DELETED"
    | "CUSTOMER_ERASED"
    | "EMAIL_CHANGED"
    | "EMAIL_CHANGE_SIGNED"
    | "EMAIL_RESTORED"
    | "GUARDIAN_ADDED"
    | "GUARDIAN_REMOVED"
    | "HOST_CALL_SIGNED"
    | "MONEY_RECALLED"
    | "MONEY_RECEIVED"
    | "MONEY_RETURNED"
    | "OTHER"
    | "OTHER_SESSIONS_ENDED"
    | "PAYMENT_SENT"
    | "PAYMENT_SIGNED"
    | "RECOVERY_CANCELLED"
    | "RECOVERY_CODES_CREATED"
    | "RECOVERY_COMPLETED"
    | "RECOVERY_STARTED"
    | "SESSION_ENDED"
    | "SESSION_OPENED"
    | "SESSION_REFRESHED"
    | "WALLET_EXPORTED",
    string
  >
>

type Actors = Readonly<Record<"END_USER" | "GUARDIAN" | "OPERATOR" | "PLATFORM" | "SERVICE", string>>

/** The words of an activity. One of a newer server is "OTHER", and an actor of a newer server has its name in the API. */
export const activityWords = (types: ActivityTypes, actors: Actors): Pick<ActivityListText, "actor" | "type"> => ({
  type: named(types, () => types.OTHER),
  actor: named(actors)
})

/** Returns the name of each value that the language knows. */
export const named = (
  names: Readonly<Record<string, string>>,
  other = (value: string) => value
): ((value: string) => string) => {
  const known = new Map(Object.entries(names))
  return (value) => known.get(value) ?? other(value)
}
