import { Result } from "@countersign/core/effect"
import { type IsWanted, noAnswer } from "./runStatement.ts"

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
    readonly timer: ReturnType<typeof setTimeout>
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
    const back = once(() => {
      underWay -= 1
      wake()
    })
    // A statement that waits for a row lock must not block the calls of other clients.
    const patience = setTimeout(back, PATIENCE)
    // The statement has the deadline of the newest call. Older calls may time out earlier.
    const last = batch.at(-1)
    clearTimeout(last?.timer)
    const all = batch.map(({ one }) => one)
    const isWanted = () => batch.some(({ hasLeft }) => !hasLeft)
    void send(all, last?.until ?? 0, isWanted).then((outcomes) => {
      clearTimeout(patience)
      outcomes.forEach((outcome, nth) => {
        clearTimeout(batch[nth]?.timer)
        batch[nth]?.complete(outcome)
      })
      back()
    })
  }

  return (one, complete) => {
    const cancel = (): void => {
      clearTimeout(caller.timer)
      caller.hasLeft = true
      const place = waiting.indexOf(caller)
      if (place >= 0) waiting.splice(place, 1)
    }
    const giveUp = (): void => {
      cancel()
      complete(Result.fail(noAnswer()))
    }
    const until = performance.now() + timeout
    const caller: Caller = { one, complete, until, timer: setTimeout(giveUp, timeout), hasLeft: false }
    waiting.push(caller)
    wake()
    return cancel
  }
}

/** Milliseconds after which a statement in flight no longer counts toward `concurrency`. */
const PATIENCE = 100

const once = (run: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
