import { filesBelow, text, workspaces } from "../workspace/disk.ts"
import type { Tree } from "./check.ts"

/** Reads the tree from disk: the sources of every workspace and its tests. */
export const readTree = (): Tree => {
  const found = workspaces()
  return {
    workspaces: found,
    files: found
      .filter(({ folder }) => folder !== ".")
      .flatMap(({ folder }) => ["src", "test"].flatMap((part) => filesBelow(`${folder}/${part}`, ".ts")))
      .map((path) => ({ path, text: text(path) })),
    dependencies: text("docs/maintain/dependencies.md")
  }
}
