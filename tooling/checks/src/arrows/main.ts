import { report } from "../workspace/disk.ts"
import { format } from "./breach.ts"
import { check, readTree } from "./check.ts"

const tree = readTree()
report(
  check(tree).map(format),
  `arrows: ${tree.files.length} files in ${tree.workspaces.length - 1} workspaces comply with the import rules`
)
