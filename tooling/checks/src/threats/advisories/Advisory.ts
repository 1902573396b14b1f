/** A vulnerability of comparable software. */
export interface Advisory {
  readonly id: string
  /** The library, and the fixed version. */
  readonly library: string
  readonly cause: string
  readonly lesson: string
  /** The threats that cover it here. Each must have a test. */
  readonly rows: ReadonlyArray<string>
}
