/** One broken rule, at one place, with the way out of it. */
export interface Breach {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly remedy: string
}

/** Prints a breach as one line that an editor can jump to. */
export const format = (breach: Breach): string => `${breach.path}:${breach.line}  ${breach.rule}  ${breach.remedy}`

/** Orders breaches by place, so that two runs print the same. */
export const byPlace = (one: Breach, other: Breach): number =>
  one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1

/** A list like a .gitignore turned round: what it names is allowed, `!` takes away again, the last match decides. */
export type Patterns = ReadonlyArray<string>

/** Tells whether the patterns allow the text. `*` stops at a slash, `**` does not. */
export const allows = (patterns: Patterns, text: string): boolean =>
  patterns.reduce((allowed, pattern) => {
    const denies = pattern.startsWith("!")
    return expression(denies ? pattern.slice(1) : pattern).test(text) ? !denies : allowed
  }, false)

const expression = (pattern: string): RegExp => {
  const body = pattern
    .split("**")
    .map((part) => part.split("*").map(escaped).join("[^/]*"))
    .join(".*")
  return new RegExp(`^${body}$`, "u")
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\/]/gu, "\\$&")
