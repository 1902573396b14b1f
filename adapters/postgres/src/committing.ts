import { Conflict } from "@countersign/core"
import { Result } from "@countersign/core/effect"
import { type BatchQueueOptions, batched } from "./batchQueue.ts"
import { type Commit, explaining, placeholders, releases, writing } from "./commits.ts"
import { isMoved, isRefused } from "./failures.ts"
import type { Pool } from "./Pool.ts"
import { fixed, type IsWanted, noAnswer, type RunStatement, transaction } from "./Statement.ts"
import type { Timeline } from "./server.ts"
import { environmentOf } from "./table.ts"
import type { Tables } from "./tables.ts"

export interface CommittingOptions {
  readonly schema: string
  readonly tables: Tables
  readonly run: RunStatement
  readonly pool: Pool
  readonly timeline: Timeline
}

/** Sends batches of commits. A commit that the database refuses alone has its conflict explained. */
export const committing = ({ pool, run, schema, tables, timeline }: CommittingOptions) => {
  const named = new Set<string>()
  const write = writing(schema, run, timeline.current)
  const explain = explaining(tables, run)
  const name = fixed(
    `insert into ${schema}.environments (id, name) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`
  )

  /** Stores the names of environments that this node writes to for the first time. */
  const register = async (commits: ReadonlyArray<Commit>, until: number): Promise<void> => {
    const all = commits.flatMap(({ changes }) => changes.map(({ environment }) => environment))
    const unknown = [...new Set(all)].filter((environment) => !named.has(environment))
    if (unknown.length === 0) return
    await run(name(unknown.map(environmentOf), unknown), until)
    for (const environment of unknown) named.add(environment)
  }

  const settle = async (commits: ReadonlyArray<Commit>, until: number, isWanted?: IsWanted) => {
    await register(commits, until)
    const [first, second] = commits
    for (let times = 0; times < TIMES; times += 1) {
      try {
        if (first === undefined || (first.free.length === 0 && times === 0)) await write(commits, until, isWanted)
        else await writeInTurn(first, until)
        return commits.map(() => undefined)
      } catch (error) {
        // The commits of a batch that is refused are sent one by one.
        if (!isRefused(error) || first === undefined || second !== undefined) throw error
        const conflict = await explain(first, until, isWanted)
        if (conflict !== undefined) return [conflict]
      }
    }
    throw noAnswer()
  }

  /**
   * Writes a commit in several statements: one that guards a free key, which is to claim and to release it, and one that
   * gives the key of a record to another, which a single statement may do in the wrong order. Both are rare.
   */
  const writeInTurn = (commit: Commit, until: number): Promise<void> =>
    transaction(pool, until, async (execute) => {
      for (const statement of [...placeholders(tables, commit.free), ...releases(tables, commit)]) {
        await execute(statement, until)
      }
      await writing(schema, execute, timeline.current)([commit], until)
    })
  const sendAll = batched(settle)

  const send: BatchQueueOptions<Commit, Conflict | undefined>["send"] = async (commits, until, isWanted) => {
    const outcomes = await sendAll(commits, until, isWanted)
    if (!outcomes.some((one) => Result.isFailure(one) && isMoved(one.failure))) return outcomes
    // Empties the caches, so that the callers decide again from what this server has.
    await timeline.read()
    return outcomes.map((one, nth) =>
      Result.isFailure(one) && isMoved(one.failure)
        ? Result.succeed(new Conflict({ because: "version", collection: commits[nth]?.changes[0]?.collection.name ?? "" }))
        : one
    )
  }
  return { send, clear: () => named.clear() }
}

/** The number of attempts of a commit whose conflict is over when it is explained. */
const TIMES = 25
