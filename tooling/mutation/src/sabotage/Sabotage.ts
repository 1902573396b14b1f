/** A defence removed by a source edit, and the tests of its threat row, which must fail then. */
export interface Sabotage {
  /** A row of docs/threats.md (`R2`, `FA3`) or of the findings (`FS7`). */
  readonly row: string
  /** What the edit removes, in a few words. */
  readonly removes: string
  /** The edited file, from the repository root. */
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files whose titles name the row. At least one test that names the row must fail. */
  readonly tests: ReadonlyArray<string>
}
