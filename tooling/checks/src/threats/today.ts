import { shownBy } from "./shown.ts"
import { testFiles } from "./testTitles.ts"

/** The tests of this repository as they stand, and the rows they name. Whoever imports this has them read. */
export const files = testFiles()
export const shown = shownBy(files)
