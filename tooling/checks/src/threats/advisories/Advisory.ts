/** Something that went wrong in comparable software. */
export interface Advisory {
  readonly id: string
  /** The library, and the version without it. */
  readonly library: string
  readonly cause: string
  readonly lesson: string
  /** The threats that hold against it. Each has to have a test. */
  readonly rows: ReadonlyArray<string>
}
