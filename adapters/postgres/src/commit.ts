import { Conflict } from "@countersign/core"
import type { Judged, Touched } from "./judged.ts"
import type { Ask } from "./prepared.ts"
import { arrays, columnsOf, fixed } from "./Statement.ts"

/**
 * One statement for commits that share nothing, hence one transaction and one round trip: a function of the schema does
 * the work, see the migration. Answers for each the conflict over which it wrote nothing, or undefined.
 *
 * Not one statement of data-modifying parts: those share a snapshot from before any lock was waited for, so they judge
 * free keys by what has changed since. Not BEGIN to COMMIT from here: that is a round trip for each step, with the locks
 * held meanwhile. The function reads anew after each wait, and its plans are kept by the connection it happens to run on,
 * which no pooler minds.
 */
export const committing = (schema: string, ask: Ask) => {
  const statement = fixed(`select ${schema}.commit(${arrays(TYPES)})::text as lost`)
  return async (commits: ReadonlyArray<Judged>, until: number): Promise<ReadonlyArray<Conflict | undefined>> => {
    const owners = commits.flatMap(({ items }, nth) => items.map(() => nth))
    const { rows } = await ask(statement(...listsOf(commits, owners)), until)
    const conflicts = commits.map((): Conflict | undefined => undefined)
    const items = commits.flatMap((commit) => commit.items)
    for (const lost of numbersOf(rows[0]?.lost)) {
      const [owner, item] = [owners[lost - 1], items[lost - 1]]
      if (owner === undefined || item === undefined)
        throw new Error("postgres: the commit function named no known item")
      conflicts[owner] = new Conflict(item)
    }
    return conflicts
  }
}

/** `{1,2}`: anything else is no answer of the function, and so no word that something was written. */
const numbersOf = (text: string | null | undefined): ReadonlyArray<number> => {
  if (typeof text !== "string" || !/^\{[0-9,]*\}$/u.test(text)) {
    throw new Error("postgres: the commit function gave no answer that is known here")
  }
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)
}

/** The parameters of the function, as it names them. */
const TYPES = [
  ...["integer", "integer", "bigint", "integer", "bytea", "integer"],
  ...["integer", "text", "text", "text", "text", "bigint", "bigint", "bigint", "bigint", "text"],
  ...["integer", "integer", "bytea", "integer", "text", "integer", "integer", "bytea"]
]

const listsOf = (
  commits: ReadonlyArray<Judged>,
  owners: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<unknown>> => {
  const lost: Array<number> = []
  const moments: Array<Columns> = []
  const free: Array<Columns> = []
  const touched: Array<Numbered> = []
  // The database counts from 1, and goes on from one commit to the next.
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
    ...recordLists(touched.sort(byPlace))
  ]
}

type Columns = ReadonlyArray<unknown>

interface Numbered {
  readonly record: Touched
  readonly first: number
}

/** The order in which everyone locks. */
const byPlace = ({ record: { place: one } }: Numbered, { record: { place: other } }: Numbered): number =>
  one < other ? -1 : one > other ? 1 : 0

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
