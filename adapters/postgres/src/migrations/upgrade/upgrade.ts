import type { PoolClient } from "../../Pool.ts"
import { schemaName, type Table, tableOf } from "../../table.ts"
import { collections } from "../0002_collections.js"
import { migrationsFor } from "../files.ts"
import { COPIED, environmentsIn, replaceCopies, type Upgrade, unknownCollection } from "./copies.ts"

/**
 * The upgrade of a schema of 0001, which has all records in one table, while nodes of the old version serve. The records
 * are copied into the tables of 0002. Its table of environments and its function, without which a node of the new version
 * can do nothing, have other names until the switch. A trigger notes what the old nodes change meanwhile, which is then copied again.
 */
const OLD = "0001_initial.sql"
const OLD_CHECKSUM = "e113884806d25aa3a945688466c2d68ced72ae0cabda00da60e3ee630594d36f"
export const UPGRADED = "0002_tables.sql"

/** The migrations that a database records, with their checksums. */
export type Applied = ReadonlyMap<string | null | undefined, string | null | undefined>

/** Returns whether a database has tables of the version before. */
export const isOld = (applied: Applied): boolean => applied.has(OLD) && !applied.has(UPGRADED)

/**
 * Makes one step, which is bounded, in the transaction of a client that has the lock of the migrations. So any number of
 * callers may take turns, and a step that failed is made again by the next. Only the last one, the switch, stops the old
 * nodes, and records the migration. Returns `ready` before it unless `isSwitching`.
 */
export const upgradeStep = async (
  client: PoolClient,
  schema: string,
  applied: Applied,
  { isSwitching, rows }: { readonly isSwitching: boolean; readonly rows: number }
): Promise<"more" | "ready" | "switched"> => {
  const name = schemaName(schema)
  const migration = migrationsFor(schema).find((each) => each.name === UPGRADED)
  if (migration === undefined || applied.get(OLD) !== OLD_CHECKSUM) {
    throw new Error(`postgres: ${OLD} differs from the file that was applied to ${name}`)
  }
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(name, collection)]))
  const upgrade = { client, name, migration, tables }
  // All who want a table wait behind this transaction while it waits. Indexes bound the steps, whatever the planner knows
  // of tables that are being filled.
  await client.query(`set local lock_timeout = 500; set local enable_seqscan = off;
    set local enable_hashjoin = off; set local enable_mergejoin = off`)
  if ((await progressOf(client, schema)) === NOT_BEGUN) {
    await begin(upgrade)
    return "more"
  }
  if ((await copyNext(upgrade, rows)) > 0 || (await copyChanged(upgrade, rows)) === rows) return "more"
  if (!isSwitching) return "ready"
  await switchOver(upgrade, rows)
  return "switched"
}

const NOT_BEGUN = "not begun"

/** Returns how far the upgrade is, such as `copying 40 %`. */
export const progressOf = async (client: PoolClient, schema: string): Promise<string> => {
  const name = schemaName(schema)
  if (!(await exists(client, `${name}.upgrade`))) return NOT_BEGUN
  const { rows } = await client.query(
    `select case when u.is_copied then 'copied' when r.reltuples <= 0 then 'copying'
      else 'copying ' || least(99, round(100 * u.copied / r.reltuples)) || ' %' end as progress
    from ${name}.upgrade u, pg_catalog.pg_class r where r.oid = $1::text::regclass`,
    [`${name}.records`]
  )
  return rows[0]?.progress ?? NOT_BEGUN
}

/** Whether a schema has a table. */
export const exists = async (client: PoolClient, table: string): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass($1::text)::text as found", [table])
  return rows[0]?.found !== null
}

/** Creates the tables, with the privileges of `records`, and notes changes from now on. */
const begin = async ({ client, migration, name, tables }: Upgrade): Promise<void> => {
  const { rows: unknown } = await client.query(
    `with recursive met as (
      (select r.collection from ${name}.records r order by r.collection limit 1)
      union all
      select (select r.collection from ${name}.records r where r.collection > met.collection order by r.collection limit 1)
      from met where met.collection is not null
    ) select collection from met where collection <> all ($1::text[])`,
    [[...tables.keys()]]
  )
  if (unknown[0] !== undefined) throw unknownCollection(unknown[0].collection)
  const created = [...tables.values(), { name: environmentsIn(name) }].map((table) => table.name)
  // Tables of these names belong to an upgrade that was given up only if they are beside its own.
  if (await exists(client, environmentsIn(name))) {
    await client.query(`drop table ${created.join(", ")}; drop table if exists ${name}.upgrade_changes;
      drop function ${name}.next_read_through()`)
  }
  await client.query(`${migration.sql}
    alter table ${name}.environments rename to next_environments;
    alter function ${name}.read_through() rename to next_read_through;
    create table ${name}.upgrade (
      ${PLACE}, copied bigint not null, is_copied boolean not null, is_only boolean primary key default true check (is_only)
    );
    insert into ${name}.upgrade values ('', '', '', 0, false);
    create table ${name}.upgrade_changes (${PLACE});`)
  const { rows: grants } = await client.query(
    `select string_agg(format('grant %s on %s to %s', a.privilege_type, t.name,
      case a.grantee when 0 then 'public' else a.grantee::regrole::text end), ';') as text
    from pg_catalog.pg_class r cross join aclexplode(r.relacl) a cross join unnest($2::text[]) as t (name)
    where r.oid = $1::text::regclass and a.grantee <> r.relowner
      and a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
    [`${name}.records`, created]
  )
  // The function has the rights of its owner, because the service has none on the table of changes.
  await client.query(`${grants[0]?.text ?? ""};
    create or replace function ${name}.upgrade_note() returns trigger
    language plpgsql security definer set search_path = '' as $note$
    begin
      insert into ${name}.upgrade_changes values (
        coalesce(new.collection, old.collection), coalesce(new.environment, old.environment), coalesce(new.id, old.id)
      );
      return null;
    end $note$;
    create or replace trigger upgrade_note after insert or update or delete on ${name}.records
    for each row execute function ${name}.upgrade_note();`)
}

const PLACE = ["collection", "environment", "id"].map((column) => `${column} text collate "C" not null`).join(", ")

/** Copies the next records in the order of their primary key. Returns their number. */
const copyNext = async (upgrade: Upgrade, limit: number): Promise<number> => {
  const { client, name } = upgrade
  const { rows } = await client.query(
    `select next.* from ${name}.upgrade u cross join lateral (
      select ${COPIED} from ${name}.records r
      where not u.is_copied and (r.collection, r.environment, r.id) > (u.collection, u.environment, u.id)
      order by r.collection, r.environment, r.id limit $1::bigint
    ) as next`,
    [limit]
  )
  const last = rows.at(-1)
  if (last === undefined) {
    await client.query(`update ${name}.upgrade set is_copied = true`)
    return 0
  }
  await replaceCopies(upgrade, rows, rows)
  await client.query(
    `update ${name}.upgrade set collection = $1::text, environment = $2::text, id = $3::text, copied = copied + $4::bigint`,
    [last.collection, last.environment, last.id, rows.length]
  )
  return rows.length
}

/** Copies records again that were inserted, changed or removed. Returns the number of these changes. */
const copyChanged = async (upgrade: Upgrade, limit: number): Promise<number> => {
  const { client, name } = upgrade
  const { rows: places } = await client.query(
    `delete from ${name}.upgrade_changes
    where ctid = any (array(select ctid from ${name}.upgrade_changes limit $1::bigint)) returning collection, environment, id`,
    [limit]
  )
  if (places.length === 0) return 0
  const { rows } = await client.query(
    `select ${COPIED}
    from (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as w (collection, environment, id)) as w
    join ${name}.records r on r.collection = w.collection and r.environment = w.environment and r.id = w.id`,
    [places.map((row) => row.collection), places.map((row) => row.environment), places.map((row) => row.id)]
  )
  await replaceCopies(upgrade, places, rows)
  return places.length
}

/**
 * Stops the old nodes, which then find neither their tables nor their functions, and copies what they changed last. That is
 * little: all that takes long is done before the lock.
 */
const switchOver = async (upgrade: Upgrade, rows: number): Promise<void> => {
  const { client, migration, name, tables } = upgrade
  for (const [, table] of tables) await requireEqual(upgrade, table)
  while ((await copyChanged(upgrade, rows)) === rows);
  await client.query(`lock table ${name}.records, ${name}.keys, ${name}.entries in access exclusive mode`)
  while ((await copyChanged(upgrade, rows)) > 0);
  await client.query(`drop table ${OLD_TABLES.map((table) => `${name}.${table}`).join(", ")};
    drop function ${OLD_FUNCTIONS.map((each) => `${name}.${each}`).join(", ")};
    alter table ${environmentsIn(name)} rename to environments;
    alter function ${name}.next_read_through() rename to read_through; ${migration.record}`)
}

/** Throws unless there are as many copies as records, in one snapshot, beside those that are to be copied again. */
const requireEqual = async ({ client, name }: Upgrade, { collection, id, name: copies }: Table): Promise<void> => {
  const of = id.prefix === undefined ? "r.id" : `'${id.prefix}:' || r.id`
  await client.query("set local enable_hashjoin = on")
  const { rows } = await client.query(
    `with changed as materialized (select environment, id from ${name}.upgrade_changes where collection = $1::text)
    select s.count::text as stored, c.count::text as copied from (
      select count(*) from ${name}.records r where r.collection = $1::text
        and not exists (select from changed c where c.environment = r.environment and c.id = r.id)
    ) as s, (
      select count(*) from ${copies} r join ${environmentsIn(name)} e on e.id = r.environment
        where not exists (select from changed c where c.environment = e.name and c.id = ${of})
    ) as c where s.count <> c.count`,
    [collection.name]
  )
  await client.query("set local enable_hashjoin = off")
  if (rows[0] === undefined) return
  throw new Error(
    `postgres: the upgrade stops, because ${collection.name} has ${rows[0].stored} records and ${rows[0].copied} copies. ` +
      `Records were changed without the trigger upgrade_note, or two have one unique key. To copy anew: drop table ${name}.upgrade`
  )
}

const OLD_TABLES = ["records", "keys", "entries", "upgrade", "upgrade_changes"]
const OLD_FUNCTIONS = [...["address", "load", "find", "commit", "late", "moved", "claim", "sweep"], "upgrade_note"]
