import { Conflict, type EnvironmentKey } from "@countersign/core"
import { Result } from "@countersign/core/effect"
import { batched, type Send } from "./batchQueue.ts"
import { type Commit, groupsOf, inOrder, isList, type Link, mayPassKey } from "./Commit.ts"
import { chainText } from "./chain.ts"
import { explaining } from "./conflicts.ts"
import { isMoved, isRefused } from "./failures.ts"
import { fixed, noAnswer, type RunStatement, statements, type Wait } from "./Statement.ts"
import type { timelineOf } from "./server.ts"
import { environmentOf } from "./table.ts"

interface CommittingOptions {
  readonly schema: string
  readonly run: RunStatement
  readonly timeline: ReturnType<typeof timelineOf>
}

/** Sends batches of commits. A commit that the database refuses alone has its conflict explained. */
export const committing = ({ run, schema, timeline }: CommittingOptions) => {
  const named = new Set<EnvironmentKey>()
  const write = writing(run, timeline.current)
  const explain = explaining(run)
  const name = fixed(
    `insert into ${schema}.environments (id, name) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`
  )

  /** Stores the names of environments that this node writes to for the first time. */
  const register = async (commits: ReadonlyArray<Commit>, wait: Wait): Promise<void> => {
    const unnamed = new Set<EnvironmentKey>()
    for (const { changes } of commits) {
      for (const { environment } of changes) if (!named.has(environment)) unnamed.add(environment)
    }
    if (unnamed.size === 0) return
    // In one order, so that nodes wait for each other and do not deadlock.
    const names = [...unnamed].sort()
    await run(name(names.map(environmentOf), names), wait)
    for (const environment of names) named.add(environment)
  }

  /**
   * Writes commits, all or nothing. The commits of a batch that is refused are sent one by one. A commit that is refused
   * alone without a conflict is sent again: the conflict has gone, or the commit passes a key.
   */
  const attempt = async (commits: ReadonlyArray<Commit>, wait: Wait): Promise<ReadonlyArray<Conflict | undefined>> => {
    const [first, second] = commits
    for (let times = 0; times < TIMES; times += 1) {
      try {
        await register(commits, wait)
        await write(commits, wait, times > 0)
        return commits.map(() => undefined)
      } catch (error) {
        if (!isRefused(error) || first === undefined || second !== undefined) throw error
        const conflict = await explain(first, wait)
        if (conflict !== undefined) return [conflict]
      }
    }
    throw noAnswer()
  }
  const sendAll = batched(attempt)

  const send: Send<Commit, Conflict | undefined> = async (commits, wait) => {
    const outcomes = await sendAll(commits, wait)
    if (!outcomes.some(isElsewhere)) return outcomes
    // Empties the caches, so that the callers decide again from what this server has.
    const failed = await timeline.read().then(() => undefined, Result.fail)
    return outcomes.map((one, nth) => {
      if (!isElsewhere(one)) return one
      const [change] = commits[nth]?.changes ?? []
      return failed ?? Result.succeed(new Conflict({ because: "version", collection: change?.collection.name ?? "" }))
    })
  }

  return { send, clear: () => named.clear() }
}

/** The number of attempts of a commit whose conflict has gone when it is explained. */
const TIMES = 25

const isElsewhere = (one: Result.Result<unknown, unknown>): boolean => Result.isFailure(one) && isMoved(one.failure)

/** Writes commits of one shape in one statement, all or nothing. One that is rewritten may pass keys in any order. */
const writing = (run: RunStatement, timeline: () => string | undefined) => {
  const statementOf = statements()
  return (commits: ReadonlyArray<Commit>, wait: Wait, isRewritten: boolean) => {
    const links: Array<Link> = []
    // Those of one shape all have a deadline, or none.
    const deadlines: Array<number> = []
    for (const commit of commits) {
      links.push(...(isRewritten ? commit.links.map(rewritten) : commit.links))
      if (commit.deadline !== undefined) deadlines.push(commit.deadline)
    }
    if (commits.length > 1) links.sort(inOrder)
    const groups = groupsOf(links)
    const history = timeline()
    const ends = { isTimed: deadlines.length > 0, isPlaced: history !== undefined }
    let shape = `${ends.isTimed} ${ends.isPlaced}`
    const values: Array<unknown> = []
    for (const group of groups) {
      const { links: of, op, table } = group
      shape += `|${op} ${table.name} ${isList(group) ? "" : of.length}`
      if (isList(group)) for (const nth of of[0]?.values.keys() ?? []) values.push(of.map(({ values }) => values[nth]))
      else for (const link of of) values.push(...link.values)
    }
    if (ends.isTimed) values.push(Math.min(...deadlines))
    if (ends.isPlaced) values.push(history)
    return run(statementOf(shape, () => chainText(groups, ends))(...values), wait)
  }
}

const rewritten = (link: Link): Link => (link.op === "replace" && mayPassKey(link) ? { ...link, op: "rewrite" } : link)
