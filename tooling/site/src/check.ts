import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

/** What is wrong with a built site: links that lead nowhere, pages without one heading or a title, foreign resources. */
export const flawsOf = (folder: string): ReadonlyArray<string> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, join(entry.parentPath, entry.name)))
  const pages = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(folder, file), "utf8")])
  )
  const anchors = new Map([...pages].map(([file, html]) => [file, anchorsOf(html)]))
  const leadsSomewhere = (from: string, href: string): boolean => {
    const [path = "", hash = ""] = href.split("#")
    const to = path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path.split("?")[0] ?? ""))
    if (!files.includes(to)) return false
    return hash === "" || anchors.get(to)?.has(decodeURIComponent(hash)) === true
  }
  return [...pages].flatMap(([file, html]) => [
    ...linksOf(html).flatMap((href) => (leadsSomewhere(file, href) ? [] : [`${file}: ${href} leads nowhere`])),
    ...((html.match(/<h1[\s>]/gu) ?? []).length === 1 ? [] : [`${file}: has not one first heading`]),
    ...(/<title>[^<]+<\/title>/u.test(html) ? [] : [`${file}: has no title`]),
    ...foreignOf(html).map((src) => `${file}: loads ${src} from elsewhere`)
  ])
}

const anchorsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/gu)].map(([, id = ""]) => unescaped(id)))

/** Addresses inside the site. A listing of code may hold text that looks like a link, so tags alone are read. */
const linksOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(?:a|link|img|script)\s[^>]*?\b(?:href|src)="([^"]*)"/gu)]
    .map(([, href = ""]) => unescaped(href))
    .filter((href) => !/^[a-z][a-z0-9+.-]*:/iu.test(href))

/** What a browser would load from another host by itself. A link that a reader follows is not of these. */
const foreignOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(?:link|img|script|iframe)\s[^>]*?\b(?:href|src)="((?:https?:)?\/\/[^"]*)"/gu)].map(
    ([, src = ""]) => src
  )

const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
