import { places, report, threats } from "@countersign/checks"
import { edits, exempt } from "./edits.ts"
import { treeOf } from "./located.ts"
import { problemsOf } from "./problems.ts"
import { leftOf, nameOf, recorded } from "./record.ts"

const rows = threats.map(({ row }) => row)

/** Checks the list of edits without running it: each applies to its file, and its tests name its row, of which one has detected it. */
const problems = [
  ...problemsOf({ edits, exempt, places, rows, tree: treeOf() }),
  ...leftOf(edits, recorded()).map(
    (edit) => `${nameOf(edit)}: no recorded run has detected it: npm run sabotage -- --left`
  )
]
report(problems, `edits: ${edits.length} edits apply to their files, and each was detected`)
