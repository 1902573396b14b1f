import { migrate } from "@countersign/postgres"
import pg from "pg"
import { type OpenedStore, openStore } from "../openStore.ts"

/** A store whose clock is told the time, as the nodes' is. */
export interface MovedStore extends OpenedStore {
  readonly onTime: (at: number) => Promise<void>
}

/** What the functions of the schema take for the time: the name is looked up here before it is in the database's own. */
const CLOCK = `
  create schema moved;
  create table moved.clock (at bigint not null);
  insert into moved.clock values (0);
  create function moved.clock_timestamp() returns timestamptz language sql volatile
    as 'select to_timestamp(at / 1000.0) from moved.clock';`

/** On a database of its own: nothing is swept before its time has come by the clock of that, too. */
export const movedStore = async (database: string): Promise<MovedStore> => {
  const beside = new pg.Pool({ connectionString: database, max: 1 })
  // A database that stops says so to connections that are idle.
  beside.on("error", () => {})
  await migrate(beside)
  await beside.query(CLOCK)
  const url = new URL(database)
  url.searchParams.set("options", "-c search_path=moved,pg_catalog")
  const opened = await openStore(url.href)
  return {
    ...opened,
    onTime: async (at) => void (await beside.query("update moved.clock set at = $1", [at])),
    close: async () => {
      await opened.close()
      await beside.end()
    }
  }
}
