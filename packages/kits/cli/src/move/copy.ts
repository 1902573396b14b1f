import { at, clockOf, columnList, copiedColumn, digestSql, has, rowsOf, type Side, type Table } from "./Side.ts"

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
  const now = await clockOf(from)
  const copied = { written: 0, removed: 0 }
  for (const environment of from.environments) {
    const isLive = has(table, "expires_at") ? `and (r.expires_at is null or r.expires_at > ${now})` : ""
    for await (const page of pages(to, table, environment, "")) {
      const known = await digests(from, table, environment, [...page.keys()], isLive)
      const stale = [...page].flatMap(([id, digest]) => (known.get(id) === digest ? [] : [id]))
      copied.removed += await counted(
        to,
        `delete from ${at(to, table)} where ${these(table)} returning 1`,
        environment,
        stale
      )
    }
    for await (const page of pages(from, table, environment, isLive)) {
      const known = await digests(to, table, environment, [...page.keys()], "")
      copied.written += await insert(
        from,
        to,
        table,
        environment,
        [...page.keys()].filter((id) => !known.has(id))
      )
    }
  }
  return copied
}

type Ids = ReadonlyArray<string>

const these = ({ idType }: Table): string => `environment = $1::uuid and id = any ($2::${idType}[])`

/** The digests of all rows of an environment by id, in pages. */
async function* pages(side: Side, table: Table, environment: string, isLive: string) {
  let last: string | undefined
  while (true) {
    const after = last === undefined ? "" : `and r.id > $2::${table.idType}`
    const rows = await rowsOf(
      side,
      `select r.id::text as id, ${digestSql(table)} as digest from ${at(side, table)} r
       where r.environment = $1::uuid ${after} ${isLive} order by r.id limit ${PAGE}`,
      last === undefined ? [environment] : [environment, last]
    )
    if (rows.length > 0) yield byId(rows)
    last = rows.at(-1)?.id ?? undefined
    if (rows.length < PAGE) return
  }
}

const digests = async (side: Side, table: Table, environment: string, ids: Ids, isLive: string) =>
  byId(
    await rowsOf(
      side,
      `select r.id::text as id, ${digestSql(table)} as digest from ${at(side, table)} r where ${these(table)} ${isLive}`,
      [environment, ids]
    )
  )

const byId = (rows: Awaited<ReturnType<typeof rowsOf>>): ReadonlyMap<string, string> =>
  new Map(rows.map(({ digest, id }) => [id ?? "", digest ?? ""]))

const insert = async (from: Side, to: Side, table: Table, environment: string, ids: Ids): Promise<number> => {
  if (ids.length === 0) return 0
  const [found] = await rowsOf(
    from,
    `select coalesce(json_agg(row_to_json(r)), '[]')::text as rows from ${at(from, table)} r where ${these(table)}`,
    [environment, ids]
  )
  const [row] = await rowsOf(
    to,
    `with made as (insert into ${at(to, table)} (${columnList(table)})
       select ${table.columns.map(copiedColumn).join(", ")}
       from json_populate_recordset(null::${at(to, table)}, $1::json) on conflict do nothing returning 1)
     select count(*)::text as changed from made`,
    [found?.rows]
  )
  return Number(row?.changed)
}

const counted = async (side: Side, statement: string, environment: string, ids: Ids): Promise<number> => {
  if (ids.length === 0) return 0
  const text = `with changed as (${statement}) select count(*)::text as changed from changed`
  const [row] = await rowsOf(side, text, [environment, ids])
  return Number(row?.changed)
}
