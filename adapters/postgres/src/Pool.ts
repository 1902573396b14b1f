/**
 * The part of `pg.Pool` that the store uses. A `pg.Pool` satisfies it without an adapter. This package does not import
 * `pg`, so the host chooses the version.
 */
export interface Pool {
  readonly connect: () => Promise<PoolClient>
  /** The number of open connections that no caller uses. */
  readonly idleCount?: number
  /** The number of callers that wait for a connection, for metrics. */
  readonly waitingCount?: number
}

export interface PoolClient {
  readonly query: (query: string | PoolQuery, values?: Array<unknown>) => Promise<Answer>
  /** Returns the connection to the pool. With an error, the pool closes it instead. */
  readonly release: (error?: Error) => void
  readonly on: (event: "error" | "notice", listener: (notice: Notice) => void) => unknown
  readonly removeListener: (event: "error" | "notice", listener: (notice: Notice) => void) => unknown
}

/** A statement. If it has a name, the connection prepares it under this name and reuses the plan. */
export interface PoolQuery {
  readonly name?: string
  readonly text: string
  readonly values: Array<unknown>
}

/** An error, or a message of the server beside a result. `routine` names its source, in every language of the server. */
export interface Notice {
  readonly message?: string | undefined
  readonly routine?: string | undefined
}

/** The result of a statement. All columns are cast to text, so the host's type parsers do not affect them. */
export interface Answer {
  readonly rows: ReadonlyArray<{ readonly [column: string]: string | null }>
}
