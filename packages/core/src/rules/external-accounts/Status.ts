import { Result } from "effect"
import * as Machine from "../../machine/Machine.ts"
import type { Finding } from "../../ports/Verification.ts"
import { StatusUnreachable } from "./refusals.ts"

/** Where an external account stands. Only an active one may receive. */
export type Status = (typeof machine.states)[number]
export type Event = Machine.EventsOf<typeof machine>

/**
 * Confirmed: it was verified. Doubted: a person should look at it. Rejected: the review found that it cannot be paid.
 * Changed: it is another destination than the one that was verified. ReactivationAsked: it should be used again, and so
 * is verified anew.
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
    Inactive: { Changed: "Inactive", ReactivationAsked: "UnderReview" }
  }
})

/** Each event in turn, or the refusal of the first that has no cell. */
export const after = (status: Status, events: ReadonlyArray<Event>): Result.Result<Status, StatusUnreachable> =>
  Result.mapError(machine.after(status, events), () => new StatusUnreachable())

/** What a finding means to an account that stands so. A rejected one passes the review that it would have failed. */
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

/** What a platform asks for by setting a status. To ask for the one it has is to ask for nothing. */
export const eventsFor = (status: Status, wanted: "ACTIVE" | "INACTIVE"): ReadonlyArray<Event> => {
  if (wanted === "INACTIVE") return status === "Inactive" ? [] : ["Disabled"]
  return status === "Active" ? [] : ["ReactivationAsked"]
}

/**
 * The events of an edit, the status that they lead to, and whether a verifier must look at the account before it leads
 * further.
 */
export const edited = (
  status: Status,
  isChanged: boolean,
  wanted: "ACTIVE" | "INACTIVE" | undefined
): Result.Result<
  { readonly events: ReadonlyArray<Event>; readonly status: Status; readonly isAsking: boolean },
  StatusUnreachable
> => {
  const change: ReadonlyArray<Event> = isChanged ? ["Changed"] : []
  return Result.flatMap(after(status, change), (changed) => {
    // An account that must be looked at anyway becomes active by that, or not at all.
    const asked =
      wanted === undefined || (wanted === "ACTIVE" && isChanged && isOpen(changed)) ? [] : eventsFor(changed, wanted)
    return Result.map(after(changed, asked), (reached) => ({
      events: [...change, ...asked],
      status: reached,
      isAsking: isOpen(reached) && (isChanged || asked.length > 0)
    }))
  })
}

/** Waits for a verifier, or for a person. */
const isOpen = (status: Status): boolean => status === "Pending" || status === "UnderReview"
