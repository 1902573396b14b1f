import type { Answer, PoolClient } from "../../Pool.ts"
import { bodyOf } from "../../rows.ts"
import { environmentOf, type Table, toId } from "../../table.ts"
import { isEnvironmentKey, named } from "../../work.ts"
import type { Migration } from "../files.ts"

/** An upgrade in the transaction of a client. */
export interface Upgrade {
  readonly client: PoolClient
  /** The schema, as SQL. */
  readonly name: string
  readonly migration: Migration
  readonly tables: ReadonlyMap<string, Table>
}

export const environmentsIn = (schema: string): string => `${schema}.next_environments`

/** Rows of the table `records` of 0001, or the places of such rows. */
type Rows = Answer["rows"]

/** The columns of `records` that are copied. */
export const COPIED = ["collection", "environment", "id", "version", "created_at", "updated_at", "leased_until", "body"]
  .map((column) => `r.${column}::text`)
  .join(", ")

/** Replaces the copies of the records at `places` by `present`, which is what `records` has of them. */
export const replaceCopies = async (upgrade: Upgrade, places: Rows, present: Rows): Promise<void> => {
  const { client, tables } = upgrade
  const unknown = present.find(({ collection }) => !tables.has(collection ?? ""))
  if (unknown !== undefined) throw unknownCollection(unknown.collection)
  for (const [collection, table] of tables) {
    const { name } = table
    const given = `json_populate_recordset(null::${name}, $1::json) as w`
    const remove = async (columns: ReadonlyArray<string>, rows: ReadonlyArray<object>) => {
      if (rows.length === 0) return
      const isSame = ["environment", ...columns].map((column) => `r.${column} = w.${column}`).join(" and ")
      await client.query(`delete from ${name} r using ${given} where ${isSame}`, [JSON.stringify(rows)])
    }
    // A place where no copy can be may be that of a record that was removed because it could not be copied.
    const changed = places.filter((row) => row.collection === collection && isEnvironmentKey(row.environment ?? ""))
    await remove(
      ["id"],
      changed.map((row) => placeIn(table, row))
    )
    const copies = present.filter((row) => row.collection === collection).map((row) => copyOf(table, row))
    // A copy that has a unique key of another record is out of date: its record has changed, and is copied again.
    for (const columns of table.keys.values()) {
      await remove(
        columns.map(({ name }) => name),
        copies
      )
    }
    if (copies.length > 0) await client.query(`insert into ${name} select * from ${given}`, [JSON.stringify(copies)])
  }
  const names = [...new Set(present.map(({ environment }) => named(environment)))]
  await client.query(
    `insert into ${environmentsIn(upgrade.name)} (id, name) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
    [names.map(environmentOf), names]
  )
}

/** The row of a record, by column, as the store would write it. */
const copyOf = (table: Table, row: Rows[number]) => {
  try {
    const place = placeIn(table, row)
    if (place.id === null) throw new Error(`its id is not of the form ${table.id.prefix}:<uuid>`)
    const written = { at: Number(row.updated_at), body: bodyOf(row.body ?? "") }
    const content = table.content.map(({ name, of }) => [name.replaceAll('"', ""), of(written)])
    return { ...row, ...Object.fromEntries(content), ...place, leased_until: row.leased_until, body: row.body }
  } catch (cause) {
    throw new Error(
      `postgres: the upgrade stops, because it cannot copy the record ${JSON.stringify(row.id)} of ${row.collection} in ` +
        `${row.environment}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause }
    )
  }
}

/** The id is null if it has another form than those of the table. Texts are in `records` as in a column of texts. */
const placeIn = ({ id }: Table, row: Rows[number]) => ({
  environment: environmentOf(named(row.environment)),
  id: id.prefix === undefined ? row.id : toId(id, row.id ?? "")
})

/** Another table than that of a declaration would lose the records to every caller. */
export const unknownCollection = (collection: string | null | undefined): Error =>
  new Error(
    `postgres: the upgrade stops, because this version has no collection ${JSON.stringify(collection)}. ` +
      "Move its records from the table records to a table of your own"
  )
