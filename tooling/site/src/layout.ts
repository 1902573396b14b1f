import { chapters, text, titleOf } from "@countersign/checks"
import { escaped } from "./escaped.ts"
import type { Heading } from "./markdown.ts"
import { placeOf, wayFrom } from "./places.ts"

/** What fills a page: its address on the site, its title, and the HTML between the navigation and the foot. */
export interface Content {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

/** Links of the navigation that are no markdown page of this repository. */
export interface Extra {
  readonly chapter: string
  readonly url: string
  readonly title: string
}

/** A whole page: head, navigation, content. It needs no script, and nothing from another host. */
export const page = ({ description, headings, html, title, url }: Content, extras: ReadonlyArray<Extra>): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title === "Countersign" ? title : `${title} · Countersign`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${wayFrom(url, "style.css")}">
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header><a href="${wayFrom(url, "index.html")}">Countersign</a></header>
<div class="columns">
<nav aria-label="Pages"><input type="checkbox" id="menu"><label for="menu">All pages</label><div>${navigation(url, extras)}</div></nav>
<main id="content">
${html}
</main>
${contents(headings)}
</div>
</body>
</html>
`

const navigation = (url: string, extras: ReadonlyArray<Extra>): string =>
  chapters
    .map(({ pages, title }) => {
      const own = pages.map(({ file }) => ({ url: placeOf(file).url, title: titleOf(text(file)) }))
      const links = [...own, ...extras.filter(({ chapter }) => chapter === title)]
      return `<h2>${escaped(title)}</h2><ul>${links.map((link) => entry(url, link)).join("")}</ul>`
    })
    .join("")

const entry = (here: string, { title, url }: { readonly title: string; readonly url: string }): string =>
  `<li><a href="${wayFrom(here, url)}"${here === url ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`

const contents = (headings: ReadonlyArray<Heading>): string =>
  headings.length < 3
    ? ""
    : `<aside aria-label="On this page"><h2>On this page</h2><ul>${headings
        .map(({ anchor, text }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`)
        .join("")}</ul></aside>`
