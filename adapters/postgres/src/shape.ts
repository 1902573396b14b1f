import { byPlace, type CommitPlan, numbersOf, type Touched } from "./commitPlan.ts"
import { isRefused } from "./failures.ts"
import { fixed, type IsWanted, type RunStatement, type Statement } from "./Statement.ts"
import { CLOCK, TIMELINE } from "./server.ts"

/** The parts that the statement of a batch needs. Batches of the same shape share one prepared statement. */
interface Shape {
  readonly inserts: boolean
  /** Inserts with unique keys. */
  readonly claims: boolean
  /** Inserts with entries of indexes. */
  readonly lists: boolean
  readonly replaces: boolean
  readonly guards: boolean
  readonly expires: boolean
  /** Refuses to run in another history of the server. */
  readonly places: boolean
}

/**
 * Returns whether a shaped statement can run the commit. The SQL function `commit` runs removals, guards of free keys
 * and commits that conflict with themselves. They are rare, and to guard a free key is to claim and release it,
 * which takes two statements.
 */
export const isShaped = ({ free, lost, records }: CommitPlan): boolean =>
  free.length === 0 && lost.length === 0 && records.every(({ op }) => op !== "remove")

/**
 * Writes independent commits in one statement of data-modifying CTEs. Returns for each commit whether it was written. A
 * commit that was not written has changed nothing, and the SQL function `commit` has to find its conflict.
 *
 * All CTEs of a statement share one snapshot, taken before any wait for a lock. So no check relies on the snapshot:
 * records are locked first, in the order of `byPlace`, and `for update` returns the latest committed version; an insert
 * is checked by the unique constraint, which aborts the statement; deadlines are checked after all writes.
 */
export const shaped = (schema: string, run: RunStatement, timeline = (): string | undefined => undefined) => {
  const statements = new Map<string, (...values: ReadonlyArray<unknown>) => Statement>()
  const statementOf = (shape: Shape) => {
    const key = Object.values(shape).join()
    const known = statements.get(key)
    if (known !== undefined) return known
    // Seven optional parts, of which one is almost always there: at most 64 statements, and few of the others.
    const made = fixed(textOf(schema, shape))
    statements.set(key, made)
    return made
  }
  return async (
    commits: ReadonlyArray<CommitPlan>,
    until: number,
    isWanted?: IsWanted
  ): Promise<ReadonlyArray<boolean>> => {
    const place = timeline()
    const statement = statementOf({ ...shapeOf(commits), places: place !== undefined })
    const values: Array<unknown> = [rowsOf(commits)]
    const deadline = deadlineOf(commits)
    if (deadline !== undefined) values.push(deadline)
    if (place !== undefined) values.push(place)
    try {
      const { rows } = await run(statement(...values), until, isWanted)
      const refused = new Set(numbersOf(rows[0]?.refused))
      return commits.map((_, nth) => !refused.has(nth))
    } catch (error) {
      if (!isRefused(error)) throw error
      return commits.map(() => false)
    }
  }
}

const shapeOf = (commits: ReadonlyArray<CommitPlan>): Omit<Shape, "places"> => {
  const shape = { inserts: false, claims: false, lists: false, replaces: false, guards: false, expires: false }
  for (const { moments, records } of commits) {
    shape.expires ||= moments.length > 0
    for (const { entries, keys, op } of records) {
      shape.replaces ||= op === "replace"
      shape.guards ||= op === "guard"
      if (op !== "insert") continue
      shape.inserts = true
      shape.claims ||= keys.length > 0
      shape.lists ||= entries.length > 0
    }
  }
  return shape
}

/** The earliest deadline of a batch. */
const deadlineOf = (commits: ReadonlyArray<CommitPlan>): number | undefined => {
  let earliest: number | undefined
  for (const { moments } of commits) for (const { at } of moments) earliest = Math.min(at, earliest ?? at)
  return earliest
}

/** The records of all commits in lock order, each with the number of its commit. */
const rowsOf = (commits: ReadonlyArray<CommitPlan>): string => {
  const records: Array<Touched & { readonly nth: number }> = []
  for (const [nth, commit] of commits.entries()) for (const record of commit.records) records.push({ ...record, nth })
  const rows: Array<object> = []
  for (const { nth, op, collection, environment, id, version, ...written } of records.sort(byPlace)) {
    const row = { nth, op, collection, environment, id, version }
    if (op === "guard") {
      rows.push(row)
      continue
    }
    const { at, body, dueAt, entries, expiresAt, keys } = written
    rows.push({
      ...row,
      time: at,
      expiry: expiresAt,
      due: dueAt,
      keys: keys.map(({ address }) => address),
      entries,
      body
    })
  }
  return JSON.stringify(rows)
}

const textOf = (schema: string, { claims, expires, guards, inserts, lists, places, replaces }: Shape): string => {
  const locks = guards || replaces
  const isAllowed = locks ? "and g.nth <> all ((select nths from refused)::integer[])" : ""
  const same = "r.collection = g.collection and r.environment = g.environment and r.id = g.id"
  const byIndex = `or ${schema}.read_through()`
  const parts = [
    `given as materialized (
      select * from json_to_recordset($1::json) as g (
        nth integer, op text, collection text, environment text, id text, version bigint,
        time bigint, expiry bigint, due bigint, keys bytea[], entries bytea[], body text
      )
    )`,
    ...(locks
      ? [
          `held as materialized (
            select g.*, r.created_at, r.entries as listed,
              r.version is not distinct from g.version and (g.op = 'guard' or r.keys = g.keys) as holds
            from given g left join lateral (
              select r.version, r.created_at, r.keys, r.entries from ${schema}.records r
              where ${same} and (r.version > 0 ${byIndex})
              for update
            ) as r on true
            where g.op <> 'insert'
          )`,
          `refused as materialized (
            select coalesce(array_agg(g.nth) filter (where not g.holds), '{}') as nths from held g
          )`
        ]
      : [])
  ]
  const writes: Array<readonly [name: string, part: string]> = []
  if (inserts) {
    writes.push([
      "inserted",
      `insert into ${schema}.records (
        collection, environment, id, version, created_at, updated_at, expires_at, due_at, keys, entries, body
      )
      select g.collection, g.environment, g.id, 1, g.time, g.time, g.expiry, g.due, g.keys, g.entries, g.body
      from given g where g.op = 'insert' ${isAllowed}
      returning id, created_at, keys, entries`
    ])
  }
  if (lists) {
    writes.push([
      "listed",
      `insert into ${schema}.entries (address, created_at, id)
      select place, i.created_at, i.id from inserted i cross join lateral unnest(i.entries) as place returning 1`
    ])
  }
  if (claims) {
    // After all records and in one order, like the SQL function, so that commits cannot deadlock.
    writes.push([
      "claimed",
      `insert into ${schema}.keys (address, id)
      select key, i.id from inserted i cross join lateral unnest(i.keys) as key order by key returning 1`
    ])
  }
  if (replaces) {
    writes.push(
      [
        "replaced",
        `update ${schema}.records r
        set version = r.version + 1, updated_at = g.time, expires_at = g.expiry, due_at = g.due, leased_until = null,
          entries = g.entries, body = g.body
        from held g
        where g.op = 'replace' ${isAllowed} and ${same} and (r.version > 0 ${byIndex}) returning 1`
      ],
      [
        "unlisted",
        `delete from ${schema}.entries e
        using (
          select place, g.created_at, g.id from held g cross join lateral unnest(g.listed) as place
          where g.op = 'replace' ${isAllowed} and place <> all (g.entries) offset 0
        ) as gone
        where e.address = gone.place and e.created_at = gone.created_at and e.id = gone.id
          and (e.id >= '' ${byIndex}) returning 1`
      ],
      [
        "relisted",
        `insert into ${schema}.entries (address, created_at, id)
        select place, g.created_at, g.id from held g cross join lateral unnest(g.entries) as place
        where g.op = 'replace' ${isAllowed} and place <> all (g.listed) returning 1`
      ]
    )
  }
  // Counting the rows of a CTE runs it to completion, so the clock is read after all writes.
  const counts = [
    ...(locks ? ["(select cardinality(nths) from refused)"] : []),
    ...writes.map(([name]) => `(select count(*) from ${name})`)
  ]
  const late = `case when ${["0", ...counts].join(" + ")} < 0 then null
    when ${CLOCK} >= $2::bigint then ${schema}.late() end as late`
  return `with ${[...parts, ...writes.map(([name, part]) => `${name} as (${part})`)].join(", ")}
    select ${locks ? "(select nths::text from refused)" : "'{}'"} as refused,
    case when current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then set_config('synchronous_commit', 'on', true) end as durable,
    ${CLOCK}::text as now
    ${expires ? `, ${late}` : ""}
    ${places ? `, case when ${TIMELINE} <> $${expires ? 3 : 2}::text then ${schema}.moved() end as moved` : ""}`
}
