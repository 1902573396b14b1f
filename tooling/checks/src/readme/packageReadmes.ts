import { linksOf } from "../links/links.ts"
import { published } from "../packaging/pack.ts"
import { isThere, text } from "../workspace/disk.ts"
import { proseOf, quotedIn, snippetsOf } from "../workspace/markdown.ts"

/** Returns the README of each published package, as a path relative to the root. */
export const packageReadmes = (): ReadonlyArray<string> => published().map((folder) => `${folder}/README.md`)

/** Returns the problems of a package README, one line each. `exists` takes paths relative to the root. */
export const readmeProblems = (
  path: string,
  markdown: string,
  exists: (path: string) => boolean
): ReadonlyArray<string> => {
  const lines = markdown.trimEnd().split("\n").length
  const snippets = snippetsOf(markdown)
  const code = snippets.filter(({ language }) => /^tsx?$/u.test(language)).map((snippet) => snippet.code)
  const installed = /^Once published: .*`npm i(?: -D)? ([^`]+)`/mu.exec(markdown)?.[1]?.split(" ") ?? []
  const own = installed.filter((name) => /^(?:@countersign\/|(?:create-)?countersign$)/u.test(name))
  const commands = snippets.flatMap(({ code, language }) => (language === "sh" ? code.split("\n") : []))
  const packs = `npm run pack -- ../packed ${own.join(" ")} `
  const documents = proseOf(markdown)
    .flatMap(quotedIn)
    .filter((name) => /^(?:docs\/[\w./-]+|[A-Z]+\.md)$/u.test(name))
  return [
    ...(lines > MOST_LINES ? [`has ${lines} lines: bring it to ${MOST_LINES}, and move the rest to docs/`] : []),
    ...(code.length === 0 ? ["has no snippet in TypeScript: show the shortest use"] : []),
    ...code
      .flatMap(importsOf)
      .filter((name) => !installed.includes(name))
      .map((name) => `imports ${name}, which no \`npm i\` after "Once published:" installs`),
    ...(commands.some((line) => line.startsWith(packs)) ? [] : [`has no \`${packs.trim()}\`, which works today`]),
    ...linksOf(markdown).map(
      ({ target }) => `links ${target}: npm has no files around a README, so name the document as \`docs/page.md\``
    ),
    ...documents.filter((name) => !exists(name)).map((name) => `names ${name}, which does not exist`)
  ].map((problem) => `${path}  readme  ${problem}`)
}

/** Returns the README problems of every published package, including a missing README. */
export const packageReadmeProblems = (): ReadonlyArray<string> =>
  packageReadmes().flatMap((path) =>
    isThere(path) ? readmeProblems(path, text(path), isThere) : [`${path}  readme  is missing: write it`]
  )

const MOST_LINES = 60

/** Returns the packages that a program imports, without Node modules. */
const importsOf = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/\bfrom "(?!node:)((?:@[^/"]+\/)?[^/"]+)/gu)].map(([, name = ""]) => name)
