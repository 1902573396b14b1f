/**
 * What is needed of the host's `pg.Pool`, which fits as it is. Nothing of `pg` is imported: the host brings the one
 * version it runs.
 */
export interface Pool {
  readonly connect: () => Promise<PoolClient>
}

export interface PoolClient {
  readonly query: (query: string | PoolQuery, values?: Array<unknown>) => Promise<Answer>
  /** Gives the connection back; with an error, it is closed instead. */
  readonly release: (error?: Error) => void
  readonly on: (event: "error", listener: (error: Error) => void) => unknown
  readonly removeListener: (event: "error", listener: (error: Error) => void) => unknown
}

/** With a name, the connection keeps the statement prepared under it. */
export interface PoolQuery {
  readonly name?: string
  readonly text: string
  readonly values: Array<unknown>
}

/** Every column is asked for as text, so that no type parser of the host has a say. */
export interface Answer {
  readonly rows: ReadonlyArray<{ readonly [column: string]: string | null }>
}
