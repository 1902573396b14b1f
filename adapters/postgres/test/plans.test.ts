import { ALL } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { atVersion, here, insert, opened, replace, things, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
const RECORDS = 20_000

it("no method scans a table: all use an index", async () => {
  // One connection, so that the counts are its own and immediately visible.
  const pool = server.pool({ max: 1 })
  const { outcome, store } = await opened({ pool })
  for (let from = 0; from < RECORDS; from += 500) {
    const batch = Array.from({ length: 500 }, (_, n) => from + n)
    await outcome(batch.map((n) => insert(`r${n}`, { name: `n${n}`, owner: `o${n % 100}`, dueAt: n, expiresAt: n }, n)))
  }
  await pool.query("analyze countersign.things")

  const scans = async (): Promise<unknown> => {
    await pool.query("select pg_stat_force_next_flush()")
    const { rows } = await pool.query(
      "select seq_scan from pg_stat_user_tables where schemaname = 'countersign' and relname = 'things'"
    )
    return rows
  }
  const before = await scans()
  for (let round = 1; round <= 12; round++) {
    // PostgreSQL makes generic plans after the fifth execution, so both kinds are tested.
    const id = `r${round + 100}`
    const source = { collection: things, id, field: "owner" }
    await Effect.runPromise(
      store.load([
        { ...here, by: "id", id },
        { ...here, by: "unique", key: "name", values: [`n${round}`] },
        { ...here, by: "index", index: "owner", values: ["o7"], limit: 20 },
        { ...here, by: "index", index: "owner", values: [source], limit: 20 }
      ])
    )
    const after = { createdAt: 9000, id: "r9000" }
    await Effect.runPromise(store.find({ ...here, index: ALL, limit: 20 }))
    await Effect.runPromise(store.find({ ...here, index: ALL, limit: 20, after }))
    await Effect.runPromise(store.find({ ...here, limit: 20, after, index: { name: "owner", values: ["o7"] } }))
    expect(
      await outcome(
        [
          replace(id, 1, { name: `m${round}`, owner: "o1" }),
          insert(`new${round}`, { name: `new${round}`, owner: "o" })
        ],
        [atVersion("r5000", 1)]
      )
    ).toBe("written")
    expect(await Effect.runPromise(store.claimDue(things, 20_000, 10, 3))).toHaveLength(3)
    expect(await Effect.runPromise(store.sweep([things], 20_000, 3))).toBe(3)
  }
  expect(await scans()).toEqual(before)

  // A scan would show in the counts.
  await pool.query("select 1 from countersign.things where body = 'x'")
  expect(await scans()).not.toEqual(before)
})
