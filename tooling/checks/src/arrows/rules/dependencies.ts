import { type Manifest, manifestPath, type Workspace } from "../../workspace/Manifest.ts"
import type { Breach } from "../breach.ts"
import { rows } from "../dependencyTable.ts"

const page = "docs/dependencies.md"
const exact = /^(npm:(@[^/]+\/)?[^@]+@)?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$/u

interface Dependency {
  readonly name: string
  readonly range: string
  readonly isPeer: boolean
}

/** Every dependency is pinned and has one line in docs/dependencies.md, and the page names nothing else. */
export const dependencies = (workspaces: ReadonlyArray<Workspace>, markdown: string): ReadonlyArray<Breach> => {
  const own = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]))
  const written = new Map(
    rows(markdown).flatMap((row) => row.users.map((user) => [key(row.name, row.version, user), row]))
  )
  const used = new Set<string>()
  const breaches: Array<Breach> = []

  for (const { folder, manifest, text } of workspaces) {
    const user = folder === "." ? "root" : folder
    for (const { name, range, isPeer } of listed(manifest)) {
      const report = (rule: string, remedy: string) =>
        breaches.push({
          path: manifestPath(folder),
          line: lineOf(text, name, range),
          rule,
          remedy
        })
      if (!isPeer && !exact.test(range)) report("pinned", `pin ${name} to one version, not ${range}`)
      if (own.has(name)) {
        if (own.get(name) !== range) report("pinned", `${name} is at ${own.get(name)} in this repository, not ${range}`)
        continue
      }
      used.add(key(name, range, user))
      if (!written.has(key(name, range, user))) {
        report("dependency-page", `write one line for ${name} ${range}, used by ${user}, in ${page}`)
      }
    }
  }

  for (const [place, { line, name, version }] of written) {
    if (used.has(place)) continue
    const remedy = `${place.split(" ").at(-1)} does not depend on ${name} ${version}: correct the line`
    breaches.push({ path: page, line, rule: "dependency-page", remedy })
  }
  return breaches
}

const key = (name: string, version: string, user: string): string => `${name} ${version} ${user}`

const listed = (manifest: Manifest): ReadonlyArray<Dependency> => [
  ...entries(manifest.dependencies, false),
  ...entries(manifest.peerDependencies, true),
  ...entries(manifest.optionalDependencies, false),
  ...entries(manifest.devDependencies, false)
]

const entries = (ranges: Readonly<Record<string, string>> | undefined, isPeer: boolean): ReadonlyArray<Dependency> =>
  Object.entries(ranges ?? {}).map(([name, range]) => ({
    name,
    range,
    isPeer
  }))

const lineOf = (text: string, name: string, range: string): number =>
  1 + text.split("\n").findIndex((line) => line.includes(`"${name}"`) && line.includes(`"${range}"`))
