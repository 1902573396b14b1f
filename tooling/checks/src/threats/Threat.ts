import { shownBy } from "./shown.ts"
import { testFiles } from "./testTitles.ts"
/** A threat: an attack or a fault, with its mitigation. */
export interface Threat {
  /** The letter of its table and its number in it. Tests have this name in their titles. */
  readonly row: string
  readonly attack: string
  /** The mitigation, in one sentence. */
  readonly defence: string
  /** The files and folders that implement the mitigation, relative to the root. */
  readonly where: ReadonlyArray<string>
  readonly notClaimed: string
  /** The reason why no test covers the threat. Printed only while no test does. */
  readonly untested?: string
}

/** The threats of one letter. */
export interface Table {
  readonly title: string
  readonly rows: ReadonlyArray<Threat>
}

/** The tests of this repository and the rows their titles name. Importing this module reads the test files. */
export const files = testFiles()
export const shown = shownBy(files)
