import type { Millis } from "./Environment.ts"

/** The position of the last record on a page, in list order. */
export interface Position {
  readonly createdAt: Millis
  readonly id: string
}

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number
  readonly after?: Position | undefined
}

/** One page of a list. `next` is present when more records may follow. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: Position
}
