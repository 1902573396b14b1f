import { hash } from "node:crypto"
import { type Change, Collection, type Declaration, type EnvironmentKey, type Json, type Row } from "@countersign/core"
import { recent } from "@countersign/wire"
import type { Answer } from "./Pool.ts"
import { bodyOf } from "./rows.ts"

/** The table of a collection: a record is a row, and each unique key and index of the declaration is a native one. */
export interface Table {
  readonly collection: Declaration
  /** With its schema, as SQL. */
  readonly name: string
  readonly id: Column
  /** A column for each field of a key or an index, by field. */
  readonly fields: ReadonlyMap<string, Column>
  /** The columns of each unique key and of each index, by name. */
  readonly keys: ReadonlyMap<string, ReadonlyArray<Column>>
  readonly indexes: ReadonlyMap<string, ReadonlyArray<Column>>
  /** The columns that a replace writes, from `updated_at` to `body`. */
  readonly content: ReadonlyArray<Content>
  /**
   * A condition of a row `r` that is always true and that the planner believes to be expensive, so that a cached plan
   * reaches a row of a young or restored table through an index. The function is never called: the other side is always
   * true. It is not safe for parallel plans, whose rows would have no order.
   */
  readonly byIndex: string
}

/** A column, and what it contains of a record that is written. A replaced record has no lease. */
export interface Content {
  readonly name: string
  readonly type: string
  readonly of: (written: Pick<Extract<Change, { readonly op: "insert" }>, "at" | "body" | "leasedUntil">) => unknown
}

/** A column of ids is of type uuid where the declaration names their prefix, and of type text otherwise. */
export interface Column {
  readonly name: string
  readonly type: "text" | "uuid"
  readonly prefix: string | undefined
}

export const tableOf = (schema: string, collection: Declaration): Table => {
  const { due, expiry, name, prefix, prefixes = {} } = collection
  const fields = new Map<string, Column>()
  const content: Array<Content> = [{ name: "updated_at", type: "bigint", of: ({ at }) => at }]
  const instant = (name: string, field: string) =>
    content.push({ name, type: "bigint", of: ({ body }) => Collection.instantOf(body, field) ?? null })
  if (expiry !== undefined) instant("expires_at", expiry)
  if (due !== undefined) {
    instant("due_at", due)
    content.push({ name: "leased_until", type: "bigint", of: ({ leasedUntil }) => leasedUntil ?? null })
  }
  for (const field of Collection.fieldsOf(collection)) {
    const made = column(columnName(field), prefixes[field])
    fields.set(field, made)
    content.push({ ...made, of: ({ body }) => storedField(collection, field, made, body) })
  }
  content.push({ name: "body", type: "text", of: ({ body }) => JSON.stringify(body) })
  const names = [...fields.values()].map((each) => each.name)
  if (new Set(names).size < names.length) throw new Error(`postgres: two fields of ${name} have the same column`)
  const columnsIn = (declared: Declaration["indexes"]) =>
    new Map(Object.entries(declared).map(([key, of]) => [key, of.flatMap((field) => fields.get(field) ?? [])]))
  const [keys, indexes] = [columnsIn(collection.unique), columnsIn(collection.indexes)]
  const byIndex = `(r.version > 0 or ${schema}.read_through())`
  const id = column("id", prefix)
  return { collection, name: `${schema}.${quoted(name)}`, id, fields, keys, indexes, content, byIndex }
}

const column = (name: string, prefix: string | undefined): Column => ({
  name,
  type: prefix === undefined ? "text" : "uuid",
  prefix
})

/** The column of a field, such as `account_id` of `accountId`. */
const columnName = (field: string): string => {
  const name = field.replace(/^_/u, "").replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  return quoted(OWN.has(name) ? `${name}_` : name)
}

const OWN = new Set("environment id version created_at updated_at expires_at due_at leased_until body".split(" "))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the schema name as a quoted identifier. It cannot be a parameter, so only plain names are accepted. */
export const schemaName = (schema: string): string => {
  if (/^[a-z_][a-z0-9_]{0,62}$/u.test(schema)) return quoted(schema)
  throw new Error(`postgres: ${JSON.stringify(schema)} is not a valid schema name`)
}

/** The columns of a key or an index. Throws if the collection does not declare it. */
export const columnsOf = (table: Table, kind: "keys" | "indexes", name: string): ReadonlyArray<Column> => {
  const columns = table[kind].get(name)
  if (columns !== undefined) return columns
  throw new Error(`postgres: the collection ${table.collection.name} has no key or index ${JSON.stringify(name)}`)
}

/**
 * The value of a column for a text. An id that has another form than the ids of the column is null, which equals nothing.
 * A long text is stored as its digest, because an index has no room for it.
 */
export const toColumn = (column: Column, text: string): string | null =>
  column.prefix === undefined && text.length > LONGEST ? `${MARK}#${hash("sha256", text)}` : toId(column, text)

/** The value of the column of ids for an id. */
export const toId = ({ prefix }: Column, id: string): string | null => {
  if (prefix !== undefined) {
    const uuid = id.slice(prefix.length + 1)
    return id.startsWith(`${prefix}:`) && UUID.test(uuid) ? uuid : null
  }
  return id.startsWith(MARK) || id.includes("\0") || /\p{Cs}/u.test(id) ? MARK + JSON.stringify(id) : id
}

/** The position of an id in a page, which may be that of no record. */
export const toPosition = (column: Column, id: string): string | null =>
  toId(column, id) ?? (column.prefix !== undefined && id > column.prefix ? LAST_UUID : FIRST_UUID)

/** The id of a row. PostgreSQL text cannot contain NUL or unpaired surrogates, so an id with one is JSON behind a mark. */
const fromColumn = ({ prefix }: Column, text: string): string => {
  if (prefix !== undefined) return `${prefix}:${text}`
  if (!text.startsWith(MARK)) return text
  const id: unknown = JSON.parse(text.slice(MARK.length))
  return String(id)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u
const MARK = "\u0001"
const LONGEST = 500

/** The value of a field of a record. Null exempts the record from the keys and indexes with the field. */
const storedField = (collection: Declaration, field: string, of: Column, body: Json): string | null => {
  const text = Collection.textOf(body, field)
  if (text === undefined) return null
  const value = toColumn(of, text)
  if (value === null)
    throw new Error(`postgres: ${field} of ${collection.name} is not an id of the form ${of.prefix}:<uuid>`)
  return value
}

/**
 * The number of an environment, as a uuid: 128 bits of the digest of its name, so that every node and every restored
 * database has the same without a lookup. The first bit is that of the mode, so that a mode is a range.
 */
export const environmentOf = (name: EnvironmentKey): string => {
  const known = environments.get(name)
  if (known !== undefined) return known
  const digest = hash("sha256", name)
  const first = (Number.parseInt(digest[0] ?? "", 16) % 8) + (name.startsWith("sandbox/") ? 0 : 8)
  const made = `${first.toString(16)}${digest.slice(1, 32)}`.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-")
  environments.set(name, made)
  return made
}

const environments = recent<string>(4096)

/** The range of the environments of a mode. */
export const rangeOf = (mode: "production" | "sandbox" | undefined): readonly [from: string, to: string] => [
  mode === "production" ? FIRST_UUID.replace("0", "8") : FIRST_UUID,
  mode === "sandbox" ? LAST_UUID.replace("f", "7") : LAST_UUID
]

const [FIRST_UUID, LAST_UUID] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]

/** The columns of a record, as text, so that type parsers of the host's driver do not affect them. */
export const ROW = "r.id::text as id, r.version::text, r.created_at::text, r.updated_at::text, r.body"

export const rowOf = ({ id }: Table, columns: Answer["rows"][number], environment: EnvironmentKey): Row => ({
  environment,
  id: fromColumn(id, columns.id ?? ""),
  version: Number(columns.version),
  createdAt: Number(columns.created_at),
  updatedAt: Number(columns.updated_at),
  body: bodyOf(columns.body ?? "")
})

/** Returns the table of a collection. */
export type Tables = (collection: Declaration) => Table

/**
 * Registers each collection at its first use. Throws if another declaration has the same name, because its lookups
 * would not find the records that were written under the first.
 */
export const tablesIn = (schema: string): Tables => {
  const met = new Map<string, Table>()
  return (collection) => {
    const table = met.get(collection.name) ?? tableOf(schema, collection)
    met.set(collection.name, table)
    if (table.collection !== collection && text(table.collection) !== text(collection)) {
      throw new Error(`postgres: two different collections are named ${JSON.stringify(collection.name)}`)
    }
    return table
  }
}

const text = ({ due, expiry, indexes, prefix, prefixes, unique }: Declaration): string =>
  JSON.stringify([Object.entries(unique).sort(), Object.entries(indexes).sort(), expiry, due, prefix, prefixes])
