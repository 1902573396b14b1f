import { withTable } from "../workspace/markdown.ts"

/** The cost of a change, in files that a developer writes by hand, beside printed pages. */
export interface Cost {
  /** New files. A folder that is all new is one. */
  readonly created: number
  /** Files that get a line. */
  readonly edited: number
  /** Files of tests that get a line, so that all tests compile and those of authority pass. */
  readonly tests: number
}

/**
 * The cost of each recorded change today. `costs.test.ts` makes the change in a copy of the whole tree and counts, and
 * CONTRIBUTING.md prints this table. Where the tree gets lighter, the numbers fall here.
 */
export const costs = {
  "account type": { created: 1, edited: 1, tests: 0 },
  "credential kind": { created: 2, edited: 2, tests: 3 },
  endpoint: { created: 1, edited: 2, tests: 3 },
  refusal: { created: 0, edited: 1, tests: 0 },
  "policy field": { created: 0, edited: 1, tests: 0 },
  port: { created: 2, edited: 1, tests: 0 },
  "host adapter": { created: 1, edited: 0, tests: 0 },
  "store adapter": { created: 1, edited: 0, tests: 0 }
} satisfies Readonly<Record<string, Cost>>

/** Returns CONTRIBUTING.md with the table of costs. */
export const withCosts = (page: string): string =>
  withTable(
    page,
    ["You add", "New files", "Files that get a line", "Tests that get a line"],
    Object.entries(costs).map(([name, { created, edited, tests }]) => [name, created, edited, tests])
  )
