import { Result } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import type { Finding } from "../../../ports/Verification.ts"
import { StatusUnreachable } from "./refusals.ts"

/** The status of an external account. Only an active account may receive money. */
export type Status = (typeof machine.states)[number]
export type Event = Machine.EventsOf<typeof machine>

/**
 * Confirmed: the account was verified. Doubted: it needs manual review. Rejected: the review found that it cannot be
 * paid. Changed: it is another destination than the verified one. ReactivationRequested: it is to be enabled, and must be
 * verified again.
 */
export const { machine } = Machine.words({
  name: "ExternalAccount",
  begins: "Pending",
  table: {
    Pending: { Confirmed: "Active", Doubted: "UnderReview", Changed: "Pending" },
    UnderReview: {
      Confirmed: "Active",
      Doubted: "UnderReview",
      Rejected: "Inactive",
      Changed: "UnderReview",
      Disabled: "Inactive"
    },
    Active: { Confirmed: "Active", Doubted: "UnderReview", Changed: "UnderReview", Disabled: "Inactive" },
    Inactive: { Changed: "Inactive", ReactivationRequested: "UnderReview" }
  }
})

/** Applies the events in order. Fails at the first event that has no cell. */
export const after = (status: Status, events: ReadonlyArray<Event>): Result.Result<Status, StatusUnreachable> =>
  Result.mapError(machine.after(status, events), () => new StatusUnreachable())

/** The events of a finding for an account in this status. A rejection passes through the review that it failed. */
export const eventsOf = (status: Status, { standing }: Finding): ReadonlyArray<Event> => {
  switch (standing) {
    case "CONFIRMED":
      return ["Confirmed"]
    case "DOUBTED":
      return ["Doubted"]
    case "REJECTED":
      return status === "UnderReview" ? ["Rejected"] : ["Doubted", "Rejected"]
    case "UNDECIDED":
      return []
  }
}

/** The events of a request to set the status. Requesting the current status is a no-op. */
export const eventsFor = (status: Status, wanted: "ACTIVE" | "INACTIVE"): ReadonlyArray<Event> => {
  if (wanted === "INACTIVE") return status === "Inactive" ? [] : ["Disabled"]
  return status === "Active" ? [] : ["ReactivationRequested"]
}

/** The events of an edit, the resulting status, and whether the account must be verified before further events. */
export const edited = (status: Status, isChanged: boolean, wanted: "ACTIVE" | "INACTIVE" | undefined) =>
  Result.gen(function* () {
    const change: ReadonlyArray<Event> = isChanged ? ["Changed"] : []
    const changed = yield* after(status, change)
    // An account that must be verified anyway becomes active only through the verification.
    const isVerifiedAnyway = wanted === "ACTIVE" && isChanged && isOpen(changed)
    const requested = wanted === undefined || isVerifiedAnyway ? [] : eventsFor(changed, wanted)
    const reached = yield* after(changed, requested)
    const needsVerification = isOpen(reached) && (isChanged || requested.length > 0)
    return { events: [...change, ...requested], status: reached, needsVerification }
  })

/** Waiting for the verifier or for manual review. */
const isOpen = (status: Status): boolean => status === "Pending" || status === "UnderReview"
