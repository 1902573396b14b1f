import type { Change, Declaration } from "@countersign/core"
import { externalAccounts } from "@countersign/core/internal"
import { testDatabase } from "@countersign/harness/postgres"
import { expect, it } from "vitest"
import { finding } from "../src/load.ts"
import { tablesIn } from "../src/table.ts"
import { opened } from "./things.ts"
import { touched } from "./touched.ts"

const server = testDatabase()
/** Runs a sample, unless the slow tests are enabled. */
const ACCOUNTS = process.env.FAULTS === "all" ? 200_000 : 20_000
const LIMIT = 20
const collection: Declaration = externalAccounts
const environment = "sandbox/acme" as const
const customer = "Customer:019ca945-0a00-7004-89aa-eb1635c726a6"

const account = (n: number): Change => ({
  op: "insert",
  collection,
  environment,
  id: idOf(n),
  at: n,
  body: { scope: "customer", owner: customer, currency: n % 3 === 0 ? "USD" : "GBP", platformAccountId: null }
})
const idOf = (n: number): string => `ExternalAccount:00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

interface Plan {
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
}

it(`a page of ${ACCOUNTS} accounts of one customer costs the same at the start and at nine tenths`, async () => {
  const pool = server.pool({ max: 1 })
  const { outcome } = await opened({ pool })
  const batch = 500
  for (let from = 0; from < ACCOUNTS; from += batch) {
    expect(await outcome(Array.from({ length: batch }, (_, n) => account(from + n)))).toBe("written")
  }
  await pool.query("analyze countersign.external_accounts")

  const find = finding(tablesIn('"countersign"'))
  const cost = async (index: string, values: ReadonlyArray<string>, depth: number) => {
    const place = ACCOUNTS - depth
    const after = depth === 0 ? {} : { after: { createdAt: place, id: idOf(place) } }
    const query = { collection, environment, index: { name: index, values }, limit: LIMIT + 1, ...after }
    const { text, values: parameters } = find(query)
    const { rows } = await pool.query(text, [...parameters])
    const before = await touched(pool)
    const explained = await pool.query(`explain (analyze, buffers, format json) ${text}`, [...parameters])
    const plan: Plan = explained.rows[0]["QUERY PLAN"][0].Plan
    return {
      found: rows.length,
      rows: (await touched(pool)) - before,
      blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    }
  }
  for (const [index, values] of [
    ["owner", [customer]],
    ["scope", ["customer"]],
    ["scopeCurrency", ["customer", "GBP"]]
  ] as const) {
    const start = await cost(index, values, 0)
    const deep = await cost(index, values, 0.9 * ACCOUNTS)
    expect([start.found, deep.found]).toEqual([LIMIT + 1, LIMIT + 1])
    expect(deep.rows).toBe(start.rows)
    // One index page more or less, depending on whether the 21 entries span two.
    expect(Math.abs(deep.blocks - start.blocks)).toBeLessThanOrEqual(8)
    expect(deep.rows).toBeLessThan(10 * (LIMIT + 1))
  }
})
