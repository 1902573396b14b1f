import { posix } from "node:path"
import { filesBelow, isThere, text } from "../workspace/disk.ts"

/** A link to a file or heading of this repository. */
export interface Link {
  readonly target: string
  readonly line: number
}

/** The targets that links are checked against. Paths are relative to the root. */
export interface Repository {
  readonly exists: (path: string) => boolean
  readonly text: (path: string) => string
}

/** Returns the relative links and images of a Markdown page, outside code. */
export const linksOf = (markdown: string): ReadonlyArray<Link> =>
  prose(markdown).flatMap((text, index) =>
    targets(text.replace(/`[^`]*`/gu, "")).map((target) => ({ target, line: index + 1 }))
  )

/** Returns the heading anchors of a Markdown page as GitHub generates them: a repeated heading gets a number. */
export const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const times = new Map<string, number>()
  return new Set(
    prose(markdown).flatMap((text) => {
      const heading = /^ {0,3}#{1,6}\s+(.*)$/u.exec(text)?.[1]
      if (heading === undefined) return []
      const name = heading
        .toLowerCase()
        .trim()
        .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
        .replaceAll(/\s/gu, "-")
      const before = times.get(name) ?? 0
      times.set(name, before + 1)
      return [before === 0 ? name : `${name}-${before}`]
    })
  )
}

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

/** Returns the lines of a page. Lines inside code fences are empty. */
const prose = (markdown: string): ReadonlyArray<string> => {
  let fence = ""
  return markdown.split("\n").map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1] ?? ""
    if (fence === "" && mark === "") return text
    if (fence === "") fence = mark
    else if (mark.startsWith(fence)) fence = ""
    return ""
  })
}

const targets = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(\s*<?([^\s)>]+)/gu), ...text.matchAll(/^\s{0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gu)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^([a-z][a-z0-9+.-]*:|\/)/iu.test(target))

/** Returns every broken relative link of the documentation pages. */
export const brokenLinks = (): ReadonlyArray<string> =>
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesBelow("docs", ".md")]
    .filter(isThere)
    .flatMap((path) => broken(path, text(path), { exists: isThere, text }))
