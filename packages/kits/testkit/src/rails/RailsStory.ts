import type { JsonFields, PaymentRailsOptions } from "countersign"

/** A fault of the provider, for every call until the next one. `lostReplies`: it pays, and no answer arrives. */
export type RailsFault = "none" | "down" | "lostReplies"

/** A provider for one test, and payment rails over it. */
export interface RailsScene {
  readonly rails: PaymentRailsOptions
  /** A currency in which the provider pays. */
  readonly currency: string
  /** The fields of an external account that the provider pays to, with `accountType` and `beneficiary`. */
  readonly account: JsonFields
  /** The fields of one to which it rejects every order. Absent if it rejects none. */
  readonly rejected?: JsonFields
  /** The number of payments that the provider has made, or will make, for the order with this id. */
  readonly paid: (id: string) => Promise<number> | number
  /** Makes the provider fail. Absent for one that a test cannot make fail. */
  readonly fault?: (fault: RailsFault) => Promise<void> | void
  readonly close?: () => Promise<void>
}

/** A test of one requirement of the port. */
export interface RailsStory {
  readonly name: string
  readonly run: (scene: RailsScene) => Promise<void>
}
