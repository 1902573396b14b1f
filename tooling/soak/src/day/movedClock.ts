import type pg from "pg"

/** Connections with these options find the clock below before that of the database. */
export const MOVED = "-c search_path=moved,pg_catalog"

/** Gives a database a clock that is told the time: what the functions of the store's schema then take for it. */
export const addClock = async (database: pg.Pool): Promise<void> =>
  void (await database.query(`
    create schema moved;
    create table moved.clock (at bigint not null);
    insert into moved.clock values (0);
    create function moved.clock_timestamp() returns timestamptz language sql volatile
      as 'select to_timestamp(at / 1000.0) from moved.clock';`))

export const moveClock = async (database: pg.Pool, at: number): Promise<void> =>
  void (await database.query("update moved.clock set at = $1", [at]))
