import { Effect } from "effect"

/** The calls of one key. `turns` is how many have begun before the current one. */
interface Line {
  turns: number
  readonly waiting: Array<() => void>
}

/**
 * Lets calls of one key begin one after the other: each when the one before has ended, or has taken longer than `PATIENCE`,
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
          Effect.sleep(PATIENCE),
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
const PATIENCE = 1000
