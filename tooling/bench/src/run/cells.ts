import { loadOf } from "../load/slice.ts"
import type { KindName, ServerSpec } from "../server/ServerSpec.ts"
import type { Cluster } from "./cluster.ts"
import { inTurn } from "./figures.ts"
import { type Group, kindsOf } from "./plan.ts"
import { type Server, startServer } from "./servers.ts"

/** One flow with a number of users on one server in one round. Times per request are microseconds of CPU. */
export interface Sample extends Pick<ServerSpec, "kind" | "mount" | "store"> {
  readonly flow: string
  readonly users: number
  readonly round: number
  /** Runs of the flow per second. */
  readonly rate: number
  /** Median duration of a run, in milliseconds. */
  readonly p50: number
  readonly cpu: number
  /** `NaN` where it is not available. */
  readonly postgres: number
  readonly statements: number
}

/** The servers and users of a group of cells. `flags` are passed to the servers' Node. */
export interface Stage {
  readonly cluster: Cluster
  readonly flags: ReadonlyArray<string>
}

/** Starts the servers of a group side by side, warms up every cell, and runs all cells in turn. */
export const runGroup = async (stage: Stage, group: Group): Promise<ReadonlyArray<Sample>> => {
  const servers: Array<Server> = []
  try {
    for (const kind of new Set(group.cells.flatMap(({ flow }) => kindsOf(flow)))) {
      servers.push(await started(stage, group, kind))
    }
    const cells = group.cells.flatMap((cell) =>
      servers
        .filter(({ spec }) => kindsOf(cell.flow).includes(spec.kind))
        .flatMap((server) => server.targets.map((target) => ({ ...cell, server, target })))
    )
    const sides: Array<(typeof cells)[number] & { readonly slice: Awaited<ReturnType<typeof loadOf>> }> = []
    for (const cell of cells) sides.push({ ...cell, slice: await loadOf(cell.flow, cell.target, cell.users) })
    const sampled = async (side: (typeof sides)[number], round: number): Promise<Sample> => {
      const { flow, server, slice, target, users } = side
      const { kind, store } = server.spec
      const used = async () => {
        const postgres = store === "memory" ? Number.NaN : await stage.cluster.cpu()
        return { ...(await server.usage()), postgres }
      }
      const before = await used()
      const { p50, rate, runs } = await slice(group.warm, group.measured)
      const after = await used()
      const each = (resource: keyof typeof after) => (after[resource] - before[resource]) / runs / flow.requests
      const costs = { cpu: each("cpu"), postgres: each("postgres"), statements: each("statements") }
      return { kind, mount: target.mount, store, flow: flow.name, users, round, rate, p50, ...costs }
    }
    for (const { slice } of sides) await slice(0, group.warming)
    return (await inTurn(sides, group, sampled)).flat()
  } finally {
    for (const { stop } of servers) await stop()
  }
}

const started = async (
  { cluster, flags }: Stage,
  { beside = [], mount, store }: Group,
  kind: KindName
): Promise<Server> => {
  const database = store === "memory" ? {} : { database: await cluster.database(`${kind}_${mount}`.replace("-", "_")) }
  return startServer({ kind, mount, beside, store, ...database }, flags)
}
