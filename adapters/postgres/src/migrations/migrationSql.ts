import type { Declaration } from "@countersign/core"
import { schemaName } from "../schemaName.ts"
import { tablesSql } from "./ddl.ts"
import { historySql, migrationsFor } from "./files.ts"

/**
 * Returns all migrations as plain SQL in one transaction, for teams that use another migration tool. The SQL also
 * records the migrations as applied, so `migrate` and `migrationStatus` recognize them.
 */
export const migrationSql = async ({ schema = "countersign" }: { readonly schema?: string } = {}): Promise<string> => {
  const name = schemaName(schema)
  const parts = migrationsFor(schema).map(
    (migration) =>
      `-- ${migration.name}\n${migration.sql}
insert into ${name}.migrations (name, checksum) values ('${migration.name}', '${migration.checksum}');`
  )
  return ["begin;", `create schema if not exists ${name};`, historySql(schema), ...parts, "commit;", ""].join("\n\n")
}

/** Returns the SQL that creates tables for collections in a schema that exists, such as those of the conformance suite. */
export const collectionsSql = (
  collections: ReadonlyArray<Declaration>,
  { schema = "countersign" }: { readonly schema?: string } = {}
): string => tablesSql(schemaName(schema), collections)
