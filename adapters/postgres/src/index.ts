export { type Shortcoming, shortcomings } from "./inspect.ts"
export { collectionsSql } from "./migrations/ddl.ts"
export { migrationSql } from "./migrations/files.ts"
export {
  type MigrateOptions,
  type MigrationState,
  migrate,
  migrationStatus,
  prepareUpgrade
} from "./migrations/migrate.ts"
export type { Answer, Pool, PoolClient, PoolQuery } from "./Pool.ts"
export { type PostgresOptions, postgres } from "./postgres.ts"
export { environmentOf } from "./table.ts"
