import { two } from "./figures.ts"
import type { Line } from "./Line.ts"

/** The shares of the floor as bars, a line where the floor is, and a tick at each goal. */
export const chart = (lines: ReadonlyArray<Line>): string => {
  const bars = lines.filter(({ section }) => section.startsWith("Share of the floor, 8 users") || section === "Stretch")
  const height = TOP + bars.length * STEP + 12
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${at(1)}" y="18" text-anchor="middle" fill="#555555">the floor</text>`,
    ...bars.flatMap(bar),
    `<line x1="${at(1)}" y1="${TOP - 6}" x2="${at(1)}" y2="${height - 8}" stroke="#555555" stroke-dasharray="4 3"/>`,
    "</svg>",
    ""
  ].join("\n")
}

const bar = ({ goal, holds, median, name }: Line, index: number): ReadonlyArray<string> => {
  const y = TOP + index * STEP
  const goalAt = at(goal ?? 0)
  return [
    `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end" fill="#222222">${name}</text>`,
    `<rect x="${LEFT}" y="${y}" width="${at(median) - LEFT}" height="18" fill="${holds === true ? "#2f7d5b" : "#b9772c"}"/>`,
    `<line x1="${goalAt}" y1="${y - 2}" x2="${goalAt}" y2="${y + 20}" stroke="#222222" stroke-width="2"/>`,
    `<text x="${Math.max(at(median), goalAt) + 6}" y="${y + 14}" fill="#222222">${two(median)}</text>`
  ]
}

const at = (share: number): number => Math.round(LEFT + Math.min(share, MOST) * ((WIDTH - LEFT - 60) / MOST))

const WIDTH = 760
const LEFT = 240
const TOP = 32
const STEP = 26
/** Shares above this are drawn as this. */
const MOST = 2.4
