import type { Breach } from "../breach.ts"
import type { Placed } from "../Placed.ts"
import { packageOf } from "../specifier.ts"

/** A package that is imported must stand in the workspace's own package.json, where a host installs it from. */
export const declared = ({ source, home }: Placed): ReadonlyArray<Breach> => {
  const { dependencies = {}, peerDependencies = {} } = home.manifest
  return source.imports.flatMap(({ specifier, line }) => {
    const name = specifier === undefined ? undefined : packageOf(specifier)
    if (name === undefined || Object.hasOwn(dependencies, name) || Object.hasOwn(peerDependencies, name)) return []
    const remedy = `declare ${name} in the dependencies or peerDependencies of ${home.folder}/package.json`
    return [{ path: source.path, line, rule: "declared", remedy }]
  })
}
