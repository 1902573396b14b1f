import { testFiles, threats } from "@countersign/checks"
import { edits, exempt } from "./edits.ts"
import { problemsOf } from "./problems.ts"

// A row without a test has a reason in the table of threats, and no defence to remove.
const rows = threats.flatMap(({ row, untested }) => (untested === undefined ? [row] : []))

/** Checks the list of edits without running it: each applies to its file, and its tests name its row. */
const problems = problemsOf({ edits, exempt, rows, testFiles: testFiles() })
for (const problem of problems) process.stdout.write(`${problem}\n`)
if (problems.length === 0) process.stdout.write(`edits: ${edits.length} edits apply to their files\n`)
else process.exitCode = 1
