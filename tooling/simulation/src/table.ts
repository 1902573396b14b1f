import { readFileSync, writeFileSync } from "node:fs"
import { type Found, hunt, type Planted } from "./mutants.ts"
import type { RunSettings } from "./runs.ts"

/** A planted fault in the table: the invariant that its runs violate, and the number of seeds until then in each range. */
export interface Row extends Planted {
  readonly violates: string
  readonly seeds: ReadonlyArray<number>
}

const FILE = new URL("../../../docs/generated/simulation.md", import.meta.url)

const HEAD = `<!-- Written by npm run simulate -- --mutants. -->

# Planted faults

Each fault removes one defence, and runs of a week find it by an invariant. Seeds: how many runs that took, as the median, and in each
range of seeds. [How it works](../maintain/simulation.md).

| Threat | Fault | Invariant | Seeds | In each range |
| --- | --- | --- | --- | --- |
`

export const page = (rows: ReadonlyArray<Row>): string => {
  const lines = rows.map(({ removes, row, seeds, violates }) =>
    [row, removes, violates, medianOf(seeds), seeds.join(", ")].join(" | ")
  )
  return `${HEAD}${lines.map((line) => `| ${line} |\n`).join("")}`
}

const medianOf = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0

/** The rows of a page. */
export const rowsIn = (text: string): ReadonlyArray<Row> =>
  [...text.matchAll(/^\| (\w+) \| (.+) \| (\w+) \| \d+ \| ([\d, ]+) \|$/gmu)].map(
    ([, row = "", removes = "", violates = "", seeds = ""]) => ({
      row,
      removes,
      violates,
      seeds: seeds.split(", ").map(Number)
    })
  )

export const written = (): ReadonlyArray<Row> => rowsIn(readFileSync(FILE, "utf8"))

/** Writes a row into the page, in the order of the faults, and drops those that are no longer planted. */
export const write = (row: Row, planted: ReadonlyArray<Planted>): void => {
  const rows = [row, ...written()]
  const sorted = planted.flatMap(
    (one) => rows.find(({ removes, row: of }) => of === one.row && removes === one.removes) ?? []
  )
  writeFileSync(FILE, page(sorted))
}

/** The first seeds of the ranges. */
const RANGES = [1, 1001, 2001]

/** Hunts a fault in each range. Its row has the invariant that most of the ranges name. */
export const measured = async (
  mutant: Planted,
  given: Omit<RunSettings, "seed">,
  most: number,
  ranges: ReadonlyArray<number> = RANGES
): Promise<Row & { readonly found: ReadonlyArray<string> }> => {
  const each: Array<Found> = []
  for (const from of ranges) each.push(await hunt(mutant, given, most, from))
  const found = each.map(({ invariant }) => invariant ?? "none")
  const violates = found.find((name, at) => found.indexOf(name) !== at) ?? found[0] ?? "none"
  return { row: mutant.row, removes: mutant.removes, violates, seeds: each.map(({ seeds }) => seeds), found }
}
