/** What the load is told to do: so many runs a second, whatever came of those before. */
export interface Pace {
  readonly port: number
  readonly seed: unknown
  /** A flow of the bench by its name, of which every answer has to be the expected one; or `flood`: any answer will do. */
  readonly flow: string
  readonly users: number
  /** As many as the server takes, when left out. */
  readonly perSecond?: number | undefined
  readonly millis: number
}

/** What came of it. */
export interface Paced {
  /** Milliseconds from the moment at which a run was due to its end: what waited for its turn counts in full. */
  readonly times: ReadonlyArray<number>
  /** Runs that were done, a second. */
  readonly rate: number
  /** How often each thing was answered. */
  readonly answers: Readonly<Record<string, number>>
}
