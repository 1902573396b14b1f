import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { poolOf, postmasterOf, startServer, urlOf } from "@countersign/harness/PostgresServer"

/** Starts a PostgreSQL server with its default settings, including synchronous commits, overridden by `settings`. */
export const startCluster = async (settings: Settings = {}) => {
  const lines = Object.entries(settings).map((pair) => pair.join("="))
  const { data, port, stop } = await startServer({ isDurable: true, settings: lines })
  const postmaster = await postmasterOf({ data })
  const times = new Map<number, number>()
  return {
    version: (await readFile(join(data, "PG_VERSION"), "utf8")).trim(),
    /** CPU time of the postmaster and its processes, ended ones too, in microseconds. `NaN` where Linux does not report it. */
    cpu: async (): Promise<number> => {
      const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name)).map(Number)
      for (const pid of pids) {
        if (pid !== postmaster && (await parentOf(pid)) !== postmaster) continue
        times.set(pid, (await mainThreadOf(pid)) ?? times.get(pid) ?? 0)
      }
      return times.size === 0 ? Number.NaN : [...times.values()].reduce((sum, time) => sum + time)
    },
    /** Creates a database for a server, and returns its URL. */
    database: async (name: string): Promise<string> => {
      const admin = poolOf(port, "postgres", { max: 1 })
      await admin.query(`create database ${name}`)
      await admin.end()
      return urlOf(port, name)
    },
    urlOf: (name: string): string => urlOf(port, name),
    stop
  }
}

/** Runs `use` with a server of its own, which is stopped afterwards. */
export const withCluster = async <A>(use: (cluster: Cluster) => Promise<A>, settings?: Settings): Promise<A> => {
  const cluster = await startCluster(settings)
  return use(cluster).finally(cluster.stop)
}
type Settings = Readonly<Record<string, string>>
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** proc(5): the fourth field, after a name in parentheses that may contain any character. */
const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** The first field of schedstat: the CPU time of the main thread, here in microseconds. A backend has no other thread. */
export const mainThreadOf = (pid: number): Promise<number | undefined> =>
  readFile(`/proc/${pid}/schedstat`, "utf8").then(
    (stat) => Number(stat.split(" ")[0]) / 1000,
    () => undefined
  )
