/** A violation of one rule at one source position, with the remedy. */
export interface Breach {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly remedy: string
}

/** A violation in the file that a rule reads. */
export type Finding = readonly [line: number, rule: string, remedy: string]

/** Formats a breach as one line that starts with `path:line`, so that an editor can open it. */
export const format = (breach: Breach): string => `${breach.path}:${breach.line}  ${breach.rule}  ${breach.remedy}`

/** Sorts breaches by path and line, so that the output is deterministic. */
export const byPlace = (one: Breach, other: Breach): number =>
  one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1

/** An inverted .gitignore: a pattern allows the paths it matches, `!` excludes them, and the last match decides. */
export type Patterns = ReadonlyArray<string>

/** Returns whether the patterns allow the text. `*` does not match a slash, `**` does. */
export const allows = (patterns: Patterns | undefined, text: string): boolean =>
  (patterns ?? []).reduce((allowed, pattern) => {
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
