import { type Change, Columns, Conflict, type EnvironmentKey, type Guard } from "@countersign/core"
import { Result } from "@countersign/core/effect"
import { type BatchQueueOptions, batched } from "./batchQueue.ts"
import { chainText } from "./chain.ts"
import { explaining, placeholders, releases } from "./conflicts.ts"
import { isMoved, isRefused } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { placeOf } from "./rows.ts"
import { fixed, type IsWanted, noAnswer, type RunStatement, statements, transaction } from "./Statement.ts"
import type { Timeline } from "./server.ts"
import { columnsOf, environmentOf, storedField, type Table, type Tables, toId } from "./table.ts"

/** A commit as it is sent. Commits of the same shape that share no record may share a statement. */
export interface Commit {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
  readonly links: ReadonlyArray<Link>
  readonly deadline: number | undefined
  readonly free: ReadonlyArray<FreeGuard>
  readonly shape: string
}

export type FreeGuard = Extract<Guard, { readonly guard: "free" }>

/** A record of a commit. `values` has the value of each column that its operation names. */
export interface Link {
  readonly op: "guard" | Change["op"]
  readonly table: Table
  readonly place: string
  readonly values: ReadonlyArray<unknown>
}

export const commitOf = (tables: Tables, changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>): Commit => {
  const links = changes.map((change) => changed(tables, change))
  const written = new Map<string, Change>()
  for (const change of changes) {
    const place = placeOf(change)
    if (written.has(place)) throw new Error(`postgres: one commit changes a record of ${change.collection.name} twice`)
    written.set(place, change)
  }
  const free: Array<FreeGuard> = []
  let deadline: number | undefined
  for (const guard of guards) {
    switch (guard.guard) {
      case "before":
        deadline = Math.min(guard.at, deadline ?? guard.at)
        break
      case "free":
        columnsOf(tables(guard.collection), guard.collection.unique, guard.key)
        free.push(guard)
        break
      case "version": {
        const change = written.get(placeOf(guard))
        // The change checks the same version. Its own lock would wait for the weaker one of another commit, and deadlock.
        if (change !== undefined && change.op !== "insert" && change.version === guard.version) break
        const table = tables(guard.collection)
        const values = [environmentOf(guard.environment), toId(table.id, guard.id), guard.version]
        links.push({ op: "guard", table, place: placeOf(guard), values })
        break
      }
    }
  }
  links.sort(inOrder)
  const shape = links.map(({ op, table }) => `${op} ${table.name}`).join("|")
  return { changes, guards, links, deadline, free, shape: `${shape}${deadline === undefined ? "" : "|before"}` }
}

const changed = (tables: Tables, change: Change): Link => {
  const table = tables(change.collection)
  const { collection, environment, id, op } = change
  const own = [environmentOf(environment), toId(table.id, id)]
  const link = { op, table, place: placeOf(change) }
  if (op === "remove") return { ...link, values: [...own, change.version] }
  if (own[1] === null) throw new Error(`postgres: ${JSON.stringify(id)} is not an id of ${collection.name}`)
  const { at, body } = change
  const values: Array<unknown> = op === "insert" ? [...own, 1, at] : [...own, change.version, at]
  for (const field of [collection.expiry, collection.due]) {
    if (field !== undefined) values.push(Columns.instantOf(body, field) ?? null)
  }
  for (const field of table.fields.keys()) values.push(storedField(table, field, body))
  return { ...link, values: [...values, JSON.stringify(body)] }
}

/** All commits lock records in the order of their places, which prevents deadlocks, and then insert in that order. */
const inOrder = (one: Link, other: Link): number =>
  Number(one.op === "insert") - Number(other.op === "insert") ||
  (one.place < other.place ? -1 : one.place > other.place ? 1 : 0)

/**
 * Consecutive links of one table and operation, which one part of a statement writes: few as rows of parameters, which are
 * cheap, and more as arrays, whose statement does not depend on their number.
 */
export interface Group extends Pick<Link, "op" | "table"> {
  readonly links: Array<Link>
}

export const isList = ({ links }: Group): boolean => links.length > MOST_ROWS

const MOST_ROWS = 2

const groupsOf = (links: ReadonlyArray<Link>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  for (const link of links) {
    const { op, table } = link
    const last = groups.at(-1)
    if (last?.op === op && last.table === table) last.links.push(link)
    else groups.push({ op, table, links: [link] })
  }
  return groups
}

export interface CommittingOptions {
  readonly schema: string
  readonly tables: Tables
  readonly run: RunStatement
  readonly pool: Pool
  readonly timeline: Timeline
}

type Outcome = Result.Result<Conflict | undefined, unknown>

/** Sends batches of commits. A commit that the database refuses alone has its conflict explained. */
export const committing = ({ pool, run, schema, tables, timeline }: CommittingOptions) => {
  const named = new Set<EnvironmentKey>()
  const write = writing(schema, run, timeline.current)
  const explain = explaining(tables, run)
  const name = fixed(
    `insert into ${schema}.environments (id, name) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`
  )

  const send: BatchQueueOptions<Commit, Conflict | undefined>["send"] = async (commits, until, isWanted) => {
    try {
      const unnamed = unnamedOf(commits, named)
      // The names of environments that this node writes to for the first time.
      if (unnamed.length > 0) await run(name(unnamed.map(environmentOf), unnamed), until, isWanted)
      for (const environment of unnamed) named.add(environment)
      if (isOneStatement(commits)) await write(commits, until, isWanted)
      else await writeInTurn(commits, until, isWanted)
      return commits.map(written)
    } catch (error) {
      return settle(error, commits, until, isWanted)
    }
  }

  /** What became of commits whose statement failed. */
  const settle = async (
    failure: unknown,
    commits: ReadonlyArray<Commit>,
    until: number,
    isWanted: IsWanted | undefined
  ): Promise<ReadonlyArray<Outcome>> => {
    let first = failure
    const outcomes = await batched((all: ReadonlyArray<Commit>, until, isWanted) => {
      const error = first
      first = undefined
      return explained(error, all, until, isWanted)
    })(commits, until, isWanted)
    if (!outcomes.some(isElsewhere)) return outcomes
    // Empties the caches, so that the callers decide again from what this server has.
    await timeline.read()
    return outcomes.map((one, nth) =>
      isElsewhere(one)
        ? Result.succeed(
            new Conflict({ because: "version", collection: commits[nth]?.changes[0]?.collection.name ?? "" })
          )
        : one
    )
  }

  /** Explains the error of a commit. If its conflict is over by then, writes it. */
  const explained = async (
    failure: unknown,
    commits: ReadonlyArray<Commit>,
    until: number,
    isWanted: IsWanted | undefined
  ): Promise<ReadonlyArray<Conflict | undefined>> => {
    let error = failure
    for (let times = 0; times < TIMES; times += 1) {
      const [first, second] = commits
      if (error === undefined) {
        try {
          if (times === 0 && isOneStatement(commits)) await write(commits, until, isWanted)
          else await writeInTurn(commits, until, isWanted)
          return commits.map(() => undefined)
        } catch (next) {
          error = next
        }
      }
      // The commits of a batch that is refused are sent one by one.
      if (!isRefused(error) || first === undefined || second !== undefined) throw error
      const conflict = await explain(first, until, isWanted)
      if (conflict !== undefined) return [conflict]
      error = undefined
    }
    throw noAnswer()
  }

  /**
   * Writes commits in several statements: one that guards a free key, which is to claim and to release it, and one that
   * gives the key of a record to another, which a single statement may do in the wrong order. Both are rare.
   */
  const writeInTurn = (commits: ReadonlyArray<Commit>, until: number, isWanted: IsWanted | undefined): Promise<void> =>
    transaction(
      pool,
      until,
      async (execute) => {
        for (const commit of commits) {
          for (const statement of [...placeholders(tables, commit.free), ...releases(tables, commit)]) {
            await execute(statement, until)
          }
        }
        await writing(schema, execute, timeline.current)(commits, until)
      },
      isWanted
    )

  return { send, clear: () => named.clear() }
}

/** The number of attempts of a commit whose conflict is over when it is explained. */
const TIMES = 25

const written = (): Outcome => Result.succeed(undefined)

const isElsewhere = (one: Outcome): boolean => Result.isFailure(one) && isMoved(one.failure)

const isOneStatement = ([first]: ReadonlyArray<Commit>): boolean => first === undefined || first.free.length === 0

const unnamedOf = (
  commits: ReadonlyArray<Commit>,
  named: ReadonlySet<EnvironmentKey>
): ReadonlyArray<EnvironmentKey> => {
  const found = new Set<EnvironmentKey>()
  for (const { changes } of commits) {
    for (const { environment } of changes) if (!named.has(environment)) found.add(environment)
  }
  return [...found]
}

/** Writes commits of one shape in one statement, all or nothing. */
const writing = (schema: string, run: RunStatement, timeline: () => string | undefined) => {
  const statementOf = statements()
  return (commits: ReadonlyArray<Commit>, until: number, isWanted?: IsWanted) => {
    let deadline: number | undefined
    const links: Array<Link> = []
    for (const commit of commits) {
      links.push(...commit.links)
      if (commit.deadline !== undefined) deadline = Math.min(commit.deadline, deadline ?? commit.deadline)
    }
    if (commits.length > 1) links.sort(inOrder)
    const groups = groupsOf(links)
    const history = timeline()
    let shape = `${deadline === undefined} ${history === undefined}`
    const values: Array<unknown> = []
    for (const group of groups) {
      const { links: of, op, table } = group
      shape += `|${op} ${table.name} ${isList(group) ? "" : of.length}`
      if (isList(group)) for (const nth of of[0]?.values.keys() ?? []) values.push(of.map(({ values }) => values[nth]))
      else for (const link of of) values.push(...link.values)
    }
    if (deadline !== undefined) values.push(deadline)
    if (history !== undefined) values.push(history)
    const statement = statementOf(shape, () =>
      chainText(schema, groups, { isTimed: deadline !== undefined, isPlaced: history !== undefined })
    )
    return run(statement(...values), until, isWanted)
  }
}
