import { readdir, readFile } from "node:fs/promises"

/**
 * Processor time of PostgreSQL so far, in microseconds: of its postmaster and of every process that it started. Known
 * on Linux, whose scheduler counts it in nanoseconds.
 */
export const postgresTime = async (postmaster: number): Promise<number | undefined> => {
  try {
    const pids = [postmaster, ...(await childrenOf(postmaster))]
    const times = await Promise.all(pids.map(timeOf))
    return times.reduce((sum, time) => sum + time, 0) / 1000
  } catch {
    return undefined
  }
}

const childrenOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name)).map(Number)
  const parents = await Promise.all(all.map(parentOf))
  return all.filter((_, at) => parents[at] === pid)
}

/** proc(5): the fourth field, after a name in brackets that may hold anything. */
const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** The first figure of schedstat: nanoseconds on a processor. A process that has ended has none. */
const timeOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0")).split(" ")[0])
