import { type Figure, holds, spelled, spelledGoal } from "./Figure.ts"

/** Lines of a run that are read beside one another. */
export interface Table {
  readonly title: string
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<number | string>>
}

/** What a run came to. */
export interface Outcome {
  readonly figures: ReadonlyArray<Figure>
  readonly tables?: ReadonlyArray<Table>
}

/** The last whole run of a name, as `docs/generated/soak.json` has it. */
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

/** The page of all of them. */
export const page = (all: ReadonlyArray<Recorded>): string =>
  [
    "<!-- Written by npm run soak. -->",
    "",
    "# What shows in the long run",
    "",
    "The last whole run of each name. [How to run one, and what it does](../soak.md), [the same as data](soak.json). All of",
    "it ran on a machine that did other things besides.",
    ...all.flatMap(section),
    ""
  ].join("\n")

const section = ({ cores, date, figures, minutes, name, node, says, seed, size, tables = [] }: Recorded) => [
  "",
  `## ${name}`,
  "",
  `${says} ${size}, seed ${seed}, ${spelled(minutes)} minutes on ${cores} cores, Node ${node}, ${date}.`,
  "",
  ...tableOf({
    head: ["Figure", "Value", "Unit", "Goal", "Holds"],
    rows: figures.map((figure) => [
      figure.name,
      spelled(figure.value),
      figure.unit,
      figure.goal === undefined ? "" : spelledGoal(figure.goal),
      figure.goal === undefined ? "" : holds(figure) ? "yes" : "no"
    ])
  }),
  ...tables.flatMap((table) => ["", `${table.title}:`, "", ...tableOf(table)])
]

const tableOf = ({ head, rows }: Omit<Table, "title">): ReadonlyArray<string> =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)
