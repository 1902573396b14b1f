import { Result } from "@countersign/core/effect"
import { type Commit, isGuard, mayPassKey } from "./Commit.ts"
import { isShared } from "./failures.ts"
import type { Load } from "./load.ts"
import { deadline, noAnswer, type Wait } from "./Statement.ts"

/** The limits of a batch queue: the number of concurrent statements, and the timeout of a caller in milliseconds. */
export interface BatchQueueOptions<A, B> {
  readonly concurrency: number
  readonly timeout: number
  /** Starts a batch: the returned function decides for each waiting call, oldest first, whether it joins the batch. */
  readonly admits: () => (one: A) => boolean
  readonly send: Send<A, B>
}

/** Sends a batch in one statement, which is wanted until all its callers have left. Returns the outcome of each call. */
export type Send<A, B> = (all: ReadonlyArray<A>, wait: Wait) => Promise<ReadonlyArray<Result.Result<B, unknown>>>

/**
 * Enqueues a call and returns a function that cancels it. A batch is not sent if all its calls are cancelled before it has a
 * connection.
 */
export type BatchQueue<A, B> = (one: A, complete: (outcome: Result.Result<B, unknown>) => void) => () => void

/**
 * Batches the calls that arrive in the same turn of the event loop, or while `concurrency` statements are in flight. A
 * single call is sent at the end of its turn, without a delay to collect others.
 */
export const batchQueue = <A, B>({ admits, concurrency, send, timeout }: BatchQueueOptions<A, B>): BatchQueue<A, B> => {
  interface Caller {
    readonly one: A
    readonly until: number
    readonly atEnd: () => void
    readonly complete: (outcome: Result.Result<B, unknown>) => void
    hasLeft: boolean
  }
  // Not a set: V8 keeps what a busy one contained until a full collection.
  const waiting: Array<Caller> = []
  let underWay = 0
  let isDue = false

  const wake = (): void => {
    if (isDue || underWay >= concurrency || waiting.length === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      while (underWay < concurrency && waiting.length > 0) depart()
    })
  }

  const depart = (): void => {
    const joins = admits()
    const batch: Array<Caller> = []
    for (const caller of waiting.splice(0)) if (!caller.hasLeft) (joins(caller.one) ? batch : waiting).push(caller)
    const last = batch.at(-1)
    if (last === undefined) return
    underWay += 1
    const back = (): void => {
      underWay -= 1
      wake()
    }
    // A statement that waits for a row lock must not block the calls of other clients.
    const patience = deadline(performance.now() + PATIENCE, back)
    // The statement has the time limit of the newest call. Older calls may time out earlier.
    last.atEnd()
    const all = batch.map(({ one }) => one)
    void send(all, { until: last.until, isWanted: () => batch.some(({ hasLeft }) => !hasLeft) }).then((outcomes) => {
      const isAway = patience()
      for (const [nth, outcome] of outcomes.entries()) {
        batch[nth]?.atEnd()
        batch[nth]?.complete(outcome)
      }
      if (isAway) back()
    })
  }

  return (one, complete) => {
    const cancel = (): void => {
      caller.atEnd()
      caller.hasLeft = true
    }
    const giveUp = (): void => {
      cancel()
      complete(Result.fail(noAnswer()))
    }
    const until = performance.now() + timeout
    const caller: Caller = { one, complete, until, atEnd: deadline(until, giveUp), hasLeft: false }
    waiting.push(caller)
    wake()
    return cancel
  }
}

/** Milliseconds after which a statement in flight no longer counts toward `concurrency`. */
const PATIENCE = 100

/** Admits loads of one text to a batch until it has `MOST_REFS` refs in all. */
export const loadBatch = (): ((load: Load) => boolean) => {
  let of: string | undefined
  let refs = 0
  return ({ refs: { length }, text }) => {
    of ??= text
    const fits = text === of && (refs === 0 || refs + length <= MOST_REFS)
    if (fits) refs += length
    return fits
  }
}

/**
 * Admits commits of one shape to a batch if they share no record that one of them writes, so that they cannot affect each
 * other's outcome. A commit that waits also blocks later commits that share a record with it, which preserves their order.
 */
export const commitBatch = (): ((commit: Commit) => boolean) => {
  const written = new Set<string>()
  const guarded = new Set<string>()
  let of: string | undefined
  let records = 0
  return ({ links, shape }) => {
    of ??= passesKeys(links) ? "" : shape
    let fits = records === 0 || (shape === of && records + links.length <= MOST_RECORDS)
    for (const link of links) if (written.has(link.place) || (!isGuard(link) && guarded.has(link.place))) fits = false
    // A commit that waits counts too.
    for (const link of links) (isGuard(link) ? guarded : written).add(link.place)
    if (fits) records += Math.max(1, links.length)
    return fits
  }
}

/**
 * Whether a commit may free a key with one record and claim one with another. Two of them in a statement could give each
 * other the keys that they need, though neither could be written first.
 */
const passesKeys = (links: Commit["links"]): boolean => {
  const keyed = links.filter((link) => !isGuard(link) && link.table.keys.size > 0)
  return keyed.length > 1 && keyed.some(mayPassKey)
}

const MOST_REFS = 256

const MOST_RECORDS = 256

/**
 * Sends all calls in one statement. If the database rejects the statement, each call is sent separately, so that only the
 * invalid ones fail. If the connection is lost, all calls fail with the same error, because their outcome is unknown.
 */
export const batched = <A, B>(send: (all: ReadonlyArray<A>, wait: Wait) => Promise<ReadonlyArray<B>>): Send<A, B> => {
  const sent: Send<A, B> = async (all, wait) => {
    try {
      return (await send(all, wait)).map(Result.succeed)
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.map(() => Result.fail(error))
      const outcomes: Array<Result.Result<B, unknown>> = []
      for (const one of all) outcomes.push(...(await sent([one], wait)))
      return outcomes
    }
  }
  return sent
}
