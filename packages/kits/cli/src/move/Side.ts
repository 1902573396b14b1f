import type { PoolClient } from "@countersign/postgres"

/** One database of a move, and the environments of the platform in it. */
export interface Side {
  readonly client: PoolClient
  /** With quotes. */
  readonly schema: string
  /** The environments as their rows have them: production first, whose id also names the barriers. */
  readonly environments: readonly [production: string, sandbox: string]
}

/** A table with a row for each record. */
export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly idType: string
}

/**
 * What a table of this database refuses for the platform. `closing`: new work, `left` and `coming`: every write, because the
 * platform was copied from here or is being copied to here, `came`: nothing, since it was opened here after a copy.
 */
export type Barrier = "closing" | "left" | "coming" | "came"

const isBarrier = (text: string | undefined): text is Barrier =>
  text === "closing" || text === "left" || text === "coming" || text === "came"

/** A lease that no worker has and no claim outlives: the largest integer that JavaScript represents. */
const HELD = "9007199254740991"
const CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint"
/** Rows that a statement of a move deletes. */
const DELETED = 5000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const at = ({ schema }: Side, { name }: Table): string => `${schema}.${quoted(name)}`
export const here = ({ environments }: Side): string => `in (${environments.map((one) => `'${one}'`).join(", ")})`
export const has = ({ columns }: Table, column: string): boolean => columns.includes(column)

export const rowsOf = async ({ client }: Pick<Side, "client">, text: string, values: ReadonlyArray<unknown> = []) =>
  (await client.query(text, [...values])).rows

/** The tables of the schema whose rows are of an environment. */
export const tablesOf = async (side: Side): Promise<ReadonlyArray<Table>> => {
  const rows = await rowsOf(
    side,
    `select c.relname as name, string_agg(a.attname, ',' order by a.attname) as columns,
       max(format_type(a.atttypid, a.atttypmod)) filter (where a.attname = 'id') as id_type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = to_regnamespace($1::text) and c.relkind = 'r'
     group by c.relname having bool_or(a.attname = 'environment') order by c.relname`,
    [side.schema]
  )
  return rows.map(({ columns, id_type, name }) => {
    if (typeof id_type !== "string") throw new Error(`The table ${name} has no column id, so its rows cannot be moved.`)
    return { name: name ?? "", columns: columns?.split(",") ?? [], idType: id_type }
  })
}

export const barriersOf = async (side: Side): Promise<ReadonlyMap<string, Barrier>> => {
  const rows = await rowsOf(
    side,
    `select c.relname as name, t.tgname as barrier from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = to_regnamespace($1::text) and t.tgname like 'moving\\_%' and right(t.tgname, 36) = $2`,
    [side.schema, side.environments[0]]
  )
  return new Map(
    rows.flatMap(({ barrier, name }) => {
      const [, found] = barrier?.split("_") ?? []
      return isBarrier(found) && name !== undefined && name !== null ? [[name, found]] : []
    })
  )
}

/**
 * Replaces the barrier of a table in one short transaction, after `first`. While it waits for the lock, so do others, so it
 * gives up early and tries again. Returns false if `first` does, and then changes nothing.
 */
export const setBarrier = async (
  side: Side,
  table: Table,
  barrier: Barrier | undefined,
  first: () => Promise<boolean> = async () => true
): Promise<boolean> => {
  for (let times = 1; ; times += 1) {
    try {
      await side.client.query("begin")
      await side.client.query("set local lock_timeout = 1500")
      await side.client.query(`lock table ${at(side, table)} in access exclusive mode`)
      const isReady = await first()
      if (isReady) await side.client.query(barrierSql(side, table, barrier).join(";\n"))
      await side.client.query(isReady ? "commit" : "rollback")
      return isReady
    } catch (error) {
      await side.client.query("rollback").catch(() => {})
      if (times === ATTEMPTS || !isLocked(error)) throw error
      await pause()
    }
  }
}

const ATTEMPTS = 100

const isLocked = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01")

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200))

/** A check constraint would let a removal pass, so triggers refuse it as well. What has expired may be swept. */
const barrierSql = (side: Side, table: Table, barrier: Barrier | undefined): ReadonlyArray<string> => {
  const [id] = side.environments
  const name = (of: Barrier, what: string): string => quoted(`moving_${of}_${what}_${id}`)
  const others = "current_setting('countersign.moving', true) is distinct from 'on'"
  const trigger = (of: Barrier, event: string, row: "new" | "old", when = "") =>
    `create trigger ${name(of, row)} before ${event} on ${at(side, table)} for each row
       when (${row}.environment ${here(side)} and ${others} ${when}) execute function ${side.schema}.refuse_moving()`
  const dropped = (["closing", "left", "coming", "came"] as const).flatMap((of) =>
    (["new", "old"] as const).map((row) => `drop trigger if exists ${name(of, row)} on ${at(side, table)}`)
  )
  switch (barrier) {
    case undefined:
      return dropped
    case "came":
      return [...dropped, trigger(barrier, "insert", "new", "and false")]
    case "closing":
      return [...dropped, trigger(barrier, "insert", "new")]
    case "coming":
    case "left": {
      const isLive = has(table, "expires_at") ? `and (old.expires_at is null or old.expires_at > ${CLOCK})` : ""
      return [...dropped, trigger(barrier, "insert or update", "new"), trigger(barrier, "delete", "old", isLive)]
    }
  }
}

/** Prepares a connection for a move, so that barriers let its writes pass. Fails if another command has the platform. */
export const begin = async (side: Side, platform: string): Promise<void> => {
  const [lock] = await rowsOf(side, "select pg_try_advisory_lock(hashtextextended($1::text, 0))::text as is_free", [
    `countersign/${side.schema}/move/${platform}`
  ])
  if (lock?.is_free !== "true") {
    throw new Error("Another command moves this platform, or --from and --to are the same database.")
  }
  await side.client.query("set countersign.moving = 'on'")
  await side.client.query(`create or replace function ${side.schema}.refuse_moving() returns trigger
    language plpgsql set search_path = '' as $$ begin
      raise exception 'countersign: this environment is moving to another database' using errcode = 'check_violation';
    end $$`)
}

/** Keeps due work from claims, except what a worker has. */
export const hold = async (side: Side, table: Table): Promise<void> => {
  await side.client.query(
    `update ${at(side, table)} set leased_until = ${HELD}
     where environment ${here(side)} and due_at is not null and (leased_until is null or leased_until <= ${CLOCK})`
  )
}

/** Whether workers have none of the work of a table. */
export const isIdle = async (side: Side, table: Table): Promise<boolean> => {
  const [row] = await rowsOf(
    side,
    `select exists (select from ${at(side, table)} where environment ${here(side)} and due_at is not null
       and leased_until > ${CLOCK} and leased_until < ${HELD})::text as is_busy`
  )
  return row?.is_busy === "false"
}

/** Lets workers claim what was held. */
export const release = async (side: Side, table: Table): Promise<boolean> => {
  if (has(table, "due_at")) {
    await side.client.query(
      `update ${at(side, table)} set leased_until = null where environment ${here(side)} and leased_until = ${HELD}`
    )
  }
  return true
}

export const isEmpty = async (side: Side, table: Table): Promise<boolean> => {
  const [row] = await rowsOf(
    side,
    `select exists (select from ${at(side, table)} where environment ${here(side)})::text as has_rows`
  )
  return row?.has_rows === "false"
}

/** Deletes the rows of the platform in steps. Returns how many. */
export const clear = async (side: Side, table: Table): Promise<number> => {
  let total = 0
  while (true) {
    const [row] = await rowsOf(
      side,
      `with gone as (delete from ${at(side, table)} where ctid = any (array(
         select ctid from ${at(side, table)} where environment ${here(side)} limit ${DELETED})) returning 1)
       select count(*)::text as gone from gone`
    )
    const gone = Number(row?.gone)
    total += gone
    if (gone < DELETED) return total
  }
}

export const clockOf = async (side: Side): Promise<string> => {
  const [row] = await rowsOf(side, `select ${CLOCK}::text as now`)
  return row?.now ?? "0"
}

/** The rows of a copy are leased to the move until the platform is opened, so that no worker sends what they order. */
export const copiedColumn = (column: string): string =>
  column === "leased_until" ? `case when due_at is not null then ${HELD} end` : quoted(column)

export const columnList = ({ columns }: Table): string => columns.map(quoted).join(", ")

/** The content of a row, without its lease. */
export const digestSql = ({ columns }: Table): string =>
  `md5(row(${columns
    .filter((column) => column !== "leased_until")
    .map((column) => `r.${quoted(column)}`)
    .join(", ")})::text)`
