import { inTurn, quantile, spread } from "@countersign/bench/run/figures"
import type { Pace } from "../load/keepPace.ts"
import type { Stage } from "../staged.ts"

type Goal = { readonly below: number } | { readonly exactly: number }

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: Goal
}

/** Whether a figure meets its goal. A figure without a goal is informational and always passes. */
export const meetsGoal = ({ goal, value }: Figure): boolean => {
  if (goal === undefined) return true
  return "below" in goal ? value < goal.below : value === goal.exactly
}

/** A figure as one line for a terminal. */
export const printed = (figure: Figure): string => {
  const { goal, name, unit, value } = figure
  const verified = goal === undefined ? "" : ` (${formattedGoal(goal)}: ${meetsGoal(figure) ? "holds" : "MISSED"})`
  return `${name}: ${formatted(value)} ${unit}${verified}`
}

const formattedGoal = (goal: Goal): string =>
  "below" in goal ? `below ${formatted(goal.below)}` : `exactly ${formatted(goal.exactly)}`

/** Whole numbers unchanged, others with three significant digits. */
const formatted = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)))

export interface Table {
  readonly title: string
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<number | string>>
}

export interface Outcome {
  readonly figures: ReadonlyArray<Figure>
  readonly tables?: ReadonlyArray<Table>
}

/** The last full run of a name, as in `docs/generated/soak.json`. */
export interface Recorded extends Outcome {
  readonly name: string
  readonly says: string
  readonly size: string
  readonly seed: number
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly minutes: number
}

export const page = (all: ReadonlyArray<Recorded>): string =>
  [
    "<!-- Written by npm run soak. -->",
    "",
    "# Soak tests",
    "",
    "The last full run of each name. [How to run one, and what it does](../maintain/soak.md);",
    "[the data](soak.json) have its seed, duration and machine.",
    ...all.flatMap(section),
    ""
  ].join("\n")

const section = ({ date, figures, name, says, size, tables = [] }: Recorded) => [
  "",
  `## ${name}`,
  "",
  `${says} ${size}, ${date}.`,
  "",
  ...tableOf({
    head: ["Figure", "Value", "Goal"],
    rows: figures.map((figure) => [
      figure.name,
      `${formatted(figure.value)} ${figure.unit}`.trim(),
      figure.goal === undefined ? "" : `${formattedGoal(figure.goal)}: ${meetsGoal(figure) ? "met" : "missed"}`
    ])
  }),
  ...tables.flatMap((table) => ["", `${table.title}:`, "", ...tableOf(shortened(table))])
]

/** A long table has the rows of its beginning and its end on the page, and a wide one the columns. The data has all. */
const shortened = ({ head, rows }: Table): Omit<Table, "title"> => {
  if (head.length <= 8) return { head, rows: rows.length > 6 ? [...rows.slice(0, 3), ...rows.slice(-1)] : rows }
  const ends = <Cell>(cells: ReadonlyArray<Cell>) => [...cells.slice(0, 2), ...cells.slice(-2)]
  return { head: ends(head), rows: rows.map(ends).filter(([, ...cells]) => new Set(cells).size > 1) }
}

const tableOf = ({ head, rows }: Omit<Table, "title">): ReadonlyArray<string> =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)

export interface RunSettings {
  /** The size of the run. Default: `whole`. */
  readonly size: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface Run {
  readonly name: string
  readonly says: string
  /** The unit of its size, and the size of a full run. */
  readonly unit: string
  readonly fullSize: number
  readonly run: (settings: RunSettings) => Promise<Outcome>
}

/** Makes both signed legs at a constant rate, as a healthy caller. Returns the duration of each in milliseconds. */
export const signing =
  ({ load, server: { port } }: Pick<Stage, "load" | "server">, pace: Pick<Pace, "seed" | "perSecond" | "millis">) =>
  async (): ReturnType<Measure> =>
    (await load.pace({ port, flow: "signed legs 1 and 2", users: 16, ...pace })).times

/**
 * Measures a healthy caller alone and beside a disturbance in turn. Returns the medians of the p99 over the rounds, and
 * their ratio.
 */
export const besideFigures = async (
  what: string,
  rounds: number,
  ...sides: readonly [alone: Measure, beside: Measure]
): Promise<ReadonlyArray<Figure>> => {
  const p99 = await inTurn(sides, { rounds }, async (measure) => quantile(await measure(), 0.99))
  const [one = Number.NaN, other = Number.NaN] = p99.map((all) => spread(all).median)
  return [
    { name: "A healthy call alone, p99", value: one, unit: "ms" },
    { name: `A healthy call beside ${what}, p99`, value: other, unit: "ms" },
    { name: `Beside ${what} over alone`, value: other / one, unit: "times", goal: { below: 2 } }
  ]
}

/** Returns the milliseconds of each call. */
type Measure = () => Promise<ReadonlyArray<number>>
