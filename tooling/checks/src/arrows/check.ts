import type { Workspace } from "../workspace/Manifest.ts"
import { type Breach, byPlace } from "./breach.ts"
import type { Placed } from "./Placed.ts"
import { cycles } from "./rules/cycles.ts"
import { declared } from "./rules/declared.ts"
import { dependencies } from "./rules/dependencies.ts"
import { fixtures } from "./rules/fixtures.ts"
import { folder } from "./rules/folder.ts"
import { hygiene } from "./rules/hygiene.ts"
import { room } from "./rules/room.ts"
import { read } from "./source.ts"

/** The repository as the rules see it. Paths run from its root. */
export interface Tree {
  readonly files: ReadonlyArray<{
    readonly path: string
    readonly text: string
  }>
  readonly workspaces: ReadonlyArray<Workspace>
  /** The text of docs/dependencies.md. */
  readonly dependencies: string
}

/** Every breach in the tree, in order of place. */
export const check = (tree: Tree): ReadonlyArray<Breach> => {
  const placed = tree.files.flatMap(({ path, text }) => {
    const home = tree.workspaces.find(({ folder }) => path.startsWith(`${folder}/`))
    return home === undefined ? [] : [{ source: read(path, text), home, workspaces: tree.workspaces }]
  })
  const sources = placed.filter((file) => !isTest(file))
  return [
    ...sources.flatMap((file) => [...hygiene(file.source), ...room(file), ...folder(file), ...declared(file)]),
    ...cycles(sources.map(({ source }) => source)),
    ...placed.filter(isTest).flatMap(fixtures),
    ...dependencies(tree.workspaces, tree.dependencies)
  ].sort(byPlace)
}

const isTest = ({ home, source }: Placed): boolean => source.path.startsWith(`${home.folder}/test/`)
