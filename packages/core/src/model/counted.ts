import { Schema } from "effect"
import { Millis } from "./Environment.ts"

/** When a record was made, and last changed. */
export const dated = { createdAt: Millis, updatedAt: Millis }

/**
 * The number of events about a record, as a field of the record, and its dates. Because the count is part of the record, two
 * concurrent commits that both announce an event get a version conflict, so no sequence number is skipped or assigned
 * twice.
 */
export const counted = { eventCount: Schema.optionalKey(Schema.Int), ...dated }
export interface Counted {
  readonly eventCount?: number
}

/** The event count of a record. A record written before counts were introduced starts from its version. */
export const eventsBefore = ({ eventCount }: Counted, version: number): number => eventCount ?? version

export const withCount = <A extends Counted>(record: A, eventCount: number): A => ({ ...record, eventCount })
