import { at, CLOCK, HELD, has, rowsOf, type Side, type Table } from "./Side.ts"

/** Rows that one statement reads or writes. */
const PAGE = 1000

export interface Copied {
  readonly written: number
  readonly removed: number
}

/**
 * Makes a table of the new database equal to that of the old one, apart from expired records: first removes what differs,
 * so that no unique key is in the way, then inserts what is missing. Each statement is bounded, and a pass that was
 * interrupted is continued by the next one. While the old table changes, a row may be left for the next pass.
 */
export const copyTable = async (from: Side, to: Side, table: Table): Promise<Copied> => {
  const copied = { written: 0, removed: 0 }
  const isLive = has(table, "expires_at") ? `and (r.expires_at is null or r.expires_at > ${CLOCK})` : ""
  for (const environment of from.environments) {
    for await (const page of pages(to, table, environment)) {
      const known = await digests(from, table, `${THESE} ${isLive}`, [environment, [...page.keys()]])
      const stale = [...page].flatMap(([id, digest]) => (known.get(id) === digest ? [] : [id]))
      const removal = `delete from ${at(to, table)} r where ${THESE} returning 1`
      copied.removed += (await rowsOf(to, removal, [environment, stale])).length
    }
    for await (const page of pages(from, table, environment, isLive)) {
      const known = await digests(to, table, THESE, [environment, [...page.keys()]])
      const missing = [...page.keys()].filter((id) => !known.has(id))
      copied.written += await insert(from, to, table, [environment, missing])
    }
  }
  return copied
}

/** The rows of an environment with these ids. */
const THESE = "r.environment = $1::uuid and r.id = any ($2)"

/** The digests of all rows of an environment by id, in pages. */
async function* pages(side: Side, table: Table, environment: string, isLive = "") {
  let after: string | undefined
  do {
    const [next, values] = after === undefined ? ["", []] : ["and r.id > $2", [after]]
    const condition = `r.environment = $1::uuid ${next} ${isLive} order by r.id limit ${PAGE}`
    const page = await digests(side, table, condition, [environment, ...values])
    if (page.size > 0) yield page
    after = page.size < PAGE ? undefined : [...page.keys()].at(-1)
  } while (after !== undefined)
}

/** Digests of the content of rows by id, without their leases. */
const digests = async (side: Side, table: Table, condition: string, values: ReadonlyArray<unknown>) => {
  const digest = "md5((to_jsonb(r) - 'leased_until')::text)"
  const text = `select r.id::text as id, ${digest} as digest from ${at(side, table)} r where ${condition}`
  return new Map((await rowsOf(side, text, values)).map((row) => [row.id ?? "", row.digest ?? ""]))
}

/** The rows of a copy are leased to the move until the platform is opened, so that no worker sends what they order. */
const insert = async (from: Side, to: Side, table: Table, ids: ReadonlyArray<unknown>): Promise<number> => {
  const lease = has(table, "due_at")
    ? `|| case when r.due_at is null then '{}' else '{"leased_until":${HELD}}'::jsonb end`
    : ""
  const read = `select jsonb_agg(to_jsonb(r) ${lease})::text as rows from ${at(from, table)} r where ${THESE}`
  const [found] = await rowsOf(from, read, ids)
  const write = `insert into ${at(to, table)} select * from jsonb_populate_recordset(null::${at(to, table)}, $1::jsonb)
    on conflict do nothing returning 1`
  return found?.rows == null ? 0 : (await rowsOf(to, write, [found.rows])).length
}
