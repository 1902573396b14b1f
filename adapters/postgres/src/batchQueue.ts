import { Result } from "@countersign/core/effect"
import { type Commit, isGuard, mayPassKey } from "./Commit.ts"
import { isRolledBack, isShared, isUnfit } from "./failures.ts"
import type { Load } from "./load.ts"
import { deadline, type IsWanted, noAnswer } from "./Statement.ts"

/** The limits of a batch queue: the number of concurrent statements, and the timeout of a caller in milliseconds. */
export interface BatchQueueOptions<A, B> {
  readonly concurrency: number
  readonly timeout: number
  /** Starts a batch: the returned function decides for each waiting call, oldest first, whether it joins the batch. */
  readonly admits: () => (one: A) => boolean
  /**
   * Sends a batch in one statement. Returns the outcome of each call. `until` is an instant of `performance.now()`. The batch
   * is wanted until all its callers have left.
   */
  readonly send: (
    all: ReadonlyArray<A>,
    until: number,
    isWanted?: IsWanted
  ) => Promise<ReadonlyArray<Result.Result<B, unknown>>>
}

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
  let waiting: Array<Caller> = []
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
    const goesAlong = admits()
    const [left, batch]: [Array<Caller>, Array<Caller>] = [[], []]
    for (const caller of waiting) (goesAlong(caller.one) ? batch : left).push(caller)
    waiting = left
    underWay += 1
    const back = (): void => {
      underWay -= 1
      wake()
    }
    // A statement that waits for a row lock must not block the calls of other clients.
    const patience = deadline(performance.now() + PATIENCE, back)
    // The statement has the deadline of the newest call. Older calls may time out earlier.
    const last = batch.at(-1)
    last?.atEnd()
    const all = batch.map(({ one }) => one)
    const isWanted = (): boolean => batch.some(({ hasLeft }) => !hasLeft)
    void send(all, last?.until ?? 0, isWanted).then((outcomes) => {
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
      const place = waiting.indexOf(caller)
      if (place >= 0) waiting.splice(place, 1)
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

/** Admits loads of one shape to a batch until it has `MOST_REFS` refs in all. */
export const loadBatch = (): ((load: Load) => boolean) => {
  let of: string | undefined
  let refs = 0
  return ({ refs: { length }, shape }) => {
    of ??= shape
    const fits = shape === of && (refs === 0 || refs + length <= MOST_REFS)
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
  const keyed = links.filter((link) => !isGuard(link) && Object.keys(link.table.collection.unique).length > 0)
  return keyed.length > 1 && keyed.some(mayPassKey)
}

const MOST_REFS = 256

const MOST_RECORDS = 256

/**
 * Sends all calls in one statement. If the database rejects the statement, each call is sent separately, so that only the
 * invalid ones fail. If the connection is lost, all calls fail with the same error, because their outcome is unknown.
 */
export const batched = <A, B>(
  send: (all: ReadonlyArray<A>, until: number, isWanted?: IsWanted) => Promise<ReadonlyArray<B>>
): BatchQueueOptions<A, B>["send"] => {
  const sent: BatchQueueOptions<A, B>["send"] = async (all, until, isWanted) => {
    try {
      return (await withResend(() => send(all, until, isWanted))).map(Result.succeed)
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.map(() => Result.fail(error))
      const outcomes: Array<Result.Result<B, unknown>> = []
      for (const one of all) outcomes.push(...(await sent([one], until, isWanted)))
      return outcomes
    }
  }
  return sent
}

/**
 * Sends again up to five times after a serialization failure or a deadlock, and once on another connection if the first
 * cannot run the statement.
 */
export const withResend = async <A>(send: () => Promise<A>): Promise<A> => {
  for (let left = 5; ; left -= 1) {
    try {
      return await send()
    } catch (error) {
      if (left <= 0 || !(isRolledBack(error) || isUnfit(error))) throw error
      if (isUnfit(error)) left = 1
    }
  }
}
