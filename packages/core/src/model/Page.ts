import type { Millis } from "./Environment.ts"

/** Where a page ended: the last record on it, in the order of lists. */
export interface Position {
  readonly createdAt: Millis
  readonly id: string
}

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number
  readonly after?: Position | undefined
}

/** One page of a list. `next` is there when more may follow. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: Position
}
