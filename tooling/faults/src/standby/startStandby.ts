import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import pg from "pg"

const run = promisify(execFile)

/** The primary of a standby: a running server, and the port to replicate from. */
interface Primary {
  /** A connection with superuser rights. */
  readonly connection: pg.ClientConfig
  /** The data folder. */
  readonly data: string
  /** The port for replication: that of the primary, or of a proxy that can be cut. */
  readonly followedOver: number
  /** A port for the standby. */
  readonly port: number
}

/**
 * Copies a running server and starts the copy as its standby. The binaries on npm do not include pg_basebackup, so this
 * follows "Making a Base Backup Using the Low Level API" in PostgreSQL's manual.
 */
export const startStandby = async (primary: Primary) => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-standby-"))
  await chmod(folder, 0o755)
  const data = join(folder, "data")
  const binaries = await connected(primary.connection, async (client) => {
    await client.query("select pg_backup_start('standby', true)")
    await run("cp", ["-a", primary.data, data])
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)")
    await writeFile(join(data, "backup_label"), rows[0].labelfile)
    const { rows: found } = await client.query("select setting from pg_config() where name = 'BINDIR'")
    return String(found[0].setting)
  })
  const { password, user } = primary.connection
  const follow = `host=127.0.0.1 port=${primary.followedOver} user=${user} password=${password}`
  await rm(join(data, "postmaster.pid"))
  await writeFile(join(data, "standby.signal"), "")
  await appendFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = '${follow}'\nsynchronous_standby_names = ''\n`
  )

  // The server must run as the owner of its files, because PostgreSQL does not run as root.
  const { gid, uid } = await stat(data)
  for (const file of ["backup_label", "standby.signal"]) await chown(join(data, file), uid, gid)
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  const settings = ["fsync=off", "max_connections=200", "unix_socket_directories="].flatMap((one) => ["-c", one])
  const server = spawn(join(binaries, "postgres"), ["-D", data, "-p", String(primary.port), ...settings], {
    ...as,
    stdio: ["ignore", "ignore", "pipe"]
  })
  let output = ""
  server.stderr.on("data", (bytes: Buffer) => {
    output = bytes.toString("utf8")
  })
  const removed = once(server, "exit")
  const connection = { ...primary.connection, port: primary.port }
  while (!(await connected(connection, async () => true).catch(() => false))) {
    if (server.exitCode !== null) throw new Error(`the standby ended: ${output}`)
    await sleep(20)
  }
  return {
    connection,
    /** Ends the replication. The standby then accepts writes. */
    promote: () => connected(connection, async (client) => void (await client.query("select pg_promote(true, 60)"))),
    stop: async () => {
      server.kill("SIGQUIT")
      await removed
      await rm(folder, { recursive: true })
    }
  }
}

const connected = async <A>(connection: pg.ClientConfig, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(connection)
  client.on("error", () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
