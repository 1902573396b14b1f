export { type Shortcoming, shortcomings } from "./inspect.ts"
export {
  type MigrateOptions,
  type MigrationState,
  migrate,
  migrationStatus,
  prepareUpgrade
} from "./migrations/migrate.ts"
export { collectionsSql, migrationSql } from "./migrations/migrationSql.ts"
export type { Answer, Pool, PoolClient, PoolQuery } from "./Pool.ts"
export { type PostgresOptions, postgres } from "./postgres.ts"
export { environmentOf } from "./table.ts"
