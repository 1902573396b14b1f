import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { chapters, filesBelow, isThere, root, text, titleOf } from "@countersign/checks"
import { type Extent, writeApiReference } from "./apiReference.ts"
import { escaped } from "./escaped.ts"
import { httpReference, type Reference } from "./httpReference.ts"
import { type Extra, page } from "./layout.ts"
import { listing, rendered } from "./markdown.ts"
import { parseOpenApi } from "./openApi.ts"
import { placeOf, targetOf, wayFrom } from "./places.ts"
import { style } from "./style.ts"

/** Builds the whole site into a folder, which is emptied first. */
export const buildSite = async (out: string, extent: Extent): Promise<void> => {
  rmSync(out, { recursive: true, force: true })
  const write = (url: string, content: string): void => {
    mkdirSync(dirname(join(out, url)), { recursive: true })
    writeFileSync(join(out, url), content)
  }
  const references = httpReference(parseOpenApi(text("docs/generated/openapi.json")))
  const extras = extrasOf(references)
  for (const reference of references) write(reference.url, referencePage(reference, extras))
  for (const file of reachable()) {
    const place = placeOf(file)
    switch (place.as) {
      case "page":
        write(place.url, markdownPage(file, extras))
        break
      case "source":
        write(place.url, sourcePage(file, extras))
        break
      case "copy":
        mkdirSync(dirname(join(out, place.url)), { recursive: true })
        copyFileSync(join(root, file), join(out, place.url))
    }
  }
  write("style.css", style)
  write("llms.txt", text("llms.txt"))
  await writeApiReference(join(out, "api"), extent)
}

const extrasOf = (references: ReadonlyArray<Reference>): ReadonlyArray<Extra> => [
  ...references.map(({ title, url }) => ({ chapter: "Look up", url, title })),
  { chapter: "Look up", url: "api/index.html", title: "API reference" }
]

/** Every listed page, and whatever can be reached from one by links, in the order in which they are found. */
const reachable = (): ReadonlySet<string> => {
  const found = new Set(chapters.flatMap(({ pages }) => pages.map(({ file }) => file)))
  for (const file of found) {
    if (!file.endsWith(".md")) continue
    rendered(text(file), (href) => {
      if (!isOutside(href)) found.add(targetOf(file, href).file)
      return href
    })
  }
  return found
}

const isOutside = (href: string): boolean => /^[a-z][a-z0-9+.-]*:/iu.test(href)

const markdownPage = (file: string, extras: ReadonlyArray<Extra>): string => {
  const { url } = placeOf(file)
  const { headings, html } = rendered(text(file), (href) => {
    if (isOutside(href)) return href
    const target = targetOf(file, href)
    if (!isThere(target.file)) throw new Error(`${file} links to ${href}, which is not there`)
    return wayFrom(url, placeOf(target.file).url) + target.hash
  })
  const said = chapters.flatMap(({ pages }) => pages).find((page) => page.file === file)
  const title = titleOf(text(file))
  return page({ url, title, description: said?.says ?? title, html, headings }, extras)
}

const referencePage = (reference: Reference, extras: ReadonlyArray<Extra>): string =>
  page({ ...reference, ...rendered(reference.markdown, (href) => href) }, extras)

const sourcePage = (file: string, extras: ReadonlyArray<Extra>): string => {
  const isFile = filesBelow(dirname(file), basename(file)).includes(file)
  const html = isFile ? listing(text(file), file) : `<ul>${filesBelow(file, "").map(item).join("")}</ul>`
  const { url } = placeOf(file)
  return page(
    {
      url,
      title: file,
      description: `${file} of this repository`,
      html: `<h1><code>${escaped(file)}</code></h1>${html}`,
      headings: []
    },
    extras
  )
}

const item = (file: string): string => `<li><code>${escaped(file)}</code></li>`
