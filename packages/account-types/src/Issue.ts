/**
 * What is wrong with one field. `path` is dotted and names fields of ours only; `constraint` completes the sentence "It
 * must be". Neither repeats what was sent.
 */
export interface Issue {
  readonly path: string
  readonly constraint: string
  /** The same for programs, where attributes of a form can say it. */
  readonly limits?: Limits
  /** Set where the shape is right, and a check digit or checksum says that no such account exists. */
  readonly isMistyped?: true
}

/** What a text must be, in the words of JSON Schema. `pattern` is anchored. */
export interface Limits {
  readonly pattern?: string
  readonly enum?: ReadonlyArray<string>
  readonly minLength?: number
  readonly maxLength?: number
}

/** The same issues, one object further out. */
export const under = (parent: string, issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> =>
  issues.map((issue) => ({ ...issue, path: issue.path === "" ? parent : `${parent}.${issue.path}` }))
