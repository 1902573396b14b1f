import { Effect, Exit, Option, Semaphore } from "effect"
import { StoreUnavailable } from "../store/Store.ts"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  users: number
  /** How many have begun. */
  begun: number
  /** The failure of the last holder that found the store unavailable. */
  failure?: StoreUnavailable
}

/**
 * Serializes work with common keys on this node. Nodes conflict in the store anyway, but without this the calls of one
 * node would conflict with each other too, until their retries run out. If the store is unavailable, all waiting calls
 * fail together, so that their timeouts do not add up. Work that sees no other begin for `PATIENCE` begins without its turn:
 * a turn saves conflicts, and is no lock.
 */
export const makeTurns = () => {
  const turns = new Map<string, Turn>()
  const leave = (key: string, turn: Turn): void => {
    turn.users -= 1
    if (turn.users === 0) turns.delete(key)
  }
  const inTurn = <A, E, R>(
    key: string,
    work: Effect.Effect<A, E | StoreUnavailable, R>
  ): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.suspend(() => {
      const turn: Turn = turns.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0, begun: 0 }
      turns.set(key, turn)
      turn.users += 1
      const known = turn.failure
      const mine = Effect.suspend(() =>
        turn.failure === undefined || turn.failure === known ? noted(turn, work) : Effect.fail(turn.failure)
      )
      if (turn.users === 1)
        return Effect.ensuring(
          turn.semaphore.withPermit(mine),
          Effect.sync(() => leave(key, turn))
        )
      let isMine = false
      const taken = Effect.map(turn.semaphore.take(1), () => {
        isMine = true
        turn.begun += 1
      })
      return Effect.ensuring(
        Effect.andThen(Effect.raceFirst(taken, stuck(turn)), mine),
        Effect.suspend(() => {
          leave(key, turn)
          return isMine ? turn.semaphore.release(1) : Effect.void
        })
      )
    })
  /** Ends when no work with the turn has begun for `PATIENCE`. */
  const stuck = (turn: Turn): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { begun } = turn
      return Effect.andThen(
        Effect.sleep(PATIENCE),
        Effect.suspend(() => (turn.begun === begun ? Effect.void : stuck(turn)))
      )
    })
  const noted = <A, E, R>(turn: Turn, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
    Effect.tapError(work, (error) =>
      Effect.sync(() => {
        if (isAway(error)) turn.failure = error
      })
    )
  const isTaken = (keys: ReadonlyArray<string>): boolean => keys.some((key) => turns.has(key))
  /** Runs the work at once, or `busy` if another work has one of the turns or waits for it. Never waits. For one use. */
  const atOnce = <A, E, R, B, E2>(
    keys: ReadonlyArray<string>,
    work: Effect.Effect<A, E | StoreUnavailable, R>,
    busy: Effect.Effect<B, E2>
  ): Effect.Effect<A | B, E | E2 | StoreUnavailable, R> => {
    const mine = new Map<string, Turn>()
    const taken = Effect.suspend((): Effect.Effect<A | B, E | E2 | StoreUnavailable, R> => {
      if (isTaken(keys)) return busy
      for (const key of keys) {
        // Without a permit, as one that was taken.
        const turn: Turn = { semaphore: Semaphore.makeUnsafe(0), users: 1, begun: 0 }
        mine.set(key, turn)
        turns.set(key, turn)
      }
      return work
    })
    return Effect.onExitPrimitive(taken, (exit) => {
      const failure = Exit.isFailure(exit) ? failureOf(exit) : undefined
      const awaited: Array<Effect.Effect<number>> = []
      for (const [key, turn] of mine) {
        if (failure !== undefined) turn.failure = failure
        if (turn.users > 1) awaited.push(turn.semaphore.release(1))
        leave(key, turn)
      }
      return awaited.length === 0 ? undefined : Effect.all(awaited, { discard: true })
    })
  }
  return {
    // Keys are acquired in one global order, so no deadlock is possible.
    inTurn: <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
      [...new Set(keys)].toSorted().reduceRight((inner, key) => inTurn(key, inner), work),
    atOnce,
    inLine: makeLines(),
    isTaken
  }
}

/** Milliseconds: longer than a call may take, and the timeout of a store, so that those who wait fail together (F9). */
const PATIENCE = 15_000

/** `answered` is the outcome of one call, not a failure of the store. */
const isAway = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && error.because !== "answered"

const failureOf = (exit: Exit.Exit<unknown, unknown>): StoreUnavailable | undefined => {
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  return isAway(error) ? error : undefined
}

export type Turns = ReturnType<typeof makeTurns>

/** The calls of one key. `turns` is how many have begun before the current one. */
interface Line {
  turns: number
  readonly waiting: Array<() => void>
}

/**
 * Lets calls of one key begin one after the other: each when the one before has ended, or has taken longer than `PATIENCE_IN_LINE`,
 * so that a slow call delays no other for long. A call that had to wait begins after a pause, in which the node has time for
 * the calls of others. A call without others before it starts at once.
 */
export const makeLines = () => {
  const lines = new Map<string, Line>()
  const pass = (key: string, line: Line, turn: number | undefined): void => {
    // A call that was slow has lost its turn already.
    if (line.turns !== turn) return
    line.turns += 1
    const begin = line.waiting.shift()
    if (begin === undefined) lines.delete(key)
    else begin()
  }
  const waited = <A, E, R>(key: string, line: Line, call: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let mine: number | undefined
      let resumed = () => {}
      const begin = (): void => {
        mine = line.turns
        resumed()
      }
      line.waiting.push(begin)
      const begun = Effect.callback<void>((resume) => {
        resumed = () => resume(Effect.void)
        if (mine !== undefined) resumed()
      })
      const look = (seen: number): Effect.Effect<void> =>
        Effect.andThen(
          Effect.sleep(PATIENCE_IN_LINE),
          Effect.suspend(() => {
            if (line.waiting[0] === begin) pass(key, line, seen)
            return look(line.turns)
          })
        )
      return Effect.ensuring(
        Effect.raceFirst(begun, look(line.turns)).pipe(Effect.andThen(Effect.sleep(PAUSE)), Effect.andThen(call)),
        Effect.sync(() => {
          const place = line.waiting.indexOf(begin)
          if (place >= 0) line.waiting.splice(place, 1)
          pass(key, line, mine)
        })
      )
    })
  return <A, E, R>(key: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const known = lines.get(key)
      if (known !== undefined) return waited(key, known, call)
      const line: Line = { turns: 0, waiting: [] }
      lines.set(key, line)
      return Effect.onExitPrimitive(call, () => {
        pass(key, line, 0)
        return undefined
      })
    })
}

/** Milliseconds: several round trips to a database nearby. */
const PAUSE = 5
/** Milliseconds: longer than a call takes on a database far away, and much shorter than its deadline. */
const PATIENCE_IN_LINE = 1000
