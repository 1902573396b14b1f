export { migrate } from "./migrate.ts"
export type { Answer, Pool, PoolClient } from "./Pool.ts"
export { type PostgresOptions, postgresStore } from "./postgresStore.ts"
