import { posix } from "node:path"
import { filesBelow, isThere, text } from "../workspace/disk.ts"
import { anchorsOf, proseOf } from "../workspace/markdown.ts"

/** The targets that links are checked against. Paths are relative to the root. */
export interface Repository {
  readonly exists: (path: string) => boolean
  readonly text: (path: string) => string
}

/** Returns the relative links and images of a Markdown page, outside code. */
export const linksOf = (markdown: string) =>
  proseOf(markdown).flatMap((text, index) =>
    targets(text.replace(/`[^`]*`/gu, "")).map((target) => ({ target, line: index + 1 }))
  )

/** Returns the links to a missing file or heading, one line each. */
export const broken = (path: string, markdown: string, { exists, text }: Repository): ReadonlyArray<string> =>
  linksOf(markdown).flatMap(({ target, line }) => {
    const [way = "", anchor] = decodeURIComponent(target).split("#")
    const file = way === "" ? path : posix.join(posix.dirname(path), way.split("?")[0] ?? "")
    const isPage = anchor !== undefined && file.endsWith(".md")
    const page = (): string => (file === path ? markdown : text(file))
    if (!file.startsWith("..") && exists(file) && (!isPage || anchorsOf(page()).has(anchor))) return []
    return [`${path}:${line}  link  ${target} points at nothing: correct it or write that file`]
  })

const targets = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(\s*<?([^\s)>]+)/gu), ...text.matchAll(/^\s{0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gu)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^([a-z][a-z0-9+.-]*:|\/)/iu.test(target))

/** Returns every broken relative link of the documentation pages. */
export const brokenLinks = (): ReadonlyArray<string> =>
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesBelow("docs", ".md")].flatMap((path) =>
    broken(path, text(path), { exists: isThere, text })
  )
