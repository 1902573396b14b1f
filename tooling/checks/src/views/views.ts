import { Collection, type Declaration } from "@countersign/core"
import { collections } from "@countersign/harness/tables"
import { text } from "../workspace/disk.ts"
import { generatedPage, table, tableRows } from "../workspace/markdown.ts"

const TABLES = "tooling/checks/tables/views.md"

/** The schema of the adapter, which replaces its name by that of the host. */
const SCHEMA = `"countersign"`

/** An instant in milliseconds, between 1970 and the year 9999. */
const instant = (millis: string): string => `to_timestamp(least(greatest(${millis}, 0), 253402300799999) / 1000.0)`

interface Type {
  readonly sql: string
  /** The type in the body. A value of another type, which a newer version wrote, is null. */
  readonly json?: "boolean" | "number"
  readonly value?: (stored: string) => string
}

const TYPES: Readonly<Record<string, Type>> = {
  text: { sql: "text" },
  word: { sql: "text", value: (text) => `upper(${text})` },
  json: { sql: "text" },
  number: { sql: "numeric", json: "number" },
  calls: { sql: "numeric", json: "number" },
  boolean: { sql: "boolean", json: "boolean" },
  time: { sql: "timestamptz", json: "number", value: instant },
  date: {
    sql: "date",
    json: "number",
    value: (days) => `date '1970-01-01' + least(greatest(${days}, 0), 1000000)::integer`
  }
}

const page = text(TABLES)

/** The rows below the heading of a view, of its columns or of what it withholds. */
const rowsOf = (view: string, first: "Column" | "Withheld") =>
  tableRows(page, first).flatMap(({ cells, heading }) => (heading === view ? [cells] : []))

/** The columns of a view. A member of a record has a column of the table if a key, an index or the adapter reads it. */
const columnsIn = (view: string, collection: Declaration) => {
  const { due = "", expiry = "", prefix, prefixes = {} } = collection
  const stored: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Collection.fieldsOf(collection).map((field) => [field, snake(field)])),
    ...{ id: "id", createdAt: "created_at", [expiry]: "expires_at", [due]: "due_at" }
  }
  return rowsOf(view, "Column").map(([name = "", type = "", from = "", says = ""]) => {
    const found = TYPES[type]
    if (found === undefined) throw new Error(`${TABLES}: the column ${view}.${name} has no type`)
    const member = from === "" ? camel(name) : from
    const column = stored[member]
    return {
      ...{ name, says, type: found, isSummed: type === "calls" },
      /** The column of the table. */
      column,
      /** The prefix of the ids whose UUIDs are in the column. */
      prefix: member === "id" ? prefix : prefixes[member],
      /** The member of the body, `outer.inner`. */
      member: column === undefined ? member : undefined
    }
  })
}

const camel = (name: string): string => name.replaceAll(/_(.)/gu, (_, letter: string) => letter.toUpperCase())
const snake = (name: string): string =>
  name.replace(/^_/u, "").replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

export type View = (typeof views)[number]
export type Column = View["columns"][number]

export const views = tableRows(page, "View").map(({ cells: [name = "", of = "", says = ""] }) => {
  const collection = collections.find((each) => each.name === of)
  if (collection === undefined) throw new Error(`${TABLES}: no collection is named ${of}`)
  const withheld = rowsOf(name, "Withheld").map(([member = "", why = ""]) => [member, why] as const)
  return { name, of, says, columns: columnsIn(name, collection), withheld: Object.fromEntries(withheld) }
})

type Shown = Pick<View, "columns" | "name" | "says">

/** The view of all records of all collections. */
const RECORDS: Shown = {
  name: "records",
  says: "A row for each record of every collection, without its content",
  columns: columnsIn("records", {
    ...{ name: "records", unique: {}, expiry: "expiresAt", due: "dueAt" },
    indexes: { all: ["collection", "updatedAt", "leasedUntil"] }
  })
}

/** The first columns of every view. */
const PLACE = [
  {
    name: "environment",
    type: "uuid",
    sql: "e.id",
    says: "The platform and mode as the number that begins every index"
  },
  { name: "platform", type: "text", sql: "substr(e.name, strpos(e.name, '/') + 1)", says: "The platform" },
  { name: "mode", type: "text", sql: "split_part(e.name, '/', 1)", says: "production or sandbox" }
]

/** The columns of a view in order: its place, then its own. An id that is stored as a UUID is shown as that too, for indexes. */
export const columnsOf = ({ columns }: Pick<View, "columns">) => [
  ...PLACE,
  ...columns.flatMap((each) => {
    const { column, name, prefix, says, type } = each
    const own = { name, type: type.sql, says, sql: valueOf(each) }
    if (prefix === undefined) return [own]
    const uuid = { name: name.replace(/_id$/u, "_uuid"), type: "uuid", sql: `r.${column}` }
    return [own, { ...uuid, says: `The UUID of ${name}, which an index finds` }]
  })
]

const valueOf = ({ column, isSummed, member = "", prefix, type }: Column): string => {
  const { json, value = (stored: string) => stored } = type
  if (prefix !== undefined) return `'${prefix}:' || r.${column}`
  if (column !== undefined) return value(`r.${column}`)
  const path = ["b.body", ...member.split(".").map((name) => `'${name}'`)]
  const text = `${path.slice(0, -1).join(" -> ")} ->> ${path.at(-1)}`
  if (json === undefined) return value(text)
  const cast = value(`(${text})::${json === "number" ? "numeric" : json}`)
  const checked = `case json_typeof(${path.join(" -> ")}) when '${json}' then ${cast} end`
  return isSummed ? `sum(${checked})` : checked
}

/** Prints the migration that creates the views, by file. A module, so that a bundle of a service contains it. */
export const viewFiles = (): ReadonlyMap<string, string> => {
  const printed = [...views.map((view) => viewSql(view, `${SCHEMA}."${view.of}"`, BODY)), viewSql(RECORDS, ALL, "")]
  const module = `// Printed from the table of views: npm run docs
export const views = String.raw\`${printed.join("\n\n")}
\`
`
  return new Map([["adapters/postgres/src/migrations/0003_views.js", module]])
}

const viewSql = (view: Shown, of: string, more: string): string => {
  const columns = columnsOf(view)
  const groups = columns.flatMap(({ sql }, nth) => (sql.startsWith("sum(") ? [] : [nth + 1]))
  const name = `${SCHEMA}.v1_${view.name}`
  return [
    `create view ${name} as
select
${columns.map(({ name, sql }) => `  ${sql} as ${name}`).join(",\n")}
from ${of} r
join ${SCHEMA}.environments e on e.id = r.environment${more}${groups.length < columns.length ? `\ngroup by ${groups.join(", ")}` : ""};`,
    `comment on view ${name} is ${quoted(view.says)};`,
    ...columns.map((column) => `comment on column ${name}.${column.name} is ${quoted(column.says)};`)
  ].join("\n")
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The body as JSON. PostgreSQL has no text for NUL and for half of a surrogate pair, which JSON may contain: without
 * this one such record would fail every query.
 */
const BODY = String.raw`
cross join lateral (select (case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json as body) b`

/** The records of all collections, without their bodies. */
const ALL = `(\n${collections
  .map(({ due, expiry, name }) => {
    const optional = (isThere: boolean, column: string) => (isThere ? column : `null::bigint as ${column}`)
    const times = [optional(expiry !== undefined, "expires_at"), optional(due !== undefined, "due_at")]
    const leased = optional(due !== undefined, "leased_until")
    return `  select '${name}' as collection, environment, created_at, updated_at, ${times.join(", ")}, ${leased} from ${SCHEMA}."${name}"`
  })
  .join("\n  union all\n")}\n)`

/** Prints the reference of the views. */
export const viewsPage = (): string =>
  generatedPage(
    "Views",
    INTRODUCTION,
    ...[...views, RECORDS].map(
      (view) =>
        `## v1_${view.name}\n\n${view.says}.\n\n${table(
          ["Column", "Type", "Meaning"],
          columnsOf(view).map(({ name, says, type }) => [`\`${name}\``, type, says])
        )}\n`
    )
  )

const INTRODUCTION = `The read-only views of a database, for questions in SQL: [questions.md](questions.md) has examples. No view has a key, a code, a
digest, a token or an encrypted text. A value that a newer version wrote in another form is null. A view does not change within its
version: a column may be added at its end.
`

/** Prints the queries of `questions.sql` with its comments as text. */
export const queriesPage = (): string =>
  generatedPage(
    "Answer questions in SQL",
    text("adapters/postgres/questions.sql")
      .replaceAll(/^-- name: (\S+)\n([\s\S]*?;)$/gmu, "```sql run=$1\n$2\n```")
      .replaceAll(/^-- ?/gmu, "")
  )
