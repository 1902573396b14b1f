import { format } from "./breach.ts"
import { check } from "./check.ts"
import { readTree } from "./tree.ts"

const tree = readTree()
const breaches = check(tree)
for (const breach of breaches) console.log(format(breach))
if (breaches.length === 0) {
  console.log(
    `arrows: ${tree.files.length} files in ${tree.workspaces.length - 1} workspaces comply with the import rules`
  )
} else {
  process.exitCode = 1
}
