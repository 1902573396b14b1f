import { Collection, type FieldOf, type Query, type Ref, type Row } from "@countersign/core"
import type { SqlValue } from "sql.js"
import { addressOf, lookup } from "./addresses.ts"

/** Runs one statement, and returns its rows. */
export type Sql = (text: string, ...values: Array<SqlValue>) => ReadonlyArray<ReadonlyArray<SqlValue>>

/** The rows that one ref of a `load` finds. */
export const rowsOf = (sql: Sql, ref: Ref): ReadonlyArray<Row> => {
  switch (ref.by) {
    case "id":
      return rowsAt(sql, addressOf(ref, "id", ref.id), 1)
    case "unique":
      return rowsAt(sql, lookup(ref, "unique", ref.key, ref.values), 1)
    case "index": {
      const values = ref.values.flatMap((value) => (typeof value === "string" ? value : textAt(sql, ref, value)))
      return values.length < ref.values.length ? [] : pageOf(sql, { ...ref, index: { name: ref.index, values } })
    }
  }
}

/** One page of an index. */
export const pageOf = (sql: Sql, { after, index, limit, order, ...place }: Query): ReadonlyArray<Row> => {
  const address = lookup(place, "indexes", index.name, index.values)
  return order === "oldest"
    ? sql(OLDEST, address, after?.createdAt ?? Number.NEGATIVE_INFINITY, sortable(after?.id ?? ""), limit).map(rowOf)
    : rowsAt(sql, address, limit, after)
}

const rowsAt = (sql: Sql, address: string, limit: number, { createdAt, id } = START): ReadonlyArray<Row> =>
  sql(PAGE, address, createdAt, sortable(id), limit).map(rowOf)

const START = { createdAt: Number.POSITIVE_INFINITY, id: "" }

// Newest first. A page starts after a position, not at an offset, so concurrent inserts do not shift it.
const PAGE = `select content, version from entries join records using (record)
  where address = ? and (created_at, id) < (?, ?) order by created_at desc, id desc limit ?`

const OLDEST = PAGE.replace("<", ">").replaceAll(" desc", "")

/** SQLite compares bytes. These sort in code unit order, and encode any id. */
export const sortable = (id: string): Uint8Array => Buffer.from(id, "utf16le").swap16()

/** Parsed anew each time, so that each caller has its own row. */
export const rowOf = ([content, version]: ReadonlyArray<SqlValue>): Row => {
  const row: Row = JSON.parse(String(content))
  return { ...row, version: Number(version) }
}

/** The text in a field of another record of the environment, or undefined. */
const textAt = (sql: Sql, { environment }: Ref, { field, ...source }: FieldOf): ReadonlyArray<string> => {
  const [row] = rowsOf(sql, { ...source, environment, by: "id" })
  const value = Collection.valueOf(row?.body ?? null, field)
  return typeof value === "string" ? [value] : []
}
