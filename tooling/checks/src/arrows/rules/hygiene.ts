import { allows, type Finding } from "../breach.ts"
import { casts, exhaustive, readers, sandboxWords } from "../house.ts"
import type { Kind, Source } from "../source.ts"

interface Rule {
  readonly rule: string
  readonly remedy: string
  readonly isAllowed: (path: string) => boolean
}

const cast = { rule: "cast", remedy: "decode or narrow instead; only Machine.ts and kinds/index.ts may cast" }

const RULES: Readonly<Record<Kind, Rule>> = {
  random: {
    rule: "chance",
    remedy: "take chance from the Secrets port: Math.random can be guessed",
    isAllowed: () => false
  },
  reading: {
    rule: "second-reading",
    remedy: "read JSON once, by parseStrictJson: what another reader makes of it may be something else",
    isAllowed: (path) => allows(readers, path)
  },
  default: {
    rule: "exhaustive",
    remedy: "name every case and drop the default branch, or fold with match",
    isAllowed: (path) => !allows(exhaustive, path)
  },
  cast: { ...cast, isAllowed: (path) => allows(casts.exempt, path) || !allows(casts.plain, path) },
  castThroughUnknown: { ...cast, isAllowed: (path) => allows(casts.exempt, path) }
}

/** Reports code that no file may contain, independent of its imports. */
export const hygiene = ({ source: { found, path, text } }: { readonly source: Source }): ReadonlyArray<Finding> => [
  ...found
    .filter(({ kind }) => !RULES[kind].isAllowed(path))
    .map(({ kind, line }): Finding => [line, RULES[kind].rule, RULES[kind].remedy]),
  ...(allows(sandboxWords.files, path) ? [] : text.split("\n")).flatMap(
    (line, index): ReadonlyArray<Finding> =>
      sandboxWords.words.some((word) => line.includes(word)) ? [[index + 1, "sandbox-word", SANDBOX]] : []
  )
]

const SANDBOX = "sandbox words live in packages/sandbox/src: production wiring must not know them"
