import { collections } from "@countersign/harness/tables"
import { collectionsSql } from "@countersign/postgres"

/** Prints the migration that creates the tables of the collections, by file. */
export const tableFiles = (): ReadonlyMap<string, string> =>
  new Map([["adapters/postgres/src/migrations/0002_tables.js", tablesModule(collectionsSql(collections))]])

/** A module, so that a bundle of a service contains it. */
export const tablesModule = (sql: string): string => `// Printed from the declarations of the collections: npm run docs
export const tables = \`${sql}
\`
`
