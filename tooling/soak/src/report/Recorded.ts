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
    "The last full run of each name. [How to run one, and what it does](../maintain/soak.md), [the data](soak.json).",
    "The runs share their machine with other load.",
    ...all.flatMap(section),
    ""
  ].join("\n")

const section = ({ cores, date, figures, minutes, name, node, says, seed, size, tables = [] }: Recorded) => [
  "",
  `## ${name}`,
  "",
  `${says} ${size}, seed ${seed}, ${formatted(minutes)} minutes on ${cores} cores, Node ${node}, ${date}.`,
  "",
  ...tableOf({
    head: ["Figure", "Value", "Unit", "Goal", "Met"],
    rows: figures.map((figure) => [
      figure.name,
      formatted(figure.value),
      figure.unit,
      figure.goal === undefined ? "" : formattedGoal(figure.goal),
      figure.goal === undefined ? "" : meetsGoal(figure) ? "yes" : "no"
    ])
  }),
  ...tables.flatMap((table) => ["", `${table.title}:`, "", ...tableOf(shortened(table))])
]

/** A wide table has the columns of its beginning and its end on the page, and no row of zeros. The data has all. */
const shortened = ({ head, rows }: Table): Omit<Table, "title"> => {
  if (head.length <= 8) return { head, rows }
  const ends = <Cell>(cells: ReadonlyArray<Cell>) => [...cells.slice(0, 2), ...cells.slice(-2)]
  return { head: ends(head), rows: rows.filter(([, ...cells]) => cells.some((cell) => cell !== 0)).map(ends) }
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
  ({ load, server: { port } }: Stage, pace: Pick<Pace, "seed" | "perSecond" | "millis">) =>
  async (): ReturnType<Measure> =>
    (await load.pace({ port, flow: "signed legs 1 and 2", users: 16, ...pace })).times

/** Makes healthy calls beside an attack by the other load, and counts the responses to the attack. */
export const attacking = (signs: Measure, { other, server: { port } }: Stage, attack: Omit<Pace, "port">) => {
  const answers: Record<string, number> = {}
  const beside: Measure = async () => {
    const [times, made] = await Promise.all([signs(), other.pace({ port, ...attack })])
    for (const [answer, count] of Object.entries(made.answers)) answers[answer] = (answers[answer] ?? 0) + count
    return times
  }
  return { answers, beside }
}

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
