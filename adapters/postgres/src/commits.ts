import { Conflict, type EnvironmentKey } from "@countersign/core"
import { Result } from "@countersign/core/effect"
import { type BatchQueueOptions, batched } from "./batchQueue.ts"
import { type Commit, groupsOf, inOrder, isList, type Link } from "./Commit.ts"
import { chainText } from "./chain.ts"
import { explaining, placeholders, releases } from "./conflicts.ts"
import { isMoved, isRefused } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { fixed, type IsWanted, noAnswer, type RunStatement, statements, transaction } from "./Statement.ts"
import type { Timeline } from "./server.ts"
import { environmentOf, type Tables } from "./table.ts"

interface CommittingOptions {
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
      if (unnamed.length > 0) await register(unnamed, until, isWanted)
      if (isOneStatement(commits)) await write(commits, until, isWanted)
      else await writeInTurn(commits, until, isWanted)
      return commits.map(written)
    } catch (error) {
      return settle(error, commits, until, isWanted)
    }
  }

  /** Stores the names of environments that this node writes to for the first time. */
  const register = async (unnamed: ReadonlyArray<EnvironmentKey>, until: number, isWanted: IsWanted | undefined) => {
    await run(name(unnamed.map(environmentOf), unnamed), until, isWanted)
    for (const environment of unnamed) named.add(environment)
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
    const failed = await timeline.read().then(
      () => undefined,
      (error: unknown) => Result.fail(error)
    )
    return outcomes.map((one, nth) => {
      if (!isElsewhere(one)) return one
      const [change] = commits[nth]?.changes ?? []
      return failed ?? Result.succeed(new Conflict({ because: "version", collection: change?.collection.name ?? "" }))
    })
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
          const unnamed = unnamedOf(commits, named)
          if (unnamed.length > 0) await register(unnamed, until, isWanted)
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

/** In one order, so that nodes wait for each other and do not deadlock. */
const unnamedOf = (
  commits: ReadonlyArray<Commit>,
  named: ReadonlySet<EnvironmentKey>
): ReadonlyArray<EnvironmentKey> => {
  const found = new Set<EnvironmentKey>()
  for (const { changes } of commits) {
    for (const { environment } of changes) if (!named.has(environment)) found.add(environment)
  }
  return [...found].sort()
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
