import { Conflict } from "@countersign/core"
import { Result } from "@countersign/core/effect"
import { type BatchQueueOptions, batched } from "./batchQueue.ts"
import { byPlace, type CommitPlan, numbersOf, type Touched } from "./commitPlan.ts"
import { isMoved } from "./failures.ts"
import { arrays, columnsOf, fixed, type IsWanted, type RunStatement } from "./Statement.ts"
import { CLOCK, TIMELINE, type Timeline } from "./server.ts"
import { isShaped, shaped } from "./shape.ts"

/**
 * Runs a batch of independent commits in one statement: one transaction and one round trip. A prepared statement for
 * the shape of the batch writes the commits whose records are unchanged. The SQL function `commit` then finds the
 * conflict of each commit that was not written. It also runs batches that have no shape, and all batches if prepared
 * statements are disabled, because PL/pgSQL caches its plans in the server session, which works behind any pooler.
 */
export const committing = (schema: string, run: RunStatement, timeline?: Timeline) => {
  const write = batched(shaped(schema, run, timeline?.current))
  const explain = batched(called(schema, run, timeline?.current))
  const commit: Send = async (commits, until, isWanted) => {
    if (!run.remembers() || !commits.every(isShaped)) return explain(commits, until, isWanted)
    const written = await write(commits, until, isWanted)
    const refused = commits.filter((_, nth) => isRefusal(written[nth]))
    if (refused.length === 0) return written.map(outcomeOf)
    const explained = await explain(refused, until, isWanted)
    const anew = new Map<CommitPlan | undefined, Outcome | undefined>(
      refused.map((commit, nth) => [commit, explained[nth]])
    )
    return written.map((one, nth) => anew.get(commits[nth]) ?? outcomeOf(one))
  }
  const send: Send = async (commits, until, isWanted) => {
    const outcomes = await commit(commits, until, isWanted)
    if (!outcomes.some(isElsewhere)) return outcomes
    // Empties the caches, so that the callers decide again from what this server has.
    await timeline?.read()
    return outcomes.map((one, nth) =>
      isElsewhere(one)
        ? Result.succeed(new Conflict({ because: "version", collection: commits[nth]?.records[0]?.collection ?? "" }))
        : one
    )
  }
  return send
}

/** Sends a batch of commits. */
type Send = BatchQueueOptions<CommitPlan, Conflict | undefined>["send"]

const isElsewhere = (one: Outcome): boolean => Result.isFailure(one) && isMoved(one.failure)

/** The conflict that rejected the commit, undefined if it was written, or the failure of the statement. */
export type Outcome = Result.Result<Conflict | undefined, unknown>

const outcomeOf = (one: Result.Result<boolean, unknown>): Outcome =>
  Result.isFailure(one) ? Result.fail(one.failure) : Result.succeed(undefined)

const isRefusal = (one: Result.Result<boolean, unknown> | undefined): boolean =>
  one !== undefined && Result.isSuccess(one) && !one.success

/** Calls the SQL function `commit`. Returns for each commit the conflict that rejected it, or undefined. */
const called = (schema: string, run: RunStatement, timeline = (): string | undefined => undefined) => {
  const commit = `${schema}.commit(${arrays(TYPES)})::text`
  const statement = fixed(`select ${commit} as lost, ${CLOCK}::text as now`)
  const placed = fixed(
    `select case when ${TIMELINE} <> $${TYPES.length + 1}::text then ${schema}.moved() else ${commit} end as lost,
      ${CLOCK}::text as now`
  )
  return async (
    commits: ReadonlyArray<CommitPlan>,
    until: number,
    isWanted?: IsWanted
  ): Promise<ReadonlyArray<Conflict | undefined>> => {
    const owners = commits.flatMap(({ items }, nth) => items.map(() => nth))
    const [lists, place] = [listsOf(commits, owners), timeline()]
    const { rows } = await run(place === undefined ? statement(...lists) : placed(...lists, place), until, isWanted)
    const conflicts = commits.map((): Conflict | undefined => undefined)
    const items = commits.flatMap((commit) => commit.items)
    for (const lost of numbersOf(rows[0]?.lost)) {
      const [owner, item] = [owners[lost - 1], items[lost - 1]]
      if (owner === undefined || item === undefined)
        throw new Error("postgres: the commit function returned an unknown item number")
      conflicts[owner] = new Conflict(item)
    }
    return conflicts
  }
}

/** The parameter types of the SQL function `commit`, in order. */
const TYPES = [
  ...["integer", "integer", "bigint", "integer", "bytea", "integer"],
  ...["integer", "text", "text", "text", "text", "bigint", "bigint", "bigint", "bigint", "text"],
  ...["integer", "integer", "bytea", "integer", "text", "integer", "integer", "bytea"]
]

const listsOf = (
  commits: ReadonlyArray<CommitPlan>,
  owners: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<unknown>> => {
  const lost: Array<number> = []
  const moments: Array<Columns> = []
  const free: Array<Columns> = []
  const touched: Array<Numbered> = []
  // The database numbers items from 1, consecutively over all commits of the batch.
  let first = 1
  for (const commit of commits) {
    const numbered = (item: number): number => first + item
    lost.push(...commit.lost.map(numbered))
    moments.push(...commit.moments.map(({ at, item }) => [at, numbered(item)]))
    free.push(...commit.free.map(({ address, item }) => [address, numbered(item)]))
    touched.push(...commit.records.map((record) => ({ record, first })))
    first += commit.items.length
  }
  return [
    owners.map((owner) => owner + 1),
    lost,
    ...columnsOf(2, moments),
    ...columnsOf(2, free),
    ...recordLists(touched.sort((one, other) => byPlace(one.record, other.record)))
  ]
}

type Columns = ReadonlyArray<unknown>

interface Numbered {
  readonly record: Touched
  readonly first: number
}

const recordLists = (touched: ReadonlyArray<Numbered>): ReadonlyArray<Columns> => {
  const records: Array<Columns> = []
  const claims: Array<Columns> = []
  const claimSlices: Array<Columns> = []
  const places: Array<string> = []
  const placeSlices: Array<Columns> = []
  for (const { first, record } of touched) {
    const { at, body, collection, dueAt, entries, environment, expiresAt, id, item, keys, op, version } = record
    records.push([first + item, op, collection, environment, id, version, at, expiresAt, dueAt, body])
    claimSlices.push([claims.length + 1, claims.length + keys.length])
    claims.push(...keys.map((key) => [key.address, first + key.item, id]))
    placeSlices.push([places.length + 1, places.length + entries.length])
    places.push(...entries)
  }
  return [
    ...columnsOf(10, records),
    ...columnsOf(2, claimSlices),
    ...columnsOf(3, claims),
    ...columnsOf(2, placeSlices),
    places
  ]
}
