import pg from "pg"
import { startCluster as startServer } from "../run/cluster.ts"

export interface Cluster {
  readonly folder: string
  readonly create: (database: string) => Promise<void>
  readonly drop: (database: string) => Promise<void>
  readonly pool: (database: string, options?: pg.PoolConfig) => pg.Pool
  /** Ends the server, and removes all that it wrote. */
  readonly end: () => Promise<void>
}

/**
 * A PostgreSQL of its own in a new folder. It logs as little as it can (wal_level minimal), so that a table that is
 * filled in the transaction that emptied it is written once. Nothing in it has to survive the machine.
 */
export const startCluster = async (settings: Readonly<Record<string, string>> = {}): Promise<Cluster> => {
  const server = await startServer({ ...SETTINGS, ...settings })
  const pool = (url: string, options: pg.PoolConfig = {}) => {
    const made = new pg.Pool({ connectionString: url, ...options })
    made.on("error", () => {})
    return made
  }
  const urls = new Map<string, string>()
  const urlOf = (database: string): string => {
    const url = urls.get(database)
    if (url === undefined) throw new Error(`scale: there is no database ${database}`)
    return url
  }
  const create = async (database: string) => void urls.set(database, await server.database(database))
  await create("admin")
  const admin = pool(urlOf("admin"), { max: 1 })
  return {
    folder: server.folder,
    pool: (database, options) => pool(urlOf(database), options),
    create,
    drop: async (database) => void (await admin.query(`drop database ${database}`)),
    end: async () => {
      await admin.end()
      await server.stop()
    }
  }
}

const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "30min",
  max_connections: "100"
}
