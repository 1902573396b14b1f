import { readFileSync } from "node:fs"
import { testDatabase } from "@countersign/harness/postgres"
import type pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { environmentOf } from "../src/table.ts"

const server = testDatabase()

/** Roles belong to all databases of a server. */
const ROLE = `reporting_${process.pid}`
const withoutRole = async () => {
  const { rowCount } = await admin().query("select from pg_roles where rolname = $1", [ROLE])
  if (rowCount === 0) return
  await admin().query(`drop owned by ${ROLE}`)
  await admin().query(`drop role ${ROLE}`)
}
afterAll(withoutRole)

let pool: pg.Pool | undefined
const admin = (): pg.Pool => {
  pool ??= server.pool()
  return pool
}

/** The relations of the schema of one kind: `v` for views, `r` for tables. */
const relations = async (kind: "r" | "v"): Promise<ReadonlyArray<string>> => {
  const { rows } = await admin().query(
    "select relname from pg_class where relnamespace = 'countersign'::regnamespace and relkind = $1 order by 1",
    [kind]
  )
  return rows.map(({ relname }) => `countersign.${relname}`)
}

const RECORD = { environment: environmentOf("sandbox/a/b"), version: 1, created_at: 1000, updated_at: 2000 }

/** Inserts a record, as another version of the service may have written it, once more if the test runs again. */
const insert = async (table: string, columns: { readonly id: string }, body: string): Promise<void> => {
  await admin().query(`delete from countersign.${table} where id = $1`, [columns.id])
  const row = { ...RECORD, ...columns, body }
  const names = Object.keys(row)
  await admin().query("insert into countersign.environments values ($1, $2) on conflict do nothing", [
    RECORD.environment,
    "sandbox/a/b"
  ])
  await admin().query(
    `insert into countersign.${table} (${names.join(", ")}) values (${names.map((_, nth) => `$${nth + 1}`).join(", ")})`,
    Object.values(row)
  )
}

const uuidOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`
const rowOf = async (view: string, uuid: string) =>
  (await admin().query(`select * from countersign.${view} where ${uuid}`)).rows

describe("the views", () => {
  it("GO11: the role of the page reads every view, changes none, and reads no table", async () => {
    const page = readFileSync(new URL("../../../docs/guides/postgres.md", import.meta.url), "utf8")
    const grants = /```sql run=reporting\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
    await withoutRole()
    await admin().query(`create role ${ROLE} login password 'reporting'`)
    await admin().query(grants.replaceAll("to reporting", `to ${ROLE}`))
    const reporting = server.pool({ user: ROLE, password: "reporting" })
    const [views, tables] = [await relations("v"), await relations("r")]
    expect([views.length, tables.length > 40]).toEqual([11, true])
    for (const view of views) {
      await reporting.query(`select * from ${view}`)
      await expect(reporting.query(`delete from ${view}`)).rejects.toThrow(/permission denied|cannot delete/u)
    }
    for (const table of tables) {
      await expect(reporting.query(`select 1 from ${table}`)).rejects.toThrow("permission denied")
    }
  })

  it("describe themselves and each of their columns", async () => {
    const { rows } = await admin().query(`
      select c.relname, a.attname, obj_description(c.oid) as of_view, col_description(c.oid, a.attnum) as of_column
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'countersign'::regnamespace and c.relkind = 'v' and a.attnum > 0`)
    expect(rows.length).toBeGreaterThan(120)
    expect(rows.filter(({ of_column, of_view }) => of_view === null || of_column === null)).toEqual([])
  })

  it("count the records of every table", async () => {
    const { rows } = await admin().query("select pg_get_viewdef('countersign.v1_records'::regclass) as sql")
    const others = ["countersign.environments", "countersign.migrations"]
    const counted = (table: string) => new RegExp(`FROM ${table}\\b`, "u").test(rows[0].sql)
    const tables = await relations("r")
    expect(tables.filter((table) => !counted(table))).toEqual(others)
  })

  it("show the place of a record, ids as the API writes them, and times", async () => {
    await insert("customers", { id: uuidOf(1) }, `{"email":"ada@example.com","deletedAt":1500,"standing":"APPROVED"}`)
    expect(await rowOf("v1_customers", `customer_uuid = '${uuidOf(1)}'`)).toEqual([
      expect.objectContaining({
        ...{ environment: RECORD.environment, platform: "a/b", mode: "sandbox" },
        ...{ customer_id: `Customer:${uuidOf(1)}`, email: "ada@example.com", status: "APPROVED" },
        ...{ created_at: new Date(1000), deleted_at: new Date(1500), updated_at: null }
      })
    ])
  })

  it.each([
    ["a member of another type", `{"balance":{"amount":1},"privateEnabled":"yes","heldUntil":"soon","currency":7}`],
    ["an instant out of range", `{"heldUntil":-9007199254740991}`],
    ["an unknown form", `["a",1]`],
    ["no members", `"text"`]
  ])("GO11: the views show null where a newer version wrote %s, and fail for none", async (_, body) => {
    const { rows } = await admin().query("select count(*)::integer as nth from countersign.internal_accounts")
    const uuid = uuidOf(100 + rows[0].nth)
    await insert("internal_accounts", { id: uuid }, body)
    const [found] = await rowOf("v1_accounts", `account_uuid = '${uuid}'`)
    const { account_id, balance, currency, private_enabled, status } = found
    expect({ account_id, balance, currency, private_enabled, status }).toEqual({
      ...{ account_id: `InternalAccount:${uuid}`, balance: null, currency: null, private_enabled: null, status: null }
    })
    expect([null, 0]).toContain(found.held_until?.getTime() ?? null)
  })

  it("replace what PostgreSQL text cannot contain, and nothing that only looks like it", async () => {
    const texts = ["\0", "\0\0x", "\ud800", "a\udc00\ud800b", "\\u0000", "\\\0", "C:\\users", "\u0001", "é😀"]
    for (const [nth, email] of texts.entries()) {
      await insert("customers", { id: uuidOf(200 + nth) }, JSON.stringify({ email }))
    }
    const { rows } = await admin().query(
      `select email from countersign.v1_customers where customer_uuid >= '${uuidOf(200)}' order by customer_uuid`
    )
    expect(rows.map(({ email }) => email)).toEqual(texts.map((text) => text.replaceAll(/[\0\p{Cs}]/gu, "\ufffd")))
  })

  it("find a record by its UUID through an index", async () => {
    const { rows } = await admin().query(`explain select * from countersign.v1_customers
      where environment = '${RECORD.environment}' and customer_uuid = '${uuidOf(1)}'`)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("customers_pkey")
  })
})
