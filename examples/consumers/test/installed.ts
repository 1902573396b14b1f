import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs"
import { join } from "node:path"

interface Installed {
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The installed packages by path, as npm lists them. A package that is installed twice is listed twice. */
export const installed = (folder: string): ReadonlyMap<string, Installed> =>
  new Map(Object.entries(JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")).packages))

/** The paths of some packages and of all their dependencies. */
export const reach = (folder: string, names: ReadonlyArray<string>): ReadonlySet<string> => {
  const packages = installed(folder)
  const reached = new Set<string>()
  const visit = (name: string, from: string): void => {
    const place = placesFrom(from, name).find((candidate) => packages.has(candidate))
    if (place === undefined) throw new Error(`${name} is not installed for ${from}`)
    if (reached.has(place)) return
    reached.add(place)
    for (const dependency of Object.keys(packages.get(place)?.dependencies ?? {})) visit(dependency, place)
  }
  for (const name of names) visit(name, "")
  return reached
}

/** The paths where Node.js looks for a package, nearest first. */
const placesFrom = (from: string, name: string): ReadonlyArray<string> => {
  const nested = `${from === "" ? "" : `${from}/`}node_modules/${name}`
  if (from === "") return [nested]
  const parent = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))
  return [nested, ...placesFrom(parent, name)]
}

/** The disk usage of packages in bytes, in whole blocks, without their nested packages. */
export const diskOf = (folder: string, places: ReadonlySet<string>): number =>
  [...places].reduce((sum, place) => sum + below(join(folder, place), ({ blocks }) => blocks * 512), 0)

/** The unpacked size of a package in bytes, as npm reports it. */
export const unpackedOf = (folder: string, place: string): number =>
  below(join(folder, place), (entry) => (entry.isFile() ? entry.size : 0))

const below = (path: string, sizeOf: (entry: Stats) => number): number => {
  const entry = lstatSync(path)
  if (!entry.isDirectory()) return sizeOf(entry)
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .reduce((sum, name) => sum + below(join(path, name), sizeOf), sizeOf(entry))
}
