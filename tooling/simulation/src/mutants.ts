import { bundle } from "@countersign/harness/bundle"
import { edits } from "@countersign/mutation/sabotage/edits"
import { allLocated, type Sabotage, treeOf } from "@countersign/mutation/sabotage/located"
import { compiledOf } from "@countersign/mutation/sabotage/runTests"
import type { Planted } from "./planted.ts"
import type { Row } from "./record.ts"
import { one, type RunSettings, run } from "./runs.ts"

export interface Found extends Planted {
  /** The invariant that was violated first; `undefined` if none was within the seeds. */
  readonly invariant: string | undefined
  /** The number of seeds until then. */
  readonly seeds: number
}

/** Plants a fault in the program that `use` gets. Nothing of the checkout changes. */
export const withPlanted = async <A>({ removes, row }: Planted, use: (program: string) => Promise<A>): Promise<A> => {
  const [edit] = allLocated(
    edits.filter((one) => one.row === row && one.removes === removes),
    tree
  )
  if (edit === undefined) throw new Error(`mutants: no edit of ${row} removes "${removes}"`)
  return withEdit(edit, use)
}

/** Edits the library in the program that `use` gets. */
export const withEdit = async <A>(edit: Sabotage, use: (program: string) => Promise<A>): Promise<A> => {
  const { files, stop } = await bundle([one], await compiledOf(edit))
  const [program = one] = files
  return use(program).finally(stop)
}

/** Runs a planted fault with one seed after the other, from the first on, until it violates an invariant. */
export const hunt = (mutant: Planted, given: Omit<RunSettings, "seed">, seeds: number, first = 1): Promise<Found> =>
  withPlanted(mutant, async (program) => {
    for (let nth = 1; nth <= seeds; nth += 1) {
      const { violations } = await run({ ...given, seed: first + nth - 1 }, program, LIMIT)
      if (violations[0] !== undefined) return { ...mutant, invariant: violations[0].invariant, seeds: nth }
    }
    return { ...mutant, invariant: undefined, seeds }
  })

const tree = treeOf()
/** An edit may loop. */
const LIMIT = 5 * 60_000

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
