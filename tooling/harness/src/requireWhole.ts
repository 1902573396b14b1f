import { createHash } from "node:crypto"
import { Collection, type Declaration, type Json } from "@countersign/core"
import type pg from "pg"
import { expect } from "vitest"
import { collections } from "./tables.ts"

type Cells = Readonly<Record<string, string | number | null>>

/**
 * Requires that the columns of each record are what its body says, because keys, indexes, workers and sweeps find it by
 * them, and that the name of its environment is stored, by which a worker knows it.
 */
export const requireWhole = async (pool: pg.Pool): Promise<void> => {
  const faults: Array<string> = []
  for (const collection of collections) {
    const { rows } = await pool.query<{ cells: Cells; body: string; named: boolean }>(
      `select to_jsonb(r) - 'body' as cells, r.body,
        exists (select 1 from countersign.environments e where e.id = r.environment) as named
      from countersign.${collection.name} r`
    )
    for (const { body, cells, named } of rows) {
      const fields = [...(named ? [] : ["the environment"]), ...wrongFields(collection, cells, JSON.parse(body))]
      faults.push(...fields.map((field) => `${collection.name} ${cells.id}: ${field}`))
    }
  }
  expect(faults).toEqual([])
}

/** The fields whose columns differ from the body. */
const wrongFields = (collection: Declaration, cells: Cells, body: Json): ReadonlyArray<string> => [
  ...Collection.fieldsOf(collection).filter((field) => {
    const name = Object.keys(cells).find((each) => !OWN.includes(each) && plain(each) === plain(field))
    return name === undefined || cells[name] !== cellOf(collection.prefixes?.[field], Collection.textOf(body, field))
  }),
  ...timesOf(collection)
    .filter(([name, field]) => cells[name] !== (Collection.instantOf(body, field) ?? null))
    .flat()
]

const cellOf = (prefix: string | undefined, text: string | undefined): string | null => {
  if (text === undefined) return null
  if (prefix !== undefined) return text.replace(`${prefix}:`, "")
  return text.length > 500 ? `\u0001#${createHash("sha256").update(text).digest("hex")}` : text
}

const timesOf = ({ due, expiry }: Declaration): ReadonlyArray<readonly [column: string, field: string]> => [
  ...(expiry === undefined ? [] : [["expires_at", expiry] as const]),
  ...(due === undefined ? [] : [["due_at", due] as const])
]

/** The columns that every table may have beside those of its fields. */
const OWN = ["environment", "id", "version", "created_at", "updated_at", "expires_at", "due_at", "leased_until"]

/** A field and its column differ in nothing else. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase()
