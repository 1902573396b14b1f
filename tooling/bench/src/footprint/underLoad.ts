import { cp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { refresh } from "../flows/refresh.ts"
import type { Cluster } from "../run/cluster.ts"
import { startServer } from "../run/servers.ts"
import type { Load } from "../run/startLoad.ts"
import { install } from "./install.ts"

/** Resident megabytes of a service in Express on PostgreSQL while 32 users refresh their sessions, second by second. */
export const underLoad = async (cluster: Cluster, load: Load, seconds: number): Promise<ReadonlyArray<number>> => {
  const database = await cluster.database("footprint")
  const { folder, remove } = await install(
    ["countersign", "@countersign/express", "@countersign/postgres"],
    ["express"]
  )
  // A copy of the server finds what is installed beside it; the server itself would find the workspaces.
  await cp(fileURLToPath(new URL("../", import.meta.url)), join(folder, "bench"), { recursive: true })
  const dist = pathToFileURL(join(folder, "bench/"))
  const server = await startServer({ kind: "ours", mount: "express", store: "postgres", database }, [], dist)
  const resident: Array<number> = []
  try {
    await load.meet(server)
    for (let second = 0; second < seconds; second += 1) {
      await load.slice({ server: server.name, flow: refresh.name, users: 32, warm: 0, measured: 1000 })
      resident.push((await server.usage()).rss / 1e6)
    }
    await load.leave(server)
  } finally {
    await server.stop()
    await remove()
  }
  return resident
}
