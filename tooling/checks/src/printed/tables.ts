import { collections } from "@countersign/harness/tables"
import { collectionsSql } from "@countersign/postgres"
import { formatted } from "./formatted.ts"

const FOLDER = "adapters/postgres/src/migrations"
const MARK = "// Printed from the declarations of the collections: npm run docs"

/** Prints the migration that creates the tables of the collections, and what an upgrade to it has to know, by file. */
export const tableFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [`${FOLDER}/0002_tables.js`, tablesModule(collectionsSql(collections))],
    [`${FOLDER}/0002_collections.js`, formatted("0002_collections.js", collectionsModule(), MARK)]
  ])

/** A module, so that a bundle of a service contains it. */
export const tablesModule = (sql: string): string => `${MARK}
export const tables = \`${sql}
\`
`

const collectionsModule = (): string => {
  const declarations = collections.map(({ due, expiry, indexes, name, prefix, prefixes, unique }) =>
    JSON.stringify({ name, unique, indexes, expiry, due, prefix, prefixes })
  )
  return `/** @type {ReadonlyArray<import("@countersign/core").Declaration>} */
    export const collections = [${declarations.join(",")}]`
}
