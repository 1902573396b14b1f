/** A whole picture: its size, what it is called and shows in words, and its parts. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly description: string
  readonly parts: ReadonlyArray<string>
}

/**
 * Prints a picture. It brings a ground of its own and turns dark with the reader's screen, so that it can be read wherever
 * it is shown; a screen reader is told its title and description.
 */
export const svg = ({ description, height, parts, title, width }: Picture): string =>
  [
    "<!-- Written by `npm run docs`. Change the code it comes from, not this picture. -->",
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
    `<rect class="ground" width="${round(width)}" height="${round(height)}" rx="8"/>`,
    ...parts,
    "</svg>\n"
  ].join("\n")

/** Text of one class around or from a point. */
export const label = (at: Point, text: string, className: string, anchor: "start" | "middle" = "middle"): string =>
  `<text class="${className}" x="${round(at.x)}" y="${round(at.y)}" text-anchor="${anchor}">${escaped(text)}</text>`

/** A box with its corners cut off, from its top left. */
export const box = (at: Point, width: number, height: number, className: string, radius = 6): string =>
  `<rect class="${className}" x="${round(at.x)}" y="${round(at.y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`

/** A line through points, with an arrow at its end unless told otherwise. */
export const line = (points: ReadonlyArray<Point>, className: string, hasTip = true): string =>
  `<polyline class="${className}"${hasTip ? ' marker-end="url(#tip)"' : ""} points="${points.map(spot).join(" ")}"/>`

/** A smooth curve through points, with an arrow at its end: a Catmull-Rom spline, written as Bézier curves. */
export const curve = (points: ReadonlyArray<Point>, className: string): string => {
  const pieces = points.slice(1).map((end, at) => {
    const start = points[at] ?? end
    const one = leaning(start, points[at - 1] ?? start, end)
    const other = leaning(end, points[at + 2] ?? end, start)
    return `C${spot(one)} ${spot(other)} ${spot(end)}`
  })
  return `<path class="${className}" marker-end="url(#tip)" d="M${points.slice(0, 1).map(spot).join("")} ${pieces.join(" ")}"/>`
}

/** Where a curve through a point leans to on its way from one neighbour to the other. */
const leaning = ({ x, y }: Point, from: Point, to: Point): Point => ({
  x: x + (to.x - from.x) / 6,
  y: y + (to.y - from.y) / 6
})

const spot = ({ x, y }: Point): string => `${round(x)},${round(y)}`

/** A place in a picture, right and down from its top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How wide a text is, near enough to lay it out: the fonts of readers differ. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.6

/** Coordinates to a tenth, so that a picture prints the same on every machine. */
const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const STYLE = [
  "text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#1c2430}",
  ".code{font:12px ui-monospace,monospace}",
  ".name{font-weight:600}",
  ".small{font-size:12px;fill:#4a5565}",
  ".ground{fill:#fff}",
  ".box{fill:#eef3fb;stroke:#3b66b0}",
  ".end{fill:#f3f3f3;stroke:#6b7280}",
  ".note{fill:#fff7dd;stroke:#b58a1a}",
  ".line{fill:none;stroke:#3b4a60;stroke-width:1.3}",
  ".reply{fill:none;stroke:#3b4a60;stroke-width:1.3;stroke-dasharray:5 4}",
  ".lane{stroke:#c3cad6;stroke-width:1}",
  ".dot,.tip{fill:#3b4a60}",
  ".veil{fill:#fff;fill-opacity:.9}",
  "@media(prefers-color-scheme:dark){",
  "text{fill:#e6eaf1}.small{fill:#aab4c3}.ground{fill:#12161d}.box{fill:#1b2b47;stroke:#7ea6ea}",
  ".end{fill:#23272e;stroke:#8b94a3}.note{fill:#3a3113;stroke:#d0a93c}.line,.reply{stroke:#a9b6c9}.lane{stroke:#3a4453}",
  ".dot,.tip{fill:#a9b6c9}.veil{fill:#12161d}}"
].join("")
