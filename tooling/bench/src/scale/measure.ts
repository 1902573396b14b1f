import { availableParallelism } from "node:os"
import type { Cluster } from "./cluster.ts"
import { type Effort, type Grown, growth } from "./growth.ts"
import { type Population, populationOf } from "./Population.ts"
import type { Report } from "./Report.ts"
import { type Seeded, seed } from "./seed.ts"
import { serviceOn } from "./service.ts"
import { type Swept, sweeping } from "./sweeping.ts"

export interface Size {
  readonly sessions: number
  readonly requests: number
}

export interface Plan extends Effort {
  readonly sizes: ReadonlyArray<Size>
  /** How many spent requests are swept at each size. */
  readonly sweep: number
  readonly tell: (line: string) => void
}

/** Seeds a database a size, then measures all of them in one run. */
export const measure = async (cluster: Cluster, { holders, rounds, sizes, sweep, tell }: Plan): Promise<Report> => {
  const seeded: Array<Population & Seeded> = []
  for (const size of sizes) {
    seeded.push(await seededOn(cluster, size))
    tell(`${size.sessions} sessions and ${size.requests} requests are there`)
  }
  const databases = seeded.map((population) => opened(cluster, population))
  try {
    const rows = await growth(databases, { holders, rounds })
    tell("every flow was measured at every size")
    const swept: Array<Swept> = []
    for (const database of databases) swept.push(await sweeping(database, database.spare, sweep))
    return {
      node: process.versions.node,
      postgres: await versionOf(databases),
      cores: availableParallelism(),
      seeded,
      rows,
      swept
    }
  } finally {
    for (const database of databases) await database.close()
  }
}

const databaseOf = (sessions: number): string => `sessions_${sessions}`

/** The oldest record was made a while ago, and the youngest is not of the future. */
const AGE = 4 * 60 * 60 * 1000

const seededOn = async (cluster: Cluster, { requests, sessions }: Size): Promise<Population & Seeded> => {
  const population = populationOf(sessions, Date.now() - AGE, requests)
  await cluster.create(databaseOf(sessions))
  const pool = cluster.pool(databaseOf(sessions), { max: 2 })
  try {
    return { ...population, ...(await seed(pool, population)) }
  } finally {
    await pool.end()
  }
}

const opened = (cluster: Cluster, population: Population) => {
  const pool = cluster.pool(databaseOf(population.sessions), { max: 1 })
  const spare = cluster.pool(databaseOf(population.sessions), { max: 1 })
  const service = serviceOn(pool)
  const grown: Grown = { population, pool, service }
  return {
    ...grown,
    spare,
    close: async () => {
      await service.close()
      await Promise.all([pool.end(), spare.end()])
    }
  }
}

const versionOf = async ([first]: ReadonlyArray<Grown>): Promise<string> => {
  const answer = await first?.pool.query<{ version: string }>("select current_setting('server_version') as version")
  return answer?.rows[0]?.version ?? ""
}
