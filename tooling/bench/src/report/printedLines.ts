import type { Line } from "./Line.ts"

/** Lines, for a terminal. */
export const printedLines = (lines: ReadonlyArray<Line>): string =>
  lines
    .map(({ goal, holds, median, name, p10, p90, unit }) => {
      const judged = goal === undefined ? "" : `, ${holds === true ? "holds" : "misses"} ${goal}`
      return `${figure(median)} ${unit} (${figure(p10)} to ${figure(p90)})${judged}  ${name}\n`
    })
    .join("")

const figure = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0))
