import { cluster } from "@countersign/harness/postgres"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { pgbouncer } from "./pgbouncer.ts"
import { suiteOn } from "./suiteOn.ts"

describe("behind PgBouncer in transaction mode", () => {
  const server = cluster()
  const bouncer = pgbouncer(server, 30_000 + (process.pid % 20_000))
  let admin: pg.Pool
  let pool: pg.Pool

  beforeAll(() => {
    admin = server.pool()
    pool = bouncer.pool()
  })

  it("statements of one client use several connections", async () => {
    const pids = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await pool.query("select pg_backend_pid() as pid, pg_sleep(0.02)")).rows[0].pid
      )
    )
    expect(new Set(pids).size).toBeGreaterThan(1)
    expect(new Set(pids).size).toBeLessThanOrEqual(20)
  })

  suiteOn({ name: "postgres behind PgBouncer", rounds: 100, pool: () => pool, admin: () => admin })
})
