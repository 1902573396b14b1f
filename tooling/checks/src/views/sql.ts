import { collections } from "@countersign/harness/tables"
import { type Column, PLACE, RECORDS, type View, views } from "./views.ts"

/** The schema of the adapter, which replaces its name by that of the host. */
const SCHEMA = `"countersign"`

/** The types of the columns of views, as SQL. */
export const TYPES: Readonly<Record<Column["type"], string>> = {
  ...{ id: "text", text: "text", word: "text", json: "text", number: "numeric", calls: "numeric" },
  ...{ boolean: "boolean", time: "timestamptz", date: "date" }
}

/** The columns of a view in order: its place, then its own. An id that is stored as a UUID is shown as that too, for indexes. */
export const columnsOf = ({ columns }: View) => [
  ...PLACE,
  ...columns.flatMap((column) => [
    { name: column.name, type: TYPES[column.type], says: column.says, sql: valueOf(column) },
    ...(column.type === "id"
      ? [
          {
            name: column.name.replace(/_id$/u, "_uuid"),
            type: "uuid",
            says: `The UUID of ${column.name}, which an index finds`,
            sql: `r.${column.column}`
          }
        ]
      : [])
  ])
]

/** Prints the migration that creates the views, by file. A module, so that a bundle of a service contains it. */
export const viewFiles = (): ReadonlyMap<string, string> =>
  new Map([["adapters/postgres/src/migrations/0003_views.js", viewsModule()]])

const viewsModule = (): string => `// Printed from the table of views: npm run docs
export const views = String.raw\`${[...views.map(viewSql), recordsSql()].join("\n\n")}
\`
`

const viewSql = (view: View): string => {
  const columns = columnsOf(view)
  const summed = view.columns.some(({ type }) => type === "calls")
  const groups = columns.flatMap(({ sql }, nth) => (sql.startsWith("sum(") ? [] : [nth + 1]))
  return [
    `create view ${nameOf(view)} as
select
${columns.map(({ name, sql }) => `  ${sql} as ${name}`).join(",\n")}
from ${SCHEMA}."${view.of}" r
join ${SCHEMA}.environments e on e.id = r.environment
cross join lateral (select ${BODY} as body) b${summed ? `\ngroup by ${groups.join(", ")}` : ""};`,
    ...comments(view, columns)
  ].join("\n")
}

/**
 * The body as JSON. PostgreSQL has no text for NUL and for half of a surrogate pair, which JSON may contain: without
 * this one such record would fail every query.
 */
const BODY = String.raw`(case when strpos(r.body, '\u') = 0 then r.body else regexp_replace(r.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g') end)::json`

/** The value of a column as SQL. A value of another type, which a newer version wrote, is null. */
const valueOf = ({ column, member = "", prefix, type }: Column): string => {
  if (column !== undefined) {
    const value = `r.${column}`
    if (type === "id") return `'${prefix}:' || ${value}`
    if (type === "time") return instant(value)
    return type === "word" ? `upper(${value})` : value
  }
  const path = member.split(".").map((name) => `'${name}'`)
  const text = `${["b.body", ...path.slice(0, -1)].join(" -> ")} ->> ${path.at(-1)}`
  const when = (kind: string, value: string) =>
    `case json_typeof(${["b.body", ...path].join(" -> ")}) when '${kind}' then ${value} end`
  switch (type) {
    case "id":
    case "text":
    case "json":
      return text
    case "word":
      return `upper(${text})`
    case "number":
      return when("number", `(${text})::numeric`)
    case "calls":
      return `sum(${when("number", `(${text})::numeric`)})`
    case "boolean":
      return when("boolean", `(${text})::boolean`)
    case "time":
      return when("number", instant(`(${text})::numeric`))
    case "date":
      return when("number", `date '1970-01-01' + least(greatest((${text})::numeric, 0), 1000000)::integer`)
  }
}

/** An instant in milliseconds, between 1970 and the year 9999. */
const instant = (millis: string): string => `to_timestamp(least(greatest(${millis}, 0), 253402300799999) / 1000.0)`

const recordsSql = (): string => {
  const parts = collections.map(({ due, expiry, name }) => {
    const optional = (isThere: boolean, column: string) => (isThere ? column : `null::bigint as ${column}`)
    return `  select '${name}' as collection, environment, created_at, updated_at, ${optional(expiry !== undefined, "expires_at")}, ${optional(due !== undefined, "due_at")}, ${optional(due !== undefined, "leased_until")} from ${SCHEMA}."${name}"`
  })
  const own = RECORDS.columns.map(
    ({ name, type }) => `${type === "text" ? `r.${name}` : instant(`r.${name}`)} as ${name}`
  )
  return [
    `create view ${nameOf(RECORDS)} as
select
${[...PLACE.map(({ name, sql }) => `${sql} as ${name}`), ...own].map((line) => `  ${line}`).join(",\n")}
from (
${parts.join("\n  union all\n")}
) r
join ${SCHEMA}.environments e on e.id = r.environment;`,
    ...comments(RECORDS, [...PLACE, ...RECORDS.columns])
  ].join("\n")
}

const nameOf = ({ name }: { readonly name: string }): string => `${SCHEMA}.v1_${name}`

const comments = (
  view: { readonly name: string; readonly says: string },
  columns: ReadonlyArray<{ readonly name: string; readonly says: string }>
): ReadonlyArray<string> => [
  `comment on view ${nameOf(view)} is ${quoted(view.says)};`,
  ...columns.map(({ name, says }) => `comment on column ${nameOf(view)}.${name} is ${quoted(says)};`)
]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
