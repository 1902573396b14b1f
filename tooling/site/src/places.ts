import { posix } from "node:path"
import { filesBelow, isThere } from "@countersign/checks"

/** Where a file of the repository stands on the site, and how: as a page, as it is, or as a listing of its text. */
export type Place =
  | { readonly as: "page"; readonly url: string }
  | { readonly as: "copy"; readonly url: string }
  | { readonly as: "source"; readonly url: string }

/** Markdown becomes a page and data and pictures are copied; of whatever else a page links to, the site shows the text. */
export const placeOf = (file: string): Place => {
  if (file.endsWith(".md")) return { as: "page", url: urlOfPage(file) }
  if (/\.(?:json|svg|png|txt)$/u.test(file)) return { as: "copy", url: file.replace(/^docs\//u, "") }
  return { as: "source", url: `source/${file}.html` }
}

const urlOfPage = (file: string): string => {
  if (file === "README.md") return "index.html"
  return file
    .replace(/^docs\//u, "")
    .replace(/(^|\/)README\.md$/u, "$1index.html")
    .replace(/\.md$/u, ".html")
    .toLowerCase()
}

/** A link as a page of the repository has it, and the file it means. A folder is its README.md. */
export const targetOf = (from: string, href: string): { readonly file: string; readonly hash: string } => {
  const [path = "", hash] = href.split("#")
  const file = path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path)).replace(/\/$/u, "")
  const isFolder = !isFileName(file) && isThere(`${file}/README.md`)
  return { file: isFolder ? `${file}/README.md` : file, hash: hash === undefined ? "" : `#${hash}` }
}

const isFileName = (file: string): boolean => filesBelow(posix.dirname(file), posix.basename(file)).includes(file)

/** The way from one page of the site to another place on it. */
export const wayFrom = (from: string, to: string): string => posix.relative(posix.dirname(from), to) || to
