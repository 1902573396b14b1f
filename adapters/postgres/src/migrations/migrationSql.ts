import { schemaName } from "../schemaName.ts"
import { historySql, migrationsFor } from "./files.ts"

/**
 * All migrations as one text of plain SQL, for teams that run it with a tool of their own. It also notes what ran, so
 * that `migrate` and `migrationStatus` know of it.
 */
export const migrationSql = async ({ schema = "countersign" }: { readonly schema?: string } = {}): Promise<string> => {
  const name = schemaName(schema)
  const parts = (await migrationsFor(schema)).map(
    (migration) =>
      `-- ${migration.name}\n${migration.sql}
insert into ${name}.migrations (name, checksum) values ('${migration.name}', '${migration.checksum}');`
  )
  return ["begin;", `create schema if not exists ${name};`, historySql(schema), ...parts, "commit;", ""].join("\n\n")
}
