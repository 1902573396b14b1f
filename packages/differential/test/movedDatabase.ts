import { migrate, postgres } from "@countersign/postgres"
import { cluster } from "../../../adapters/postgres/test/cluster.ts"
import type { Target } from "./replay.ts"

/** A PostgreSQL whose clock a replay moves: the store's functions find ours before that of the machine. */
const CLOCK = `
  create schema moved;
  create table moved.clock (at bigint not null);
  insert into moved.clock values (0);
  create function moved.clock_timestamp() returns timestamptz language sql volatile
    as 'select to_timestamp(at / 1000.0) from moved.clock';`

/** A target on a PostgreSQL of its own, emptied for each recording, and the pool that looks into it from beside. */
export const onPostgres = () => {
  const server = cluster()
  const made = once(async () => {
    const admin = server.pool()
    await migrate(admin)
    await admin.query(CLOCK)
    return { admin, store: server.pool({ options: "-c search_path=moved,pg_catalog" }) }
  })
  const target: Target = {
    name: "PostgreSQL",
    options: async () => {
      const { admin, store } = await made()
      await admin.query("truncate countersign.records, countersign.keys, countersign.entries")
      return { store: postgres({ pool: store, timeout: 30_000 }) }
    },
    onTime: async (at) => {
      const { admin } = await made()
      await admin.query("update moved.clock set at = $1", [at])
    }
  }
  return { target, beside: async () => (await made()).admin }
}

const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () => {
    made ??= make()
    return made
  }
}
