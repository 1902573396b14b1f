import type { Breach } from "../breach.ts"
import { folders } from "../house.ts"
import type { Placed } from "../Placed.ts"
import { allows } from "../pattern.ts"
import { fileOf } from "../specifier.ts"

/** Inside core, siblings do not know each other: a workflow introduces them. */
export const folder = ({ source, home }: Placed): ReadonlyArray<Breach> => {
  if (home.folder !== folders.room) return []
  const from = folderOf(source.path)
  const may = folders.rows.find(({ folder }) => allows([folder], from))?.may ?? []
  return source.imports.flatMap(({ specifier, line }) => {
    const file = specifier === undefined ? undefined : fileOf(source.path, specifier)
    if (file === undefined || !file.startsWith(`${folders.room}/src/`)) return []
    const to = folderOf(file)
    if (to === from || allows(may, to)) return []
    const remedy = `${from} may not import ${to}: move what both need down to model or ports, or introduce them in workflows`
    return [{ path: source.path, line, rule: "folder", remedy }]
  })
}

const folderOf = (path: string): string => {
  const [first, ...rest] = path.slice(`${folders.room}/src/`.length).split("/")
  return first === undefined || rest.length === 0 ? "." : first
}
