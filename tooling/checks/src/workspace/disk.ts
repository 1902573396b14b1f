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

/** Returns whether a file or folder exists at a path relative to the root. */
export const isThere = (path: string): boolean => existsSync(join(root, path))

/** Returns the text of a file at a path relative to the root. */
export const text = (path: string): string => readFileSync(join(root, path), "utf8")

const children = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}`)
    : []
