import type { Subject } from "@countersign/bench/seed/Seed"

/** A request id to be made, and how many calls are to race for it. */
export interface Race {
  readonly subject: Subject
  readonly operation: Operation
  readonly racers: number
}

/** One that makes a secret and a session, and one that writes a record there is already. */
export type Operation = "refresh" | "privacy"

/** The second leg of a request, ready to be sent by anybody. */
export interface SecondLeg {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A second leg, and how often one node sends it. */
export interface Heat {
  readonly leg: SecondLeg
  readonly calls: number
}

/** What the calls for one id were answered: 2xx, the 401 of a used id, and whatever else by status and reason. */
export interface Tally {
  readonly won: number
  readonly used: number
  readonly others: ReadonlyArray<string>
}

/** A node that takes part in races. */
export interface RaceNode {
  readonly prepare: (races: ReadonlyArray<Race>) => Promise<ReadonlyArray<SecondLeg>>
  /** Sends all calls of all heats at once. */
  readonly race: (heats: ReadonlyArray<Heat>) => Promise<ReadonlyArray<Tally>>
  readonly stop: () => Promise<void>
}
