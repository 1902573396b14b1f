import { Context, Effect, Exit, Option } from "effect"
import type { Millis } from "../model/Environment.ts"
import type { Stored } from "../store/records.ts"
import { StoreUnavailable } from "../store/Store.ts"
import type { Transaction } from "../things/payments/rules/Transaction.ts"

/**
 * Serializes work with common keys on this node. Nodes conflict in the store anyway, but without this the calls of one
 * node would conflict with each other too, until their retries run out. If the store is unavailable, all waiting calls
 * fail together, so that their timeouts do not add up. Work that sees no other begin for `PATIENCE` begins without its turn:
 * a turn saves conflicts, and is no lock.
 */
export const makeTurns = () => {
  const turns = makeLines({ patience: PATIENCE, pause: 0, isFailureShared: true })
  const calls = makeLines({ patience: PATIENCE_IN_LINE, pause: PAUSE, isFailureShared: false })
  return {
    // Keys are acquired in one global order, so no deadlock is possible.
    inTurn: <A, E, R>(keys: ReadonlyArray<string>, work: Effect.Effect<A, E | StoreUnavailable, R>) =>
      [...new Set(keys)].toSorted().reduceRight((inner, key) => turns.inLine(key, inner), work),
    atOnce: turns.atOnce,
    isTaken: turns.isTaken,
    /**
     * Lets calls of one key begin one after the other, so that a slow call delays no other for long. A call that had to wait
     * begins after a pause, in which the node has time for the calls of others.
     */
    inLine: calls.inLine
  }
}

/**
 * Serializes the payments of one account on this node, and the commits that write one record. Those on different nodes
 * conflict in the store. The wiring gives each service its own.
 */
export const AccountTurns = Context.Reference<ReturnType<typeof makeTurns>>(
  "@countersign/core/operations/AccountTurns",
  {
    defaultValue: makeTurns
  }
)

export const inTurnOf = <A, E, R>(
  accounts: ReadonlyArray<string>,
  work: Effect.Effect<A, E | StoreUnavailable, R>
): Effect.Effect<A, E | StoreUnavailable, R> => Effect.flatMap(AccountTurns, ({ inTurn }) => inTurn(accounts, work))

/** The accounts at both ends of a payment. */
export const turnsOf = ({ transaction }: { readonly transaction: Stored<Transaction> | undefined }) =>
  [transaction?.value.source.accountId, transaction?.value.destination.accountId].filter((id) => id !== undefined)

/** Milliseconds: longer than a call may take, and the timeout of a store, so that those who wait fail together (F9). */
const PATIENCE = 15_000
/** Milliseconds: several round trips to a database nearby. */
const PAUSE = 5
/** Milliseconds: longer than a call takes on a database far away, and much shorter than its deadline. */
const PATIENCE_IN_LINE = 1000

/** The work of one key. */
interface Line {
  /** How many have begun before the current one. */
  turns: number
  readonly waiting: Array<() => void>
  /** The failure of the last one that found the store unavailable. */
  failure?: StoreUnavailable
}

interface Terms {
  /** After this time the work that has begun last loses its turn. */
  readonly patience: Millis
  /** Between the begin of a turn and that of the work, if it had to wait. */
  readonly pause: Millis
  /** Whether those that wait fail with one that found the store unavailable. */
  readonly isFailureShared: boolean
}

const makeLines = ({ isFailureShared, patience, pause }: Terms) => {
  const lines = new Map<string, Line>()
  const isTaken = (keys: ReadonlyArray<string>): boolean => keys.some((key) => lines.has(key))
  const pass = (key: string, line: Line, turn: number | undefined): void => {
    // Work that was slow has lost its turn already.
    if (line.turns !== turn) return
    line.turns += 1
    const begin = line.waiting.shift()
    if (begin === undefined) lines.delete(key)
    else begin()
  }
  const leave = (key: string, line: Line, turn: number | undefined, exit: Exit.Exit<unknown, unknown>): void => {
    const failure = Exit.isFailure(exit) ? failureOf(exit) : undefined
    if (failure !== undefined && isFailureShared) line.failure = failure
    pass(key, line, turn)
  }
  /** Runs the work at once, or `busy` if another work has one of the turns or waits for it. Never waits. For one use. */
  const atOnce = <A, E, R, B, E2>(
    keys: ReadonlyArray<string>,
    work: Effect.Effect<A, E, R>,
    busy: Effect.Effect<B, E2, R>
  ): Effect.Effect<A | B, E | E2, R> => {
    const mine = new Map<string, Line>()
    const begun = Effect.suspend((): Effect.Effect<A | B, E | E2, R> => {
      if (isTaken(keys)) return busy
      for (const key of keys) {
        const line: Line = { turns: 0, waiting: [] }
        mine.set(key, line)
        lines.set(key, line)
      }
      return work
    })
    return Effect.onExitPrimitive(begun, (exit) => {
      for (const [key, line] of mine) leave(key, line, 0, exit)
      return undefined
    })
  }
  const waited = <A, E, R>(key: string, line: Line, work: Effect.Effect<A, E, R>) => {
    const known = line.failure
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
    /** Takes the turn from work that has it since the last look. */
    const look = (seen: number): Effect.Effect<void> =>
      Effect.andThen(
        Effect.sleep(patience),
        Effect.suspend(() => {
          if (line.waiting[0] === begin) pass(key, line, seen)
          return look(line.turns)
        })
      )
    const inTurn = Effect.suspend(
      (): Effect.Effect<A, E | StoreUnavailable, R> =>
        line.failure === undefined || line.failure === known ? work : Effect.fail(line.failure)
    )
    return Effect.onExit(
      Effect.raceFirst(begun, look(line.turns)).pipe(
        Effect.andThen(pause === 0 ? Effect.void : Effect.sleep(pause)),
        Effect.andThen(inTurn)
      ),
      (exit) =>
        Effect.sync(() => {
          const place = line.waiting.indexOf(begin)
          if (place >= 0) line.waiting.splice(place, 1)
          leave(key, line, mine, exit)
        })
    )
  }
  /** Work without others before it begins at once. For one use. */
  const inLine = <A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
    atOnce(
      [key],
      work,
      Effect.suspend(() => {
        const line = lines.get(key)
        return line === undefined ? inLine(key, work) : waited(key, line, work)
      })
    )
  return { atOnce, inLine, isTaken }
}

/** `answered` is the outcome of one call, not a failure of the store. */
const failureOf = (exit: Exit.Exit<unknown, unknown>): StoreUnavailable | undefined => {
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  return error instanceof StoreUnavailable && error.because !== "answered" ? error : undefined
}
