import MarkdownIt from "markdown-it"
import { escaped } from "./escaped.ts"
import { highlighted } from "./highlighted.ts"
import { slugger } from "./slug.ts"

/** A heading that a page's own list of contents shows. */
export interface Heading {
  readonly text: string
  readonly anchor: string
}

/** Markdown as HTML, and its second headings. `link` turns each address of the page into one of the site. */
export const rendered = (
  markdown: string,
  link: (href: string) => string
): { readonly html: string; readonly headings: ReadonlyArray<Heading> } => {
  const slug = slugger()
  const headings: Array<Heading> = []
  const engine = new MarkdownIt({ html: false, linkify: false, highlight: highlighted })
  const tokens = engine.parse(withoutComments(markdown), {})
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const inline = tokens[at + 1]
      const text = (inline?.children ?? []).map(({ content }) => content).join("")
      const anchor = slug(text)
      token.attrSet("id", anchor)
      if (token.tag === "h2") headings.push({ text, anchor })
    }
    for (const child of token.children ?? []) {
      if (child.type === "link_open") child.attrSet("href", link(child.attrGet("href") ?? ""))
      if (child.type === "image") child.attrSet("src", link(child.attrGet("src") ?? ""))
    }
  }
  const html = engine.renderer
    .render(tokens, engine.options, {})
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<p>(<img [^>]*>)<\/p>/gu, '<p class="picture" tabindex="0">$1</p>')
    .replaceAll(/<li>(\s*<p>)?\[ \] /gu, '<li class="task">$1')
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("&lt;br&gt;", "<br>")
  return { html, headings }
}

const withoutComments = (markdown: string): string => markdown.replaceAll(/^<!--.*?-->\n/gmsu, "")

/** The whole text of a file, as a page shows it. */
export const listing = (code: string, file: string): string =>
  `<pre tabindex="0"><code>${highlighted(code, languageOf(file))}</code></pre>`.replace(
    "<code></code>",
    `<code>${escaped(code)}</code>`
  )

const languageOf = (file: string): string => file.split(".").at(-1) ?? ""
