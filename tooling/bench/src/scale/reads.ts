import type pg from "pg"

/** What was read of the tables since the database was made. */
export interface Reads {
  /** Pages of tables and indexes, from memory or from disk. */
  readonly pages: number
  /** How often a table was read from end to end. */
  readonly tableScans: number
}

/** The counts of the one connection of a pool, which has to tell them before they can be read. */
export const readsOf = async (pool: pg.Pool): Promise<Reads> => {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query<{ pages: string; scans: string }>(
    `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::text as pages,
      sum(seq_scan)::text as scans
    from pg_statio_user_tables join pg_stat_user_tables using (relid)
    where pg_stat_user_tables.schemaname = 'countersign'`
  )
  return { pages: Number(rows[0]?.pages), tableScans: Number(rows[0]?.scans) }
}
