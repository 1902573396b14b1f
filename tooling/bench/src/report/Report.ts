import type { Sample, Spread } from "../run/Cell.ts"

/** The machine of a run, as far as it matters for its figures. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly gigabytes: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** What waited for its cores in the minute before the run, the bench aside. */
  readonly busy: number
  /** The day of the run. */
  readonly date: string
}

/** All that a run came to. */
export interface Report {
  readonly machine: Machine
  readonly lines: ReadonlyArray<Line>
  readonly samples: ReadonlyArray<Sample>
}

/** One line of the report: a figure, how far it spread, and what it had to reach. */
export interface Line extends Spread {
  readonly section: string
  readonly name: string
  readonly unit: string
  readonly goal?: number
  readonly holds?: boolean
}

/** A figure that has to reach its goal, where it has one. */
export const reaching = (spread: Spread, goal: number | undefined) =>
  goal === undefined ? spread : { ...spread, goal, holds: spread.median >= goal }

/** A figure that has to stay below its goal. */
export const below = (spread: Spread, goal: number) => ({ ...spread, goal, holds: spread.median < goal })

/** A figure with two decimals. */
export const two = (value: number): string => value.toFixed(2)

/** A figure without any. */
export const whole = (value: number): string => value.toFixed(0)

/** Lines, for a terminal. */
export const printedLines = (lines: ReadonlyArray<Line>): string =>
  lines
    .map(({ goal, holds, median, name, p10, p90, unit }) => {
      const judged = goal === undefined ? "" : `, ${holds === true ? "holds" : "misses"} ${goal}`
      return `${figure(median)} ${unit} (${figure(p10)} to ${figure(p90)})${judged}  ${name}\n`
    })
    .join("")

const figure = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0))
