import { type Declaration, collections as ofCore } from "@countersign/core"
import { collections as ofSandbox } from "@countersign/sandbox"
import type pg from "pg"

/** Every collection of a service. Each has a table of its name. */
export const collections: ReadonlyArray<Declaration> = [...ofCore, ...ofSandbox]

/** The tables of a schema, as `truncate` and `analyze` take them. */
export const tablesOf = (schema = "countersign"): string =>
  ["environments", ...collections.map(({ name }) => name)].map((name) => `${schema}.${name}`).join(", ")

/** Every row of a service, as a text that begins with the name of its table. */
export const storedRows = async (pool: Pick<pg.Pool, "query">): Promise<ReadonlyArray<string>> => {
  const { rows } = await pool.query<{ row: string }>(
    tablesOf()
      .split(", ")
      .map((table) => `select '${table.replace(/.*\./u, "")} ' || r::text as row from ${table} r`)
      .join(" union all ")
  )
  return rows.map(({ row }) => row)
}

/** Lets the leases of a stopped node expire, which end by the clock of the database. */
export const expireLeases = async (pool: Pick<pg.Pool, "query">, schema = "countersign"): Promise<void> => {
  for (const { name } of collections.filter(({ due }) => due !== undefined)) {
    await pool.query(`update ${schema}.${name} set leased_until = 0 where leased_until > 0`)
  }
}
