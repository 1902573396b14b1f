import type { Breach } from "../breach.ts"
import type { Source } from "../source.ts"
import { fileOf } from "../specifier.ts"

/** No file may reach itself through its imports, types included. Each cycle is reported where the search closes it. */
export const cycles = (sources: ReadonlyArray<Source>): ReadonlyArray<Breach> => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const breaches: Array<Breach> = []

  const visit = (source: Source, trail: ReadonlyArray<string>): void => {
    const here = [...trail, source.path]
    for (const { specifier, line } of source.imports) {
      const target = byPath.get((specifier === undefined ? undefined : fileOf(source.path, specifier)) ?? "")
      if (target === undefined || done.has(target.path)) continue
      const start = here.indexOf(target.path)
      if (start === -1) {
        visit(target, here)
      } else {
        const ring = [...here.slice(start), target.path].map((path) => path.split("/src/")[1] ?? path).join(" -> ")
        breaches.push({ path: source.path, line, rule: "cycle", remedy: `break the ring ${ring}` })
      }
    }
    done.add(source.path)
  }

  for (const source of sources) if (!done.has(source.path)) visit(source, [])
  return breaches
}
