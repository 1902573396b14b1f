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
}

/** A lease that no worker has and no claim outlives: the largest integer that JavaScript represents. */
export const HELD = "9007199254740991"
export const CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint"
/** Milliseconds after the end of a lease, in which its worker may still record what it has sent. */
const LATE = 30_000
/** Rows that a statement of a move deletes. */
const DELETED = 5000

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const at = ({ schema }: Side, { name }: Table): string => `${schema}.${quoted(name)}`
export const here = ({ environments }: Side): string => `in (${environments.map((one) => `'${one}'`).join(", ")})`
export const has = ({ columns }: Table, column: string): boolean => columns.includes(column)

export const rowsOf = async ({ client }: Side, text: string, values: ReadonlyArray<unknown> = []) =>
  (await client.query(text, [...values])).rows

/** The tables of the schema whose rows are of an environment. */
export const tablesOf = async (side: Side): Promise<ReadonlyArray<Table>> => {
  const rows = await rowsOf(
    side,
    `select c.relname as name, string_agg(a.attname, ',' order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = to_regnamespace($1::text) and c.relkind = 'r'
     group by c.relname having bool_or(a.attname = 'environment') order by c.relname`,
    [side.schema]
  )
  return rows.map(({ columns, name }) => ({ name: name ?? "", columns: columns?.split(",") ?? [] }))
}

/** Whether a table has rows of the platform that meet a condition. */
export const isThere = async (side: Side, table: Table, condition = "true"): Promise<boolean> => {
  const text = `select from ${at(side, table)} where environment ${here(side)} and ${condition} limit 1`
  return (await rowsOf(side, text)).length > 0
}

/** Withholds due work from claims, except work that a worker has claimed and may still record. Returns the tables with such work. */
export const hold = async (side: Side, queues: ReadonlyArray<Table>): Promise<ReadonlyArray<string>> => {
  const busy: Array<string> = []
  for (const table of queues) {
    await side.client.query(
      `update ${at(side, table)} set leased_until = ${HELD}
       where environment ${here(side)} and due_at is not null and (leased_until is null or leased_until <= ${CLOCK} - ${LATE})`
    )
    const isBusy = `due_at is not null and leased_until > ${CLOCK} - ${LATE} and leased_until < ${HELD}`
    if (await isThere(side, table, isBusy)) busy.push(table.name)
  }
  return busy
}

/** Lets workers claim what was held. */
export const release = async (side: Side, queues: ReadonlyArray<Table>): Promise<void> => {
  for (const table of queues) {
    const held = `environment ${here(side)} and leased_until = ${HELD}`
    await side.client.query(`update ${at(side, table)} set leased_until = null where ${held}`)
  }
}

/** Deletes the rows of the platform in steps. Returns how many. */
export const clear = async (side: Side, tables: ReadonlyArray<Table>): Promise<number> => {
  let removed = 0
  for (const table of tables) {
    const own = `select ctid from ${at(side, table)} where environment ${here(side)} limit ${DELETED}`
    const step = `delete from ${at(side, table)} where ctid = any (array(${own})) returning 1`
    for (let gone = DELETED; gone === DELETED; removed += gone) gone = (await rowsOf(side, step)).length
  }
  return removed
}
