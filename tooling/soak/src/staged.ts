import { startCluster } from "@countersign/bench/run/cluster"
import { type Load, startLoad } from "./load/startLoad.ts"
import type { ServerSpec } from "./server/ServerSpec.ts"
import { type Server, startServer } from "./server/startServer.ts"

/** A server on a database of its own, and two processes that make load. */
export interface Stage {
  readonly server: Server
  readonly load: Load
  readonly other: Load
}

/** Does something on a stage, which is gone afterwards. */
export const staged = async <A>(spec: Omit<ServerSpec, "database" | "store">, act: (stage: Stage) => Promise<A>) => {
  const cluster = await startCluster()
  const ends: Array<() => Promise<void>> = [cluster.stop]
  try {
    const server = await startServer({ ...spec, store: "postgres", database: await cluster.database("soak") })
    ends.push(server.stop)
    const [load, other] = [startLoad(), startLoad()]
    ends.push(load.stop, other.stop)
    return await act({ server, load, other })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
