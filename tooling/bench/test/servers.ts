import { afterAll, beforeAll } from "vitest"
import { targetOf } from "../src/load/targetOf.ts"
import { startCluster } from "../src/run/cluster.ts"
import { kinds } from "../src/server/kinds.ts"
import type { KindName } from "../src/server/ServerSpec.ts"

/** Servers in this process with a few subjects each, on one PostgreSQL. They are closed after the test file. */
export const servers = () => {
  const targets = new Map<KindName, ReturnType<typeof targetOf>>()
  const ends: Array<() => Promise<void>> = []

  beforeAll(async () => {
    const cluster = await startCluster()
    ends.push(cluster.stop)
    for (const kind of ["floor", "ours"] as const) {
      const { start } = await kinds[kind]()
      const database = await cluster.database(kind)
      const running = await start({ kind, mount: "express", store: "postgres", subjects: 8, database })
      const target = targetOf(running.port, running.seed)
      targets.set(kind, target)
      ends.push(async () => {
        target.close()
        await running.close()
      })
    }
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  return (kind: KindName) => {
    const target = targets.get(kind)
    if (target === undefined) throw new Error(`there is no server ${kind}`)
    return target
  }
}
