import { shownBy } from "./shown.ts"
import { testFiles } from "./testTitles.ts"
/** An attack or a fault that was thought of, and what becomes of it. */
export interface Threat {
  /** The letter of its table, and its place in it: tests carry this name in their titles. */
  readonly row: string
  readonly attack: string
  /** What happens instead, in a sentence. */
  readonly defence: string
  /** The files and folders that see to it, from the root. */
  readonly where: ReadonlyArray<string>
  readonly notClaimed: string
  /** Why no test shows it. It is told for as long as none does. */
  readonly untested?: string
}

/** Rows of one letter. */
export interface Table {
  readonly title: string
  readonly rows: ReadonlyArray<Threat>
}

/** The tests of this repository as they stand, and the rows they name. Whoever imports this has them read. */
export const files = testFiles()
export const shown = shownBy(files)
