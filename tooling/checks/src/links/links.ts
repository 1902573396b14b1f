import { posix } from "node:path"

/** A link to another file of the repository. */
export interface Link {
  readonly target: string
  readonly line: number
}

/** Reads the relative links and images of a markdown page, outside code. */
export const linksOf = (markdown: string): ReadonlyArray<Link> => {
  let fence = ""
  return markdown.split("\n").flatMap((text, index) => {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1] ?? ""
    if (fence === "" && mark !== "") {
      fence = mark
      return []
    }
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = ""
      return []
    }
    return targets(text.replace(/`[^`]*`/gu, "")).map((target) => ({
      target,
      line: index + 1
    }))
  })
}

/** The links that point at nothing, one line each. `exists` is asked for paths from the root. */
export const broken = (path: string, markdown: string, exists: (path: string) => boolean): ReadonlyArray<string> =>
  linksOf(markdown).flatMap(({ target, line }) => {
    const file = posix.join(posix.dirname(path), decodeURIComponent(target.split(/[?#]/u)[0] ?? ""))
    if (!file.startsWith("..") && exists(file)) return []
    return [`${path}:${line}  link  ${target} points at nothing: correct it or write that file`]
  })

const targets = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(\s*<?([^\s)>]+)/gu), ...text.matchAll(/^\s{0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gu)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^([a-z][a-z0-9+.-]*:|#|\/)/iu.test(target))
