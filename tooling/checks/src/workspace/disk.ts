import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { folders } from "./folders.ts"
import { manifestPath, parse, type Workspace } from "./Manifest.ts"

/** The repository root. Resolves from both `dist/workspace` and `src/workspace`. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** Reads the manifests of the root and of every workspace. */
export const workspaces = (): ReadonlyArray<Workspace> =>
  [".", ...folders.flatMap(children)]
    .filter((folder) => existsSync(join(root, manifestPath(folder))))
    .map((folder) => parse(folder, text(manifestPath(folder))))

/** Returns the files below a folder with an ending, relative to the root. Empty when the folder does not exist. */
export const filesBelow = (folder: string, ending: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
        .sort()
    : []

/** Returns the files that people read, except build output and installed packages: sources, tests, pages and workflows. */
export const readableFiles = (): ReadonlyArray<string> =>
  [
    ...["packages", "adapters", "tooling", "examples", "docs", ".changeset", ".github"].flatMap((folder) =>
      filesBelow(folder, "")
    ),
    ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "vitest.config.ts"]
  ].filter(
    (path) =>
      /\.(?:tsx?|m?js|md|sql|py|html|css|yml)$/u.test(path) && !/node_modules|\/dist\/|CHANGELOG\.md$/u.test(path)
  )

/** Returns whether a file or folder exists at a path relative to the root. */
export const isThere = (path: string): boolean => existsSync(join(root, path))

/** Returns the text of a file at a path relative to the root. */
export const text = (path: string): string => readFileSync(join(root, path), "utf8")

/** Prints the problems of a check, or the line for none. With a problem, the process exits with 1. */
export const report = (problems: ReadonlyArray<string>, none: string): void => {
  for (const line of problems.length === 0 ? [none] : problems) process.stdout.write(`${line}\n`)
  if (problems.length > 0) process.exitCode = 1
}

const children = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}`)
    : []
