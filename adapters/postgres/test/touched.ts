import type pg from "pg"

/** The number of rows and index entries read so far by a pool of one connection, including discarded ones. */
export const touched = async (pool: pg.Pool): Promise<number> => {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query(
    `select (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'countersign')::int
      + (select sum(seq_tup_read) from pg_stat_user_tables
        where schemaname = 'countersign' and relname <> 'migrations')::int as touched`
  )
  return rows[0].touched
}
