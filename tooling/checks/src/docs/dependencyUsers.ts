import { rows } from "../arrows/dependencyTable.ts"
import type { Manifest, Workspace } from "../workspace/Manifest.ts"

/**
 * The page of dependencies with the workspaces that declare each in its column "used by". Where one version of a package
 * has two rows, the first is of what published packages install, and the second of all others.
 */
export const withUsers = (page: string, workspaces: ReadonlyArray<Workspace>): string => {
  const uses = workspaces.flatMap(usesOf)
  const lines = page.split("\n")
  const written = rows(page)
  for (const row of written) {
    const own = uses.filter(({ name, range }) => name === row.name && range === row.version)
    const [first, ...others] = written.filter(({ name, version }) => name === row.name && version === row.version)
    const mine = others.length === 0 ? own : own.filter(({ isInstalled }) => isInstalled === (row.line === first?.line))
    const users = [...new Set(mine.map(({ user }) => user))].join(", ")
    lines[row.line - 1] = withCell(lines[row.line - 1] ?? "", users)
  }
  return lines.join("\n")
}

interface Use {
  readonly user: string
  readonly name: string
  readonly range: string
  /** Whether a host installs it with the package. */
  readonly isInstalled: boolean
}

const usesOf = ({ folder, manifest }: Workspace): ReadonlyArray<Use> =>
  FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).map(([name, range]) => ({
      user: folder === "." ? "root" : folder,
      name,
      range,
      isInstalled: manifest.private !== true && field !== "devDependencies"
    }))
  )

const FIELDS = [
  "dependencies",
  "peerDependencies",
  "optionalDependencies",
  "devDependencies"
] as const satisfies ReadonlyArray<keyof Manifest>

/** A row of the table with another third cell. A pipe inside a cell is written `\|`. */
const withCell = (row: string, text: string): string =>
  row
    .split(/(?<!\\)\|/u)
    .map((cell, column) => (column === 3 ? ` ${text} ` : cell))
    .join("|")
