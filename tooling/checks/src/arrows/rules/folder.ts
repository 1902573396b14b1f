import type { Breach } from "../breach.ts"
import { folders, httpFolders } from "../house.ts"
import type { Placed } from "../Placed.ts"
import { allows } from "../pattern.ts"
import { fileOf } from "../specifier.ts"

/** Inside core, siblings do not know each other: an operation introduces them. Inside http, arrows point one way. */
export const folder = (placed: Placed): ReadonlyArray<Breach> => [
  ...crossings(folders, placed, "move what both need down to model or ports, or introduce them in operations"),
  ...crossings(httpFolders, placed, "move what both need down, as far as message")
]

const crossings = ({ room, rows }: typeof folders, { home, source }: Placed, cure: string): ReadonlyArray<Breach> => {
  if (home.folder !== room) return []
  const from = folderOf(room, source.path)
  const may = rows.find((row) => allows([row.folder], from))?.may ?? []
  return source.imports.flatMap(({ specifier, line }) => {
    const file = specifier === undefined ? undefined : fileOf(source.path, specifier)
    if (file === undefined || !file.startsWith(`${room}/src/`)) return []
    const to = folderOf(room, file)
    if (to === from || allows(may, to)) return []
    return [{ path: source.path, line, rule: "folder", remedy: `${from} may not import ${to}: ${cure}` }]
  })
}

const folderOf = (room: string, path: string): string => {
  const [first, ...rest] = path.slice(`${room}/src/`.length).split("/")
  return first === undefined || rest.length === 0 ? "." : first
}
