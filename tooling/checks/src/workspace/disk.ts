import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { manifestPath, parse, type Workspace } from "./Manifest.ts"

/** The root of the repository, seen from `dist/workspace` and from `src/workspace` alike. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** Reads the root and every workspace below it. */
export const workspaces = (): ReadonlyArray<Workspace> =>
  [".", ...["packages", "adapters", "tooling", "examples"].flatMap(children)]
    .filter((folder) => existsSync(join(root, manifestPath(folder))))
    .map((folder) => parse(folder, text(manifestPath(folder))))

/** The files below a folder whose names end so, as paths from the root; none if there is no such folder. */
export const filesBelow = (folder: string, ending: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
        .sort()
    : []

/** Whether there is a file or folder at a path from the root. */
export const isThere = (path: string): boolean => existsSync(join(root, path))

/** The text of a file by its path from the root. */
export const text = (path: string): string => readFileSync(join(root, path), "utf8")

const children = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}`)
    : []
