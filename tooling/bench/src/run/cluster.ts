import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { poolOf, postmasterOf, startServer, urlOf } from "@countersign/harness/PostgresServer"

/** Starts a PostgreSQL server with its default settings, including synchronous commits, overridden by `settings`. */
export const startCluster = async (settings: Readonly<Record<string, string>> = {}) => {
  const all = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const { data, port, stop } = await startServer({ isDurable: true, settings: all })
  const postmaster = await postmasterOf({ data })
  return {
    version: (await readFile(join(data, "PG_VERSION"), "utf8")).trim(),
    /** CPU time of the postmaster and its processes so far, in microseconds. `NaN` where Linux does not report it. */
    cpu: async (): Promise<number> => {
      const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name)).map(Number)
      const parents = await Promise.all(pids.map(parentOf))
      const own = pids.filter((pid, at) => pid === postmaster || parents[at] === postmaster)
      const times = await Promise.all(own.map(mainThreadOf))
      return own.length === 0 ? Number.NaN : times.reduce<number>((sum, time = 0) => sum + time, 0)
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
export const withCluster = async <A>(
  use: (cluster: Cluster) => Promise<A>,
  settings: Readonly<Record<string, string>> = {}
): Promise<A> => {
  const cluster = await startCluster(settings)
  try {
    return await use(cluster)
  } finally {
    await cluster.stop()
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** proc(5): the fourth field, after a name in parentheses that may contain any character. */
const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** The first field of schedstat: the CPU time of the main thread, here in microseconds. A backend has no other thread. */
export const mainThreadOf = async (pid: number): Promise<number | undefined> => {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "")).split(" ")
  return nanoseconds === "" || nanoseconds === undefined ? undefined : Number(nanoseconds) / 1000
}
