import type { Declaration } from "@countersign/core"
import { quoted, type Table, tableOf } from "../table.ts"

/** The SQL that creates the tables of collections, and what all of them share. */
export const tablesSql = (schema: string, collections: ReadonlyArray<Declaration>): string =>
  [
    `create table if not exists ${schema}.environments (id uuid primary key, name text collate "C" not null unique);`,
    `-- A planner hint: its cost makes a condition expensive for each row, so that a plan made before there were statistics
-- reaches rows through an index. It is never called. The setting keeps it from being inlined.
create or replace function ${schema}.read_through() returns boolean
language sql stable cost 16000 set search_path = '' as 'select false';`,
    ...collections.map((collection) => tableSql(tableOf(schema, collection)))
  ].join("\n\n")

const tableSql = ({ collection, content, fields, id, name }: Table): string => {
  const { due, expiry, indexes, unique } = collection
  const columns = (of: ReadonlyArray<string>): ReadonlyArray<string> =>
    of.flatMap((field) => fields.get(field)?.name ?? [])
  const typed = (type: string): string => (type === "text" ? `text collate "C"` : type)
  const named = (suffix: string): string => quoted(`${collection.name}_${suffix}`)
  return [
    `create table ${name} (
  environment uuid not null,
  id ${typed(id.type)} not null,
  version bigint not null,
  created_at bigint not null,${content
    .map((column) => `\n  ${column.name} ${typed(column.type)}${REQUIRED.includes(column.name) ? " not null" : ""},`)
    .join("")}
  primary key (environment, id)${Object.entries(unique)
    .map(([key, of]) => `,\n  constraint ${named(`${key}_key`)} unique (${["environment", ...columns(of)].join(", ")})`)
    .join("")}
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);`,
    ...Object.entries(indexes).map(([index, of]) => {
      const given = columns(of)
      const present = given.length === 0 ? "" : ` where ${given.map((each) => `${each} is not null`).join(" and ")}`
      return `create index ${named(index)} on ${name} (${["environment", ...given, "created_at", "id"].join(", ")})${present};`
    }),
    ...(expiry === undefined
      ? []
      : [`create index ${named("expiry")} on ${name} (expires_at) where expires_at is not null;`]),
    ...(due === undefined
      ? []
      : [`create index ${named("due")} on ${name} (environment, due_at, id) where due_at is not null;`])
  ].join("\n")
}

const REQUIRED = ["updated_at", "body"]
