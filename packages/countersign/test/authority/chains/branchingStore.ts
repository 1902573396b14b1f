import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect, Layer } from "effect"
import { Store } from "../../../src/effect.ts"

type Inner = Store["Service"]

/**
 * A store that returns to an earlier moment: it repeats what was done on it until then on a new one. A search tries each
 * call at every state that it reaches, and comes back.
 */
export const branchingStore = () => {
  const done: Array<(store: Inner) => Effect.Effect<unknown, unknown>> = []
  let inner = Effect.runSync(makeSerializedMemoryStore)
  const noted = <A, E>(
    run: (store: Inner) => Effect.Effect<A, E>,
    again = run,
    isChange: (result: A) => boolean = () => true
  ) => Effect.suspend(() => Effect.tap(run(inner), (result) => Effect.sync(() => isChange(result) && done.push(again))))
  const store = Store.of({
    load: (refs) => inner.load(refs),
    find: (query) => inner.find(query),
    // Its guards passed when it was done, and the time of the test is another one when it is repeated.
    commit: (changes, guards) =>
      noted(
        (each) => each.commit(changes, guards),
        (each) => each.commit(changes, [])
      ),
    claimDue: (...asked) =>
      noted(
        (each) => each.claimDue(...asked),
        undefined,
        ({ length }) => length > 0
      ),
    sweep: (...asked) =>
      noted(
        (each) => each.sweep(...asked),
        undefined,
        (removed) => removed > 0
      )
  })
  return {
    store: Layer.succeed(Store, store),
    /** Notes this moment. Returns a function that returns to it, from any later or other one. */
    save: () => {
      const until = [...done]
      return () => {
        if (done.length === until.length && until.every((each, nth) => each === done[nth])) return
        inner = Effect.runSync(makeSerializedMemoryStore)
        for (const each of until) Effect.runSync(Effect.orDie(each(inner)))
        done.splice(0, done.length, ...until)
      }
    }
  }
}
