import type { Sample } from "../run/Cell.ts"
import { type Spread, spread } from "../run/statistics.ts"
import type { KindName } from "../server/ServerSpec.ts"

/** A flow by so many users, with what each kind of server made of it. */
export interface Row extends Pick<Sample, "flow" | "mount" | "store" | "users"> {
  readonly kinds: ReadonlyMap<KindName, Figures>
  /** Ours over the floor, taken within each round. */
  readonly ratio: Spread | undefined
  /** Microseconds of processor time that a request costs ours above the floor, taken within each round. */
  readonly cpuAbove: Spread | undefined
}

/** Medians over the rounds. */
export interface Figures {
  readonly rate: Spread
  readonly p50: number
  readonly cpu: number
  readonly postgres: number | undefined
  readonly statements: number
}

/** The samples of a run, a row for each cell. */
export const rowsOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Row> =>
  [...grouped(samples, ({ flow, mount, store, users }) => `${mount} ${store} ${flow} ${users}`).values()].flatMap(
    (cell) => {
      const [first] = cell
      if (first === undefined) return []
      const { flow, mount, store, users } = first
      const kinds = new Map([...grouped(cell, ({ kind }) => kind)].map(([kind, all]) => [kind, figuresOf(all)]))
      const ratio = within(cell, ({ rate }, floor) => rate / floor.rate)
      const cpuAbove = within(cell, ({ cpu }, floor) => cpu - floor.cpu)
      return [{ flow, mount, store, users, kinds, ratio, cpuAbove }]
    }
  )

/** Compares ours with the floor, round by round. */
const within = (
  samples: ReadonlyArray<Sample>,
  compare: (ours: Sample, floor: Sample) => number
): Spread | undefined => {
  const values = [...grouped(samples, ({ round }) => round).values()].flatMap((round) => {
    const ours = round.find(({ kind }) => kind === "ours")
    const floor = round.find(({ kind }) => kind === "floor")
    return ours === undefined || floor === undefined ? [] : [compare(ours, floor)]
  })
  return values.length === 0 ? undefined : spread(values)
}

const figuresOf = (samples: ReadonlyArray<Sample>): Figures => {
  const median = (read: (sample: Sample) => number) => spread(samples.map(read)).median
  const postgres = samples.flatMap((sample) => sample.postgres ?? [])
  return {
    rate: spread(samples.map(({ rate }) => rate)),
    p50: median(({ p50 }) => p50),
    cpu: median(({ cpu }) => cpu),
    postgres: postgres.length === 0 ? undefined : spread(postgres).median,
    statements: median(({ statements }) => statements)
  }
}

const grouped = <A, K>(all: ReadonlyArray<A>, keyOf: (each: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const each of all) {
    const group = groups.get(keyOf(each)) ?? []
    group.push(each)
    groups.set(keyOf(each), group)
  }
  return groups
}
