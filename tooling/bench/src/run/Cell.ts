import type { KindName, Mount, ServerSpec } from "../server/ServerSpec.ts"

/** A flow to be run by so many users at once, against each server of its group that takes it. */
export interface Cell {
  readonly flow: string
  readonly users: number
  readonly kinds: ReadonlyArray<KindName>
}

/** Servers that stand side by side, and the cells that are run on them in turn. */
export interface Group {
  readonly mount: Mount
  readonly store: ServerSpec["store"]
  readonly cells: ReadonlyArray<Cell>
  readonly rounds: number
  /** Milliseconds of a slice: before it counts, and while it does. */
  readonly warm: number
  readonly measured: number
  /** Milliseconds of each cell before the first round: for compilers, plans and connections. */
  readonly warming: number
}

/** One cell on one server in one round. */
export interface Sample {
  readonly mount: Mount
  readonly store: ServerSpec["store"]
  readonly flow: string
  readonly users: number
  readonly kind: KindName
  readonly round: number
  /** Runs of the flow a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  /** Microseconds of the server's processor time a request. */
  readonly cpu: number
  /** The same of PostgreSQL, where it is known. */
  readonly postgres: number | undefined
  readonly statements: number
}
