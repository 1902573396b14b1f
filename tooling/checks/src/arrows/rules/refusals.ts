import { posix } from "node:path"
import type { Breach } from "../breach.ts"
import { refusals as rooms } from "../house.ts"
import type { Source } from "../source.ts"

/**
 * Reports a refusal that the error catalogue does not contain (I16), or contains under another tag. The catalogue has
 * each class that a module of its list exports, so a class elsewhere would be a failure without an entry.
 */
export const refusals = (sources: ReadonlyArray<Source>): ReadonlyArray<Breach> => {
  const list = sources.find(({ path }) => path === rooms.list)
  const listed = new Set(
    (list?.imports ?? []).map(({ specifier = "" }) => posix.join(posix.dirname(rooms.list), specifier))
  )
  const declared = new Map<string, string>()
  return sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(DECLARATION), ({ 1: exported, 2: name = "", 3: tag = "", index }) => {
      const line = text.slice(0, index).split("\n").length
      const at = (remedy: string): Breach => ({ path, line, rule: "refusal", remedy })
      const former = declared.get(tag)
      declared.set(tag, path)
      return [
        ...(name === tag ? [] : [at(`name the class ${tag}, as its tag: the errors page links to the tag`)]),
        ...(exported === undefined ? [at(`export ${name}, so that the catalogue contains it`)] : []),
        ...(former === undefined ? [] : [at(`choose another tag: ${former} declares ${tag}`)]),
        ...(listed.has(path) || path.startsWith(rooms.kinds) ? [] : [at(`list this module in ${rooms.list}`)])
      ]
    }).flat()
  )
}

const DECLARATION = /^(export )?class (\w+) extends Refusal\(\s*"(\w+)"/gmu
