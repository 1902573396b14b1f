import { migrate } from "@countersign/postgres"
import pg from "pg"
import { type OpenedStore, openStore } from "../openStore.ts"
import { addClock, MOVED, moveClock } from "./movedClock.ts"

/** A store whose clock is told the time, as the nodes' is. */
export interface MovedStore extends OpenedStore {
  readonly onTime: (at: number) => Promise<void>
}

/** On a database of its own: nothing is swept before its time has come by the clock of that, too. */
export const movedStore = async (database: string): Promise<MovedStore> => {
  const beside = new pg.Pool({ connectionString: database, max: 1 })
  // A database that stops says so to connections that are idle.
  beside.on("error", () => {})
  await migrate(beside)
  await addClock(beside)
  const url = new URL(database)
  url.searchParams.set("options", MOVED)
  const opened = await openStore(url.href)
  return {
    ...opened,
    onTime: (at) => moveClock(beside, at),
    close: async () => {
      await opened.close()
      await beside.end()
    }
  }
}
