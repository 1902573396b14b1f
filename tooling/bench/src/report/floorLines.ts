import { type Sample, type Spread, spread, TABLE, USERS } from "../run/Cell.ts"
import type { KindName } from "../server/ServerSpec.ts"
import { type Line, reaching } from "./Report.ts"

/** The required share of the floor for a flow. */
interface Goal {
  readonly flow: string
  readonly users: number
  readonly share: number
}

/** Goals for 8 users in Express on PostgreSQL. */
const HOLDS: ReadonlyArray<Goal> = [
  { flow: "signed leg 1", users: 8, share: 0.8 },
  { flow: "signed legs 1 and 2", users: 8, share: 0.85 },
  { flow: "EMAIL_OTP login", users: 8, share: 0.85 },
  { flow: "PASSKEY login", users: 8, share: 0.55 },
  { flow: "OAUTH verify", users: 8, share: 0.75 },
  { flow: "list sessions", users: 8, share: 0.75 },
  { flow: "list credentials", users: 8, share: 0.75 },
  { flow: "external account create", users: 8, share: 0.75 }
]

/** Stretch goals, to be reached by fewer statements or by batching the statements of several calls. */
const STRETCHES: ReadonlyArray<Goal> = [
  { flow: "signed leg 1", users: 32, share: 1.8 },
  { flow: "signed leg 1", users: 64, share: 2 },
  { flow: "signed legs 1 and 2", users: 32, share: 1.2 },
  { flow: "signed legs 1 and 2", users: 64, share: 1.4 },
  { flow: "EMAIL_OTP login", users: 32, share: 1.2 },
  { flow: "PASSKEY login", users: 8, share: 0.85 },
  { flow: "OAUTH verify", users: 8, share: 0.85 },
  { flow: "list sessions", users: 8, share: 1.1 },
  { flow: "list credentials", users: 8, share: 1.1 },
  { flow: "external account create", users: 64, share: 1.5 }
]

/** Goal for every other mount, and for memory. */
const ELSEWHERE = 0.6

/** Maximum CPU time of a request above the floor, in microseconds. */
const CPU_ABOVE_FLOOR = 60

/** Maximum number of statements of one signed leg. */
const STATEMENTS_OF_A_LEG = 2

/** Our flows as a share of the floor, with their goals. */
export const floorLines = (rows: ReadonlyArray<Row>): ReadonlyArray<Line> => {
  const inTable = rows.filter(isOfTable)
  return [
    ...against("Share of the floor, 8 users", HOLDS, inTable),
    ...against("Stretch", STRETCHES, inTable),
    ...rows.filter((row) => !isOfTable(row)).flatMap(elsewhere),
    ...rows.filter(({ users }) => users === USERS).flatMap(cpu),
    ...inTable.filter(({ flow, users }) => flow.startsWith("signed leg") && users === USERS).flatMap(statements)
  ]
}

const isOfTable = ({ mount, store }: Row): boolean => mount === TABLE.mount && store === TABLE.store

const against = (section: string, goals: ReadonlyArray<Goal>, rows: ReadonlyArray<Row>): ReadonlyArray<Line> =>
  goals.flatMap(({ flow, share, users }) =>
    rows.flatMap((row): ReadonlyArray<Line> => {
      if (row.flow !== flow || row.users !== users || row.ratio === undefined) return []
      return [{ section, name: `${flow}, ${users} users`, unit: "of the floor", ...reaching(row.ratio, share) }]
    })
  )

const elsewhere = ({ flow, mount, ratio, store }: Row): ReadonlyArray<Line> =>
  ratio === undefined
    ? []
    : [
        {
          section: `Share of the floor, ${mount} on ${store}`,
          name: flow,
          unit: "of the floor",
          ...reaching(ratio, ELSEWHERE)
        }
      ]

const cpu = ({ cpuAbove, flow, mount, store }: Row): ReadonlyArray<Line> =>
  cpuAbove === undefined
    ? []
    : [
        {
          section: "Processor time above the floor",
          name: `${flow}, ${mount} on ${store}`,
          unit: "us a request",
          ...cpuAbove,
          goal: CPU_ABOVE_FLOOR,
          holds: cpuAbove.median <= CPU_ABOVE_FLOOR
        }
      ]

const statements = ({ flow, kinds }: Row): ReadonlyArray<Line> => {
  const count = kinds.get("ours")?.statements
  if (count === undefined) return []
  const spread = { median: count, p10: count, p90: count }
  const holds = count <= STATEMENTS_OF_A_LEG
  return [{ section: "Statements", name: flow, unit: "a leg", ...spread, goal: STATEMENTS_OF_A_LEG, holds }]
}

/** A flow with a number of users, and the figures of each kind of server. */
export interface Row extends Pick<Sample, "flow" | "mount" | "store" | "users"> {
  readonly kinds: ReadonlyMap<KindName, Figures>
  /** The ratio of ours to the floor, computed within each round. */
  readonly ratio: Spread | undefined
  /** CPU time of a request of ours minus the floor, in microseconds, computed within each round. */
  readonly cpuAbove: Spread | undefined
}

/** Medians over the rounds. */
interface Figures {
  readonly rate: Spread
  readonly p50: number
  readonly cpu: number
  readonly postgres: number | undefined
  readonly statements: number
}

/** Groups the samples of a run into one row per cell. */
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
