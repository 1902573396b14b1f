import { rows } from "../arrows/dependencyTable.ts"
import { LISTS, type Workspace } from "../workspace/Manifest.ts"

/** The page of dependencies, with the workspaces that declare each package in the column "used by". */
export const withUsers = (page: string, workspaces: ReadonlyArray<Workspace>): string => {
  const lines = page.split("\n")
  for (const { line, name, version } of rows(page)) {
    const users = workspaces.filter(({ manifest }) => LISTS.some((field) => manifest[field]?.[name] === version))
    const names = users.map(({ folder }) => (folder === "." ? "root" : folder)).join(", ")
    // A pipe inside a cell is written `\|`.
    const cells = (lines[line - 1] ?? "").split(/(?<!\\)\|/u)
    lines[line - 1] = cells.with(3, ` ${names} `).join("|")
  }
  return lines.join("\n")
}
