import type { KindName } from "../server/ServerSpec.ts"
import type { Group, Sample } from "./Cell.ts"
import type { Cluster } from "./cluster.ts"
import { measured } from "./measured.ts"
import { type Server, startServer } from "./servers.ts"
import type { Load } from "./startLoad.ts"

/** The processes that a group runs among. */
export interface Stage {
  readonly cluster: Cluster
  readonly load: Load
  readonly flags: ReadonlyArray<string>
}

/**
 * Starts the servers of a group side by side, warms every cell, and runs all cells in turn, round after round, in the
 * other direction each time: what the machine does besides meets them all alike.
 */
export const runGroup = async (stage: Stage, group: Group): Promise<ReadonlyArray<Sample>> => {
  const run = { load: stage.load, postmaster: stage.cluster.postmaster }
  const servers: Array<Server> = []
  try {
    for (const kind of new Set(group.cells.flatMap(({ kinds }) => kinds)))
      servers.push(await started(stage, group, kind))
    const cells = group.cells.flatMap((cell) =>
      servers.filter(({ spec }) => cell.kinds.includes(spec.kind)).map((server) => ({ cell, server }))
    )
    for (const { cell, server } of cells) await measured(run, { ...group, measured: group.warming }, cell, server, -1)
    const samples: Array<Sample> = []
    for (let round = 0; round < group.rounds; round += 1) {
      for (const { cell, server } of round % 2 === 0 ? cells : cells.toReversed()) {
        samples.push(await measured(run, group, cell, server, round))
      }
    }
    return samples
  } finally {
    for (const server of servers) {
      await stage.load.leave(server)
      await server.stop()
    }
  }
}

const started = async ({ cluster, flags, load }: Stage, { mount, store }: Group, kind: KindName): Promise<Server> => {
  const name = `${kind}_${mount}_${store}`.replaceAll("-", "_")
  const database = store === "memory" ? {} : { database: await cluster.database(name) }
  const server = await startServer({ kind, mount, store, ...database }, flags)
  await load.meet(server)
  return server
}
