import { TABLE, USERS } from "../run/plan.ts"
import { CPU_ABOVE_FLOOR, ELSEWHERE, type Goal, HOLDS, STATEMENTS_OF_A_LEG, STRETCHES } from "./goals.ts"
import { type Line, reaching } from "./Line.ts"
import type { Row } from "./ratios.ts"

/** What our flows reach of the floor, against what they have to. */
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
