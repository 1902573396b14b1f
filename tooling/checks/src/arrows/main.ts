import { filesBelow, text, workspaces } from "../workspace/disk.ts"
import { format } from "./breach.ts"
import { check, type Tree } from "./check.ts"

/** Reads the tree from disk: the sources of every workspace and its tests. */
export const readTree = (): Tree => {
  const found = workspaces()
  return {
    workspaces: found,
    files: found
      .filter(({ folder }) => folder !== ".")
      .flatMap(({ folder }) => ["src", "test"].flatMap((part) => filesBelow(`${folder}/${part}`, ".ts")))
      .map((path) => ({ path, text: text(path) })),
    dependencies: text("docs/dependencies.md")
  }
}

const tree = readTree()
const breaches = check(tree)
for (const breach of breaches) console.log(format(breach))
if (breaches.length === 0) {
  console.log(`arrows: ${tree.files.length} files in ${tree.workspaces.length - 1} workspaces keep the house's rules`)
} else {
  process.exitCode = 1
}
