/**
 * What is wrong with one field. `path` is dotted and names fields of ours only; `constraint` completes the sentence "It
 * must be". Neither repeats what was sent.
 */
export interface Issue {
  readonly path: string
  readonly constraint: string
}

/** The same issues, one object further out. */
export const under = (parent: string, issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> =>
  issues.map(({ path, constraint }) => ({ path: path === "" ? parent : `${parent}.${path}`, constraint }))
