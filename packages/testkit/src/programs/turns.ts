import type { Store } from "@countersign/core"
import { Effect } from "effect"
import type * as fc from "fast-check"

type Service = Store["Service"]

/** The store, where each call waits for its turn to be made, and its answer for its turn to be heard. */
export const inTurns = (store: Service, scheduler: fc.Scheduler): Service => {
  const turn = (label: string) => Effect.promise(() => scheduler.schedule(Promise.resolve(), label))
  const waits = <A, E>(label: string, call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    turn(label).pipe(
      Effect.andThen(Effect.exit(call)),
      Effect.flatMap((exit) => Effect.andThen(turn(`${label} answered`), exit))
    )
  return {
    ...store,
    load: (refs) => waits("load", store.load(refs)),
    commit: (changes, guards) => waits("commit", store.commit(changes, guards))
  }
}
