import { Result, Schema } from "effect"
import * as Machine from "../kernel/Machine.ts"
import type { Finding } from "../ports/Verification.ts"
import { StatusUnreachable } from "./refusals.ts"

/** Where an external account stands. Only an active one may receive. */
export const Status = Schema.TaggedUnion({
  Pending: {},
  Active: {},
  UnderReview: {},
  Inactive: {}
})
export type Status = typeof Status.Type

export const Event = Schema.TaggedUnion({
  /** Somebody verified it. */
  Confirmed: {},
  /** A person should look at it. */
  Doubted: {},
  /** The review found that it cannot be paid. */
  Rejected: {},
  /** It says something else than what was verified. */
  Changed: {},
  Disabled: {},
  /** It should be used again, and so is verified anew. */
  ReactivationAsked: {}
})
export type Event = typeof Event.Type

const as = <const To extends Status["_tag"]>(to: To) => ({ to, with: () => ({}) })

export const machine = Machine.make<Status, Event>({
  name: "ExternalAccount",
  begins: ["Pending"],
  table: {
    Pending: { Confirmed: as("Active"), Doubted: as("UnderReview"), Changed: as("Pending") },
    UnderReview: {
      Confirmed: as("Active"),
      Doubted: as("UnderReview"),
      Rejected: as("Inactive"),
      Changed: as("UnderReview"),
      Disabled: as("Inactive")
    },
    Active: {
      Confirmed: as("Active"),
      Doubted: as("UnderReview"),
      Changed: as("UnderReview"),
      Disabled: as("Inactive")
    },
    Inactive: { Changed: as("Inactive"), ReactivationAsked: as("UnderReview") }
  }
})

/** Each event in turn, or the refusal of the first that has no cell. */
export const after = (status: Status, events: ReadonlyArray<Event["_tag"]>): Result.Result<Status, StatusUnreachable> =>
  events.reduce<Result.Result<Status, StatusUnreachable>>(
    (reached, event) =>
      Result.flatMap(reached, (from) =>
        Result.mapError(machine.transition(from, { _tag: event }), () => new StatusUnreachable())
      ),
    Result.succeed(status)
  )

/** What a finding means to an account that stands so. A rejected one passes the review that it would have failed. */
export const eventsOf = (status: Status, { standing }: Finding): ReadonlyArray<Event["_tag"]> => {
  switch (standing) {
    case "CONFIRMED":
      return ["Confirmed"]
    case "DOUBTED":
      return ["Doubted"]
    case "REJECTED":
      return Status.guards.UnderReview(status) ? ["Rejected"] : ["Doubted", "Rejected"]
    case "UNDECIDED":
      return []
  }
}

/** What a platform asks for by setting a status. To ask for the one it has is to ask for nothing. */
export const eventsFor = (status: Status, wanted: "ACTIVE" | "INACTIVE"): ReadonlyArray<Event["_tag"]> => {
  if (wanted === "INACTIVE") return Status.guards.Inactive(status) ? [] : ["Disabled"]
  return Status.guards.Active(status) ? [] : ["ReactivationAsked"]
}

/** Where an edit leads, and whether who verifies accounts must look before it leads further. */
export const edited = (
  status: Status,
  isChanged: boolean,
  wanted: "ACTIVE" | "INACTIVE" | undefined
): Result.Result<{ readonly status: Status; readonly isAsking: boolean }, StatusUnreachable> =>
  Result.flatMap(after(status, isChanged ? ["Changed"] : []), (changed) => {
    // An account that must be looked at anyway becomes active by that, or not at all.
    const asked =
      wanted === undefined || (wanted === "ACTIVE" && isChanged && isOpen(changed)) ? [] : eventsFor(changed, wanted)
    return Result.map(after(changed, asked), (reached) => ({
      status: reached,
      isAsking: isOpen(reached) && (isChanged || asked.length > 0)
    }))
  })

/** Waits for who verifies accounts, or for a person. */
const isOpen = ({ _tag }: Status): boolean => _tag === "Pending" || _tag === "UnderReview"
