/**
 * What is needed of the host's `pg.Pool`, which fits as it is. Nothing of `pg` is imported: the host brings the one
 * version it runs.
 */
export interface Pool {
  readonly connect: () => Promise<PoolClient>
}

export interface PoolClient {
  readonly query: (text: string, values?: Array<unknown>) => Promise<Answer>
  /** Gives the connection back; with an error, it is closed instead. */
  readonly release: (error?: Error) => void
  readonly on: (event: "error", listener: (error: Error) => void) => unknown
  readonly removeListener: (event: "error", listener: (error: Error) => void) => unknown
}

/** Every column is asked for as text, so that no type parser of the host has a say. */
export interface Answer {
  readonly rows: ReadonlyArray<{ readonly [column: string]: string | null }>
}
