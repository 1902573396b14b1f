/** Something that a standard asks for, and what shows that it is done, or why it is not. */
export interface Requirement {
  /** The number of what is asked, in its standard. */
  readonly number: string
  readonly rule: string
  readonly does: string
  /** Rows of docs/threats.md whose tests show it, or the words of a test's title. */
  readonly shownBy: ReadonlyArray<string>
  /** Why no test shows it, or why it is not done. */
  readonly reason?: string
}

export interface Standard {
  readonly title: string
  readonly requirements: ReadonlyArray<Requirement>
}

/** A step of a ceremony of WebAuthn. */
export interface Step extends Requirement {
  /** The file that does it, from the root. None where the page does it, or nobody has to. */
  readonly where?: string
}

export interface Ceremony {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}
