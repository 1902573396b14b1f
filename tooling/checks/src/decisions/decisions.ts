import { posix } from "node:path"
import { readableFiles, text } from "../workspace/disk.ts"
import { anchorsOf } from "../workspace/markdown.ts"

/** The most decisions that are pages. The others are in the log. */
export const MOST_PAGES = 35

const FOLDER = "docs/decisions"
const LOG = `${FOLDER}/log.md`
/** A text of the repository by its path. */
export type Texts = ReadonlyMap<string, string>

/** Reads the decisions, and every text that may name one: pages, sources, tests, READMEs and changesets. */
export const textsWithDecisions = (): Texts =>
  new Map(
    readableFiles()
      .filter((path) => !path.endsWith("decisions.test.ts"))
      .map((path) => [path, text(path)])
  )

/** Returns the problems of the decisions: too many pages, a number twice, a page without its line, and a dead reference. */
export const decisionProblems = (texts: Texts): ReadonlyArray<string> => {
  const pages = [...texts.keys()].filter((path) => /^docs\/decisions\/\d{4}-[\w-]+\.md$/u.test(path))
  const logged = anchorsOf(texts.get(LOG) ?? "")
  const index = texts.get(`${FOLDER}/README.md`) ?? ""
  const numbers = [...pages.map(numberOf), ...[...logged].filter((anchor) => /^\d{4}$/u.test(anchor))]
  const names = new Set(pages.map((path) => posix.basename(path)))
  return [
    ...(pages.length <= MOST_PAGES
      ? []
      : [`${FOLDER}  decision  ${pages.length} pages, and at most ${MOST_PAGES} may be: move one to log.md`]),
    ...numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `${FOLDER}  decision  ${number} is a page or a section of log.md twice`),
    ...pages
      .filter((path) => !index.includes(`(${posix.basename(path)})`))
      .map((path) => `${path}  decision  has no line in ${FOLDER}/README.md`),
    ...[...texts].flatMap(([path, source]) =>
      referencesIn(source)
        .filter(({ name, number }) => !numbers.includes(number) || (name !== undefined && !names.has(name)))
        .map(({ name, number }) => `${path}  decision  ${name ?? number} is neither a page nor a section of log.md`)
    )
  ]
}

const numberOf = (path: string): string => posix.basename(path).slice(0, 4)

/** The decisions that a text names: by a page, by a section of the log, or in words as `decision 27`. */
const referencesIn = (source: string): ReadonlyArray<{ readonly number: string; readonly name?: string }> => [
  ...Array.from(source.matchAll(/\b((\d{4})-[a-z0-9-]+\.md)/gu), ([, name = "", number = ""]) => ({ number, name })),
  ...Array.from(source.matchAll(/log\.md#(\d{4})/gu), ([, number = ""]) => ({ number })),
  ...Array.from(source.matchAll(/\bdecision (\d{1,4})\b/giu), ([, number = ""]) => ({
    number: number.padStart(4, "0")
  }))
]
