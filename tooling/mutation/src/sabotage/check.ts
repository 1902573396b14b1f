import { places, report, threats } from "@countersign/checks"
import { edits, exempt } from "./edits.ts"
import { treeOf } from "./located.ts"
import { problemsOf } from "./problems.ts"

const rows = threats.map(({ row }) => row)

/** Checks the list of edits without running it: each applies to its file, and its tests name its row. */
const problems = problemsOf({ edits, exempt, places, rows, tree: treeOf() })
report(problems, `edits: ${edits.length} edits apply to their files`)
