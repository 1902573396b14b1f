import { parseArgs } from "node:util"
import type { Flow } from "../flows/Flow.ts"
import { flows } from "../flows/index.ts"
import type { KindName, ServerSpec } from "../server/ServerSpec.ts"

/** The measurements of a run of cells, where a cell is a flow with a number of users. */
export interface Plan extends Required<Pick<ServerSpec, "subjects">> {
  readonly flows: ReadonlyArray<Flow>
  readonly users: ReadonlyArray<number>
  /** Requests of each flow on each server before the first round. */
  readonly warm: number
  readonly rounds: number
  /** Milliseconds since the start of the process, after which no round begins. */
  readonly until: number
  /** Milliseconds of a slice. */
  readonly slice: number
}

/** The measurements of single calls in one process. */
export interface Extent extends Pick<Plan, "rounds" | "warm"> {
  /** Users who call at once. */
  readonly users: number
  /** Calls of each side in a round. */
  readonly calls: number
}

export const kindsOf = ({ kinds = ["floor", "ours"] }: Flow): ReadonlyArray<KindName> => kinds

const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }] as const
const options = {
  ...{ flow: text, rounds: text, warm: text, profile: text, out: text },
  ...{ quick: flag, smallest: flag, "in-process": flag }
}

/**
 * Parses the command line. `flow` is a part of the names of the flows to run, `profile` a folder for processor profiles
 * of the servers, and `out` the folder of the record. Throws on unknown options and invalid values.
 */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const { values } = parseArgs({ args: [...args], options })
  const { flow = "", "in-process": isInProcess, profile, quick, smallest } = values
  const number = (name: "rounds" | "warm", usual: number): number => {
    const value = Number(values[name] ?? usual)
    if (!(Number.isInteger(value) && value > 0))
      throw new Error(`--${name} takes a number above 0, but got ${values[name]}`)
    return value
  }
  const chosen = flows.filter(({ name }) => name.toLowerCase().includes(flow.toLowerCase()))
  if (chosen.length === 0) {
    throw new Error(`--flow: there is no flow ${flow}. The flows are: ${flows.map(({ name }) => name).join(", ")}`)
  }
  const cells: Plan = {
    flows: chosen,
    users: quick ? USERS.slice(0, 1) : USERS,
    warm: number("warm", smallest ? 64 : 5000),
    rounds: number("rounds", smallest ? 1 : quick ? 3 : 9),
    until: LIMIT,
    slice: smallest ? 10 : 260,
    // Each of 64 users needs one, and 64 are read-only.
    subjects: smallest ? 128 : 2048
  }
  const inProcess: Extent = smallest
    ? { users: 8, calls: 8, rounds: 1, warm: 24 }
    : { users: 64, calls: 256, rounds: 9, warm: cells.warm }
  // Only a full run writes a record.
  const isWhole = flow === "" && profile === undefined && !quick && !isInProcess
  const out = values.out ?? (isWhole && !smallest ? RECORD : undefined)
  return { cells, inProcess, isInProcess, isWhole, isSmallest: smallest, profile, out }
}

const USERS = [8, 64]

/** The folder of the record. */
export const RECORD = new URL("../../../../docs/generated", import.meta.url).pathname

/** A whole run takes at most five minutes: the last round and the stored records need half a minute. */
const LIMIT = 265_000
