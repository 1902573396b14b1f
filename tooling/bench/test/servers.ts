import { afterAll, beforeAll } from "vitest"
import { targetOf } from "../src/load/targetOf.ts"
import { startCluster } from "../src/run/cluster.ts"
import { kinds } from "../src/server/kinds.ts"
import type { KindName, ServerSpec } from "../src/server/ServerSpec.ts"

/** Servers in this process with a few subjects each, on one PostgreSQL. They are closed after the test file. */
export const servers = (stores: ReadonlyArray<ServerSpec["store"]>) => {
  const targets = new Map<string, ReturnType<typeof targetOf>>()
  const ends: Array<() => Promise<void>> = []
  const nameOf = (kind: KindName, store: ServerSpec["store"]) => `${kind}_${store}`

  beforeAll(async () => {
    const cluster = await startCluster()
    ends.push(cluster.stop)
    for (const store of stores) {
      for (const kind of ["floor", "ours"] as const) {
        const database = store === "memory" ? {} : { database: await cluster.database(nameOf(kind, store)) }
        const { start } = await kinds[kind]()
        const running = await start({ kind, mount: "express", store, subjects: 8, ...database })
        const target = targetOf(running.port, running.seed)
        targets.set(nameOf(kind, store), target)
        ends.push(async () => {
          target.close()
          await running.close()
        })
      }
    }
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  return (kind: KindName, store: ServerSpec["store"]) => {
    const target = targets.get(nameOf(kind, store))
    if (target === undefined) throw new Error(`no ${kind} runs on ${store}`)
    return target
  }
}
