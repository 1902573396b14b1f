import { Schema } from "effect"

/**
 * The field of a record that events are about: how many there were. It is part of the record, so two commits that
 * announce at once conflict on the version of the record, and no number is given twice or left out.
 */
export const counted = { eventCount: Schema.optionalKey(Schema.Int) }
export interface Counted {
  readonly eventCount?: number
}

/** The count of a record of `version`. A record that was written before counts existed starts from its version. */
export const eventsBefore = ({ eventCount }: Counted, version: number): number => eventCount ?? version

/** The record with another count of events. */
export const withCount = <A extends Counted>(record: A, eventCount: number): A => ({ ...record, eventCount })
