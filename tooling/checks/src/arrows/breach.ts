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
