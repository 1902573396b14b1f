import { posix } from "node:path"
import type { Sabotage } from "./located.ts"
import type { Ran, Report } from "./runTests.ts"

/** The result of the tests of a row with its defence removed. */
export interface Verdict {
  readonly sabotage: Sabotage
  /** The first test that fails, behind the name of its file. Absent when no test detects the removal. */
  readonly noticedBy?: string
  /** The reason why the edit does not count as detected. */
  readonly problem?: string
}

/**
 * Decides whether a test detected a removed defence: a test that names the row passes without the edit, and fails with
 * the edit inside the test itself.
 */
export const verdictOf = (sabotage: Sabotage, without: Report, withEdit: Report): Verdict => {
  const { row, tests } = sabotage
  const isNamed = ({ file, title }: Ran) => tests.includes(file) && new RegExp(`\\b${row}\\b`, "u").test(title)
  const named = without.tests.filter(isNamed)
  const red = named.filter(({ passed }) => !passed)
  const fallen = withEdit.tests.filter((test) => isNamed(test) && !test.passed)
  const [noticed] = fallen.filter((test) => !test.failures.every(isBroken))
  if (named.length === 0) return { sabotage, problem: `no test in ${tests.join(", ")} ran whose title names ${row}` }
  if (red[0] !== undefined) return { sabotage, problem: `fails without the edit: ${red[0].title}` }
  if (noticed !== undefined) return { sabotage, noticedBy: `${posix.basename(noticed.file)}: ${noticed.title}` }
  if (fallen[0] !== undefined) return { sabotage, problem: `the edit breaks the file: ${fallen[0].failures[0] ?? ""}` }
  const [unloaded] = withEdit.unloaded
  if (unloaded !== undefined) return { sabotage, problem: `the edited file does not load: ${unloaded}` }
  return { sabotage, problem: `${named.length} tests that name ${row} stay green` }
}

// Such an error means that the edit uses an undefined name or causes an infinite loop. It is no evidence about the
// defence. An edit that does not parse, or imports a name that is not exported, fails outside a test.
const isBroken = (failure: string): boolean => /^ReferenceError|^Error: (?:Test|Hook) timed out/u.test(failure)
