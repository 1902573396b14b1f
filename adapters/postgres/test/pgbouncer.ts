import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { cluster } from "@countersign/harness/postgres"
import pg from "pg"
import { afterAll, beforeAll, vi } from "vitest"

/** A PgBouncer in transaction mode in front of a cluster: each statement may use another connection. */
export const pgbouncer = (server: ReturnType<typeof cluster>, port: number) => {
  const pools: Array<pg.Pool> = []
  let end = async (): Promise<void> => {}

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-bouncer-"))
    await chmod(folder, 0o755)
    const { hostname, port: target } = new URL(server.url())
    const users = join(folder, "users.txt")
    const settings = join(folder, "pgbouncer.ini")
    await writeFile(users, '"postgres" "postgres"\n')
    await writeFile(
      settings,
      `[databases]
postgres = host=${hostname} port=${target} dbname=postgres user=postgres password=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
`
    )
    const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : []
    const child = spawn("pgbouncer", ["-q", ...asRoot, settings], {
      stdio: "ignore",
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
    })
    const failed = once(child, "error").then(() => {
      throw new Error("PgBouncer is not installed. On Debian: apt-get install pgbouncer")
    })
    const removed = once(child, "exit")
    await Promise.race([failed, listening(port)])
    end = async () => {
      child.kill("SIGINT")
      await removed
      await rm(folder, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await end()
  })

  return {
    pool: (): pg.Pool => {
      const connectionString = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
      const pool = new pg.Pool({ connectionString, max: 64 })
      pool.on("error", () => {})
      pools.push(pool)
      return pool
    }
  }
}

const listening = (port: number) =>
  vi.waitFor(
    async () => {
      const socket = connect(port, "127.0.0.1")
      await once(socket, "connect").finally(() => socket.destroy())
    },
    { timeout: 60_000 }
  )
