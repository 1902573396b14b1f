import type { Sample, Spread } from "../run/Cell.ts"

/** The machine of a run, as far as it affects the figures. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly gigabytes: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** Load average of the minute before the run, without the bench. */
  readonly busy: number
  /** The day of the run. */
  readonly date: string
}

/** All results of a run. */
export interface Report {
  readonly machine: Machine
  readonly lines: ReadonlyArray<Line>
  readonly samples: ReadonlyArray<Sample>
}

/** One line of the report: a figure, its spread, and its goal. */
export interface Line extends Spread {
  readonly section: string
  readonly name: string
  readonly unit: string
  readonly goal?: number
  readonly holds?: boolean
}

/** A figure with an optional lower bound as its goal. */
export const reaching = (spread: Spread, goal: number | undefined) =>
  goal === undefined ? spread : { ...spread, goal, holds: spread.median >= goal }

/** A figure with an upper bound as its goal. */
export const below = (spread: Spread, goal: number) => ({ ...spread, goal, holds: spread.median < goal })

/** A figure with two decimals. */
export const two = (value: number): string => value.toFixed(2)

/** A figure without decimals. */
export const whole = (value: number): string => value.toFixed(0)

/** Lines, formatted for a terminal. */
export const printedLines = (lines: ReadonlyArray<Line>): string =>
  lines
    .map(({ goal, holds, median, name, p10, p90, unit }) => {
      const judged = goal === undefined ? "" : `, ${holds === true ? "holds" : "misses"} ${goal}`
      return `${figure(median)} ${unit} (${figure(p10)} to ${figure(p90)})${judged}  ${name}\n`
    })
    .join("")

const figure = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0))
