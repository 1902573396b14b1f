import type { Declaration } from "@countersign/core"
import { quoted, schemaName, type Table, tableOf } from "../table.ts"

/** Returns the SQL that creates tables for collections in a schema that exists, such as those of the conformance suite. */
export const collectionsSql = (
  collections: ReadonlyArray<Declaration>,
  { schema: named = "countersign" }: { readonly schema?: string } = {}
): string => {
  const schema = schemaName(named)
  return [
    `create table if not exists ${schema}.environments (id uuid primary key, name text collate "C" not null unique);`,
    `-- A planner hint: its cost makes a condition expensive for each row, so that a plan made before there were statistics
-- reaches rows through an index. It is never called. The setting keeps it from being inlined.
create or replace function ${schema}.read_through() returns boolean
language sql stable cost 16000 set search_path = '' as 'select false';`,
    ...collections.map((collection) => tableSql(tableOf(schema, collection)))
  ].join("\n\n")
}

const tableSql = ({ collection, content, id, indexes, keys, name }: Table): string => {
  const { due, expiry } = collection
  const typed = (type: string): string => (type === "text" ? `text collate "C"` : type)
  const named = (suffix: string): string => quoted(`${collection.name}_${suffix}`)
  const columns = content.slice(1, -1).map((column) => `\n  ${column.name} ${typed(column.type)},`)
  const constraints = [...keys].map(
    ([key, of]) =>
      `,\n  constraint ${named(`${key}_key`)} unique (environment, ${of.map((one) => one.name).join(", ")})`
  )
  return [
    `create table ${name} (
  environment uuid not null,
  id ${typed(id.type)} not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,${columns.join("")}
  body text not null,
  primary key (environment, id)${constraints.join("")}
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);`,
    ...[...indexes].map(([index, of]) => {
      const given = of.map((column) => column.name)
      const present = given.length === 0 ? "" : ` where ${given.map((each) => `${each} is not null`).join(" and ")}`
      return `create index ${named(index)} on ${name} (${["environment", ...given, "created_at", "id"].join(", ")})${present};`
    }),
    expiry && `create index ${named("expiry")} on ${name} (expires_at) where expires_at is not null;`,
    due && `create index ${named("due")} on ${name} (environment, due_at, id) where due_at is not null;`
  ]
    .filter((statement) => statement !== undefined)
    .join("\n")
}
