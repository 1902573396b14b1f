import { allows, type Breach } from "../breach.ts"
import { casts, exhaustive, readers, sandboxWords } from "../house.ts"
import type { Source } from "../source.ts"

/** Reports code that no file may contain, independent of its imports. */
export const hygiene = (source: Source): ReadonlyArray<Breach> => {
  const at = (rule: string, remedy: string) => (line: number) => ({ path: source.path, line, rule, remedy })
  return [
    ...source.faults.map(({ line, message }) => at("syntax", message)(line)),
    ...source.randoms.map(at("chance", "take chance from the Secrets port: Math.random can be guessed")),
    ...(allows(readers, source.path) ? [] : source.readings).map(
      at("second-reading", "read JSON once, by parseStrictJson: what another reader makes of it may be something else")
    ),
    ...(allows(exhaustive, source.path) ? source.defaults : []).map(
      at("exhaustive", "name every case and drop the default branch, or fold with match")
    ),
    ...source.casts
      .filter(({ throughUnknown }) => isReported(source.path, throughUnknown))
      .map(({ line }) => at("cast", "decode or narrow instead; only Machine.ts and kinds/index.ts may cast")(line)),
    ...(allows(sandboxWords.files, source.path) ? [] : sandboxLines(source.text)).map(
      at("sandbox-word", "sandbox words live in packages/sandbox/src: production wiring must not know them")
    )
  ]
}

const isReported = (path: string, throughUnknown: boolean): boolean =>
  !allows(casts.exempt, path) && allows(throughUnknown ? casts.throughUnknown : casts.plain, path)

const sandboxLines = (text: string): ReadonlyArray<number> =>
  text.split("\n").flatMap((line, index) => (sandboxWords.words.some((word) => line.includes(word)) ? [index + 1] : []))
