import { parseArgs } from "node:util"
import type { Flow } from "../flows/Flow.ts"
import { flows, ownFlows } from "../flows/index.ts"
import type { KindName, Mount, ServerSpec } from "../server/ServerSpec.ts"

/** Servers that run side by side, and the cells that run on them in turn. */
export interface Group extends Pick<ServerSpec, "beside" | "mount" | "store"> {
  readonly cells: ReadonlyArray<{ readonly flow: Flow; readonly users: number }>
  readonly rounds: number
  /** Milliseconds of a slice: warm-up, and measured. */
  readonly warm: number
  readonly measured: number
  /** Warm-up of each cell before the first round, in milliseconds: for compilers, query plans and connections. */
  readonly warming: number
}

export const kindsOf = ({ kinds = ["floor", "ours"] }: Flow): ReadonlyArray<KindName> => kinds

/**
 * Parses the command line. `flow` is a part of the names of the flows to run, and `profile` a folder for processor
 * profiles of the servers. Throws on unknown options and invalid values.
 */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }] as const
  const options = { flow: text, rounds: text, profile: text, quick: flag, "in-process": flag, record: flag }
  const { values } = parseArgs({ args: [...args], options })
  const { flow = "", "in-process": isInProcess, profile, quick, record } = values
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    throw new Error(`--rounds takes a number above 0, but got ${values.rounds}`)
  }
  if (record && !isInProcess) throw new Error("--record is for --in-process; a whole run is always recorded")
  // Only a full run is written to docs/generated.
  const isWhole = flow === "" && profile === undefined && !quick
  return { flow, rounds, isQuick: quick, profile, isInProcess, isRecorded: record, isWhole }
}
export type Settings = ReturnType<typeof settingsOf>

/** Numbers of concurrent users. The mounts on memory are measured with the first. */
export const USERS = [8, 64] as const

const [FIRST, ...OTHERS]: readonly [Mount, ...ReadonlyArray<Mount>] = ["express", "koa", "fastify", "node", "web"]

/** The groups of a run: Express on PostgreSQL, then all mounts on memory. With a flow, or quick, only the first. */
export const planOf = ({ flow, isQuick, rounds }: Settings): ReadonlyArray<Group> => {
  const chosen = flows.filter(({ name }) => name.toLowerCase().includes(flow.toLowerCase()))
  if (chosen.length === 0) {
    throw new Error(`there is no flow ${flow}. The flows are: ${flows.map(({ name }) => name).join(", ")}`)
  }
  const cells = chosen.flatMap((each) => (isQuick ? USERS.slice(0, 1) : USERS).map((users) => ({ flow: each, users })))
  const slices = { rounds: rounds ?? (isQuick ? 3 : 5), warm: 60, measured: 260, warming: 900 }
  const main: Group = { mount: FIRST, store: "postgres", cells, ...slices }
  const each = ownFlows.map((flow) => ({ flow, users: USERS[0] }))
  const memory = { rounds: rounds ?? 3, warm: 30, measured: 110, warming: 250 }
  const others: Group = { mount: FIRST, beside: OTHERS, store: "memory", cells: each, ...memory }
  return isQuick || flow !== "" ? [main] : [main, others]
}
