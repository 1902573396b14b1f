import { Columns, type Json } from "@countersign/core"
import type { Answer, PoolClient } from "../Pool.ts"
import { bodyOf } from "../rows.ts"
import { environmentOf, storedField, type Table, toId } from "../table.ts"
import { isEnvironmentKey, named } from "../work.ts"

/** Rows of the table `records` of 0001, or the places of such rows. */
export type Rows = Answer["rows"]

/** The columns of `records` that are copied. */
export const COPIED = ["collection", "environment", "id", "version", "created_at", "updated_at", "leased_until", "body"]
  .map((column) => `r.${column}::text`)
  .join(", ")

/** Replaces the copies of the records at `places` by `present`, which is what `records` has of them. */
export const replaceCopies = async (
  client: PoolClient,
  environmentsTable: string,
  tables: ReadonlyMap<string, Table>,
  places: Rows,
  present: Rows
): Promise<void> => {
  // A place where no copy can be may be that of a record that was removed because it could not be copied.
  for (const [collection, rows] of byCollection(places.filter((row) => isEnvironmentKey(row.environment ?? "")))) {
    const table = tables.get(collection)
    if (table !== undefined) await remove(client, table, [environments(rows), ids(table, rows)])
  }
  const [, , numbers] = environments(present)
  await client.query(
    `insert into ${environmentsTable} (id, name)
      select distinct * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
    [numbers, present.map((row) => row.environment)]
  )
  for (const [collection, rows] of byCollection(present)) {
    const table = tables.get(collection)
    if (table === undefined) throw unknownCollection(collection)
    const columns = columnsOf(table, rows)
    // A copy that has a unique key of another record is out of date: its record has changed, and is copied again.
    for (const fields of Object.values(table.collection.unique)) {
      const key = ["environment", ...fields.map((field) => table.fields.get(field)?.name)]
      await remove(
        client,
        table,
        columns.filter(([column]) => key.includes(column))
      )
    }
    await client.query(
      `insert into ${table.name} (${namesOf(columns)}) select * from ${listOf(columns)}`,
      columns.map(([, , values]) => values)
    )
  }
}

/** A column, its type, and its value in each row. */
type Values = readonly [column: string, type: string, values: ReadonlyArray<unknown>]

const remove = (client: PoolClient, { name }: Table, columns: ReadonlyArray<Values>): Promise<Answer> =>
  client.query(
    `delete from ${name} r using ${listOf(columns)} as w (${namesOf(columns)})
      where ${columns.map(([column]) => `r.${column} = w.${column}`).join(" and ")}`,
    columns.map(([, , values]) => values)
  )

const listOf = (columns: ReadonlyArray<Values>): string =>
  `unnest(${columns.map(([, type], nth) => `$${nth + 1}::${type}[]`).join(", ")})`

const namesOf = (columns: ReadonlyArray<Values>): string => columns.map(([column]) => column).join(", ")

const byCollection = (rows: Rows): ReadonlyMap<string, Rows> => {
  const found = new Map<string, Array<Rows[number]>>()
  for (const row of rows) {
    const known = found.get(row.collection ?? "")
    if (known === undefined) found.set(row.collection ?? "", [row])
    else known.push(row)
  }
  return found
}

/** The columns of records, with the values that the store would write. */
const columnsOf = (table: Table, rows: Rows): ReadonlyArray<Values> => {
  const { due, expiry } = table.collection
  const bodies = rows.map((row) => readable(row, () => bodyOf(row.body ?? "")))
  const kept = (column: string, type: string): Values => [column, type, rows.map((row) => row[column])]
  const made = (column: string, type: string, value: (body: Json) => unknown): Values => [
    column,
    type,
    rows.map((row, nth) => readable(row, () => value(bodies[nth] ?? null)))
  ]
  const instant = (column: string, field: string | undefined): ReadonlyArray<Values> =>
    field === undefined ? [] : [made(column, "bigint", (body) => Columns.instantOf(body, field) ?? null)]
  const [, , found] = ids(table, rows)
  const wrong = rows[found.indexOf(null)]
  if (wrong !== undefined) throw unreadable(wrong, new Error(`its id is not of the form ${table.id.prefix}:<uuid>`))
  return [
    environments(rows),
    ["id", table.id.type, found],
    kept("version", "bigint"),
    kept("created_at", "bigint"),
    kept("updated_at", "bigint"),
    ...instant("expires_at", expiry),
    ...instant("due_at", due),
    ...(due === undefined ? [] : [kept("leased_until", "bigint")]),
    ...[...table.fields].map(([field, { name, type }]) => made(name, type, (body) => storedField(table, field, body))),
    kept("body", "text")
  ]
}

const environments = (rows: Rows): Values => [
  "environment",
  "uuid",
  rows.map((row) => readable(row, () => environmentOf(named(row.environment))))
]

/** Null for an id that has another form than those of the table. Texts are in `records` as in a column of texts. */
const ids = ({ id }: Table, rows: Rows): Values => [
  "id",
  id.type,
  rows.map((row) => (id.prefix === undefined ? row.id : toId(id, row.id ?? "")))
]

const readable = <A>(row: Rows[number], read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw unreadable(row, error)
  }
}

const unreadable = ({ collection, environment, id }: Rows[number], cause: unknown): Error =>
  new Error(
    `postgres: the upgrade stops, because it cannot copy the record ${JSON.stringify(id)} of ${collection} in ` +
      `${environment}: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause }
  )

/** Another table than that of a declaration would lose the records to every caller. */
export const unknownCollection = (collection: string | null | undefined): Error =>
  new Error(
    `postgres: the upgrade stops, because this version has no collection ${JSON.stringify(collection)}. ` +
      "Move its records from the table records to a table of your own"
  )
