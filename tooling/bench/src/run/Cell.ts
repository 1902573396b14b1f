import { parseArgs } from "node:util"
import type { Flow } from "../flows/Flow.ts"
import { flows } from "../flows/index.ts"
import type { KindName, Mount, ServerSpec } from "../server/ServerSpec.ts"

/** A flow with a number of concurrent users, run against each server of its group that supports it. */
export interface Cell {
  readonly flow: string
  readonly users: number
  readonly kinds: ReadonlyArray<KindName>
}

/** Servers that run side by side, and the cells that run on them in turn. */
export interface Group {
  readonly mount: Mount
  readonly store: ServerSpec["store"]
  readonly cells: ReadonlyArray<Cell>
  readonly rounds: number
  /** Milliseconds of a slice: warm-up, and measured. */
  readonly warm: number
  readonly measured: number
  /** Warm-up of each cell before the first round, in milliseconds: for compilers, query plans and connections. */
  readonly warming: number
}

/** One cell on one server in one round. */
export interface Sample {
  readonly mount: Mount
  readonly store: ServerSpec["store"]
  readonly flow: string
  readonly users: number
  readonly kind: KindName
  readonly round: number
  /** Runs of the flow per second. */
  readonly rate: number
  /** Median duration of a run, in milliseconds. */
  readonly p50: number
  /** CPU time of the server per request, in microseconds. */
  readonly cpu: number
  /** CPU time of PostgreSQL per request, where available. */
  readonly postgres: number | undefined
  readonly statements: number
}

/** The options of a run. */
export interface Settings {
  /** Runs only the flows whose name contains this text. */
  readonly flow: string | undefined
  readonly rounds: number | undefined
  readonly isQuick: boolean
  /** A folder for processor profiles of the servers. */
  readonly profile: string | undefined
  /** Measures single calls in one process, and nothing else. */
  readonly isInProcess: boolean
  /** Writes the page of a run in process. */
  readonly isRecorded: boolean
}

/** Parses the command line. Throws on unknown options and invalid values. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      flow: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      profile: { type: "string" },
      "in-process": { type: "boolean", default: false },
      record: { type: "boolean", default: false }
    }
  })
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    throw new Error(`--rounds takes a number above 0, but got ${values.rounds}`)
  }
  const { flow, profile, quick, record } = values
  if (record && !values["in-process"]) throw new Error("--record is for --in-process; a whole run is always recorded")
  return { flow, rounds, isQuick: quick, profile, isInProcess: values["in-process"], isRecorded: record }
}

/** Only a full run is written to `docs/generated`. */
export const isWhole = ({ flow, isQuick, profile }: Settings): boolean =>
  flow === undefined && profile === undefined && !isQuick

const BOTH: ReadonlyArray<KindName> = ["floor", "ours"]

/** Concurrent users in the table. */
export const USERS = 8

/** Further numbers of concurrent users. */
const MORE_USERS: Readonly<Record<string, ReadonlyArray<number>>> = {
  "signed leg 1": [32, 64],
  "signed legs 1 and 2": [32, 64],
  "EMAIL_OTP login": [32],
  "external account create": [64]
}

/** The mount and the store for which all columns are measured. */
export const TABLE = { mount: "express", store: "postgres" } as const

/** The other mounts and stores. */
const OTHERS: ReadonlyArray<Pick<ServerSpec, "mount" | "store">> = [
  { mount: "koa", store: "postgres" },
  { mount: "node", store: "postgres" },
  { mount: "express", store: "memory" },
  { mount: "koa", store: "memory" },
  { mount: "web", store: "memory" }
]

/** The groups of a run. With a flow, or quick, only Express on PostgreSQL. */
export const planOf = ({ flow = "", isQuick, rounds }: Settings): ReadonlyArray<Group> => {
  const chosen = flows.filter(({ name }) => name.toLowerCase().includes(flow.toLowerCase()))
  if (chosen.length === 0) {
    throw new Error(`there is no flow ${flow}. The flows are: ${flows.map(({ name }) => name).join(", ")}`)
  }
  const cell = ({ kinds = BOTH, name }: Flow, users: number): Cell => ({ flow: name, users, kinds })
  const main: Group = {
    ...TABLE,
    cells: chosen.flatMap((each) =>
      [USERS, ...(isQuick ? [] : (MORE_USERS[each.name] ?? []))].map((users) => cell(each, users))
    ),
    rounds: rounds ?? (isQuick ? 3 : 5),
    warm: 150,
    measured: isQuick ? 500 : 600,
    warming: 3000
  }
  const everywhere = chosen.filter(({ kinds }) => kinds === undefined)
  const others = OTHERS.map((where): Group => {
    const cells = everywhere.map((each) => cell(each, USERS))
    return { ...where, cells, rounds: rounds ?? 3, warm: 80, measured: 250, warming: 1500 }
  })
  return isQuick || flow !== "" ? [main] : [main, ...others]
}

/** The quantile of the values for a share from 0 to 1, by the nearest value. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}

/** The median, and the range of nearly all values. */
export interface Spread {
  readonly median: number
  readonly p10: number
  readonly p90: number
}

export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: quantile(values, 0.5),
  p10: quantile(values, 0.1),
  p90: quantile(values, 0.9)
})
