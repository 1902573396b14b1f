import { Result } from "effect"
import { noAnswer } from "./runStatement.ts"

/** How many statements of one kind are under way, and how long a caller waits. */
export interface BatchQueueOptions<A, B> {
  readonly concurrency: number
  readonly timeout: number
  /** Says of one after another, from the longest waiting on, whether it goes along in the next statement. */
  readonly admits: () => (one: A) => boolean
  /** Asks for all of them in one statement, until an instant of `performance.now()`; answers each with what is its own. */
  readonly send: (all: ReadonlyArray<A>, until: number) => Promise<ReadonlyArray<Result.Result<B, unknown>>>
}

/** Takes a call, and answers with what takes it back. One that is under way is no longer taken back, only forgotten. */
export type BatchQueue<A, B> = (one: A, settle: (outcome: Result.Result<B, unknown>) => void) => () => void

/**
 * What is asked at once, or while as many statements are under way as may be, is asked together. Nobody waits for others
 * to come: who is alone goes out as soon as all that this turn of the event loop brings has been heard.
 */
export const batchQueue = <A, B>({ admits, concurrency, send, timeout }: BatchQueueOptions<A, B>): BatchQueue<A, B> => {
  interface Caller {
    readonly one: A
    readonly until: number
    readonly timer: ReturnType<typeof setTimeout>
    readonly settle: (outcome: Result.Result<B, unknown>) => void
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
    const [left, gone]: [Array<Caller>, Array<Caller>] = [[], []]
    for (const caller of waiting) (goesAlong(caller.one) ? gone : left).push(caller)
    waiting = left
    underWay += 1
    const back = once(() => {
      underWay -= 1
      wake()
    })
    // A statement that waits for a lock of others must not keep everyone from asking.
    const patience = setTimeout(back, PATIENCE)
    // The statement has as long as the last to come; who came before may give up earlier.
    const last = gone.at(-1)
    clearTimeout(last?.timer)
    const all = gone.map(({ one }) => one)
    void send(all, last?.until ?? 0).then((outcomes) => {
      clearTimeout(patience)
      outcomes.forEach((outcome, nth) => {
        clearTimeout(gone[nth]?.timer)
        gone[nth]?.settle(outcome)
      })
      back()
    })
  }

  return (one, settle) => {
    const leave = (): void => {
      clearTimeout(caller.timer)
      const place = waiting.indexOf(caller)
      if (place >= 0) waiting.splice(place, 1)
    }
    const giveUp = (): void => {
      leave()
      settle(Result.fail(noAnswer()))
    }
    const caller = { one, settle, until: performance.now() + timeout, timer: setTimeout(giveUp, timeout) }
    waiting.push(caller)
    wake()
    return leave
  }
}

/** Milliseconds after which a statement under way no longer counts as one. */
const PATIENCE = 100

const once = (run: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
