import type { Millis } from "./Environment.ts"

/** The position of the last record on a page, in list order. */
export interface Position {
  readonly createdAt: Millis
  readonly id: string
}

/** Bounds of the creation of the records of a list, both inclusive. */
export interface Created {
  readonly since?: Millis | undefined
  readonly until?: Millis | undefined
}

export interface PageRequest extends Created {
  /** 1 to 100. */
  readonly limit: number
  readonly after?: Position | undefined
}

/** Whether a record that was created at `createdAt` is within the bounds. */
export const isWithin = ({ since, until }: Created, createdAt: Millis): boolean =>
  createdAt >= (since ?? createdAt) && createdAt <= (until ?? createdAt)

/** The position just after every record created at `until`, whatever its id. */
export const startOf = ({ until }: Created): Position | undefined =>
  until === undefined ? undefined : { createdAt: until + 1, id: "" }

/** One page of a list. `next` is present when more records may follow. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: Position
}
