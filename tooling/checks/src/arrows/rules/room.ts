import { isBuiltin } from "node:module"
import type { Workspace } from "../../workspace/Manifest.ts"
import type { Breach } from "../breach.ts"
import { house, loaders, type Room } from "../house.ts"
import type { Import } from "../imports.ts"
import type { Placed } from "../Placed.ts"
import { allows } from "../pattern.ts"
import { effectModules, fileOf, leadsToFiles, packageOf } from "../specifier.ts"

/** An import must follow an arrow of the house. */
export const room = ({ source, home, workspaces }: Placed): ReadonlyArray<Breach> => {
  const row = house.find(({ room }) => allows([room], home.folder))
  if (row === undefined) {
    return [{ path: source.path, line: 1, rule: "room", remedy: `give ${home.folder} a row in src/arrows/house.ts` }]
  }
  const rooms = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, folder]))
  return source.imports.flatMap((found) =>
    remedies(row, source.path, home, rooms, found).map(([rule, remedy]) => {
      return { path: source.path, line: found.line, rule, remedy }
    })
  )
}

type Remedy = readonly [rule: string, remedy: string]

const remedies = (
  row: Room,
  path: string,
  { folder, manifest }: Workspace,
  rooms: ReadonlyMap<string, string>,
  found: Import
): ReadonlyArray<Remedy> => {
  const { specifier } = found
  if (specifier === undefined && allows(loaders, path)) return []
  if (specifier === undefined) return [["computed-import", "import a literal name, so that this checker can read it"]]
  const file = fileOf(path, specifier)
  if (file !== undefined) {
    if (file.startsWith(`${folder}/src/`)) return []
    return [["room", `${specifier} leaves ${folder}/src: import the other package by its name`]]
  }
  if (specifier.startsWith("#")) {
    if (leadsToFiles(manifest.imports?.[specifier])) return []
    return [["room", `declare ${specifier} in the imports of ${folder}/package.json, with files of the package`]]
  }
  if (isBuiltin(specifier)) {
    if (allows(row.node, path.slice(folder.length + 1))) return []
    return [["node", `${folder} may not import ${specifier}${row.node.length > 0 ? ` outside ${row.node}` : ""}`]]
  }
  const name = packageOf(specifier) ?? specifier
  if (name === "effect") {
    return effectModules(found)
      .filter((module) => !allows(row.effect, module))
      .map((module) => ["effect", `${folder} may not import ${module} of effect; see src/arrows/house.ts`])
  }
  const target = rooms.get(name)
  if (target !== undefined) {
    return allows(row.workspace, target) ? [] : [["room", `no arrow runs from ${folder} to ${target}`]]
  }
  return allows(row.npm, name) ? [] : [["npm", `${folder} may not import ${name} from npm`]]
}
