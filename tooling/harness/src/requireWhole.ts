import type pg from "pg"
import { expect } from "vitest"

/** Requires that every key and index entry belongs to a record that names it, and that no record lacks one. */
export const requireWhole = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query(`
    with named as (
      select unnest(r.keys) as address, r.id from countersign.records r
    ), placed as (
      select unnest(r.entries) as address, r.created_at, r.id from countersign.records r
    )
    select
      (select count(*) from (select address, id from countersign.keys except select address, id from named) x)::int as stray_keys,
      (select count(*) from (select address, id from named except select address, id from countersign.keys) x)::int as lost_keys,
      (select count(*) from (
        select address, created_at, id from countersign.entries except select address, created_at, id from placed
      ) x)::int as stray_entries,
      (select count(*) from (
        select address, created_at, id from placed except select address, created_at, id from countersign.entries
      ) x)::int as lost_entries`)
  expect(rows).toEqual([{ stray_keys: 0, lost_keys: 0, stray_entries: 0, lost_entries: 0 }])
}
