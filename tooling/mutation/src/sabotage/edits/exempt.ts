/** A row of docs/maintain/threats.md with no edit, and why. */
export interface Exempt {
  readonly row: string
  /** A sentence: what the defence is, and why no edit of a source removes it. */
  readonly reason: string
}

/** The rows whose defence is not a line of the sources. */
export const exempt: ReadonlyArray<Exempt> = [
  {
    row: "D5",
    reason:
      "The operator provides this defence: synchronous replication, and no reads from a replica. The documentation requires it, and no source file contains it."
  }
]
