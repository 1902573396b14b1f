import { LISTS, type Manifest, manifestPath, type Workspace } from "../../workspace/Manifest.ts"
import type { Breach } from "../breach.ts"
import { rows } from "../dependencyTable.ts"

const page = "docs/dependencies.md"
const exact = /^(npm:(@[^/]+\/)?[^@]+@)?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$/u

/**
 * Every dependency is pinned and has one line in docs/dependencies.md, and the page names nothing else. `npm run docs` prints
 * which workspaces use it.
 */
export const dependencies = (workspaces: ReadonlyArray<Workspace>, markdown: string): ReadonlyArray<Breach> => {
  const own = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]))
  const written = new Map(rows(markdown).map((row) => [key(row.name, row.version), row]))
  const used = new Set<string>()
  const breaches: Array<Breach> = []

  for (const { folder, manifest, text } of workspaces) {
    for (const { name, range, isPeer } of listed(manifest)) {
      const report = (rule: string, remedy: string) =>
        breaches.push({ path: manifestPath(folder), line: lineOf(text, name, range), rule, remedy })
      if (!isPeer && !exact.test(range)) report("pinned", `pin ${name} to one version, not ${range}`)
      if (own.has(name)) {
        if (own.get(name) !== range) report("pinned", `${name} is at ${own.get(name)} in this repository, not ${range}`)
        continue
      }
      used.add(key(name, range))
      if (!written.has(key(name, range))) report("dependency-page", `write one line for ${name} ${range} in ${page}`)
    }
  }

  for (const [place, { line, name, version }] of written) {
    if (used.has(place)) continue
    const remedy = `no workspace depends on ${name} ${version}: remove the line`
    breaches.push({ path: page, line, rule: "dependency-page", remedy })
  }
  return breaches
}

const key = (name: string, version: string): string => `${name} ${version}`

const listed = (manifest: Manifest) =>
  LISTS.flatMap((list) =>
    Object.entries(manifest[list] ?? {}).map(([name, range]) => ({ name, range, isPeer: list === "peerDependencies" }))
  )

const lineOf = (text: string, name: string, range: string): number =>
  1 + text.split("\n").findIndex((line) => line.includes(`"${name}"`) && line.includes(`"${range}"`))
