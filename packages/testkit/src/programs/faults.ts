import { type Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { ended } from "./cut.ts"

type Service = Store["Service"]

/** "before" fails a call that never reaches the store, "after" one that was done; "cut" ends its program in flight. */
const fault = fc.oneof(
  fc.record({ fails: fc.constantFrom("before", "after") }),
  fc.record({ fails: fc.constant("cut"), pauses: fc.nat(4) })
)
type Fault = typeof fault extends fc.Arbitrary<infer T> ? T : never

/** What befalls the first, the second, the third call and so on. */
export const faults = fc.array(fc.option(fault, { nil: undefined, freq: 2 }), { maxLength: 12, size: "max" })

/** The store, where calls fail as it was drawn, in the order in which they are made. */
export const failing = (store: Service, drawn: ReadonlyArray<Fault | undefined>): Service => {
  const left = [...drawn]
  const unavailable = () => Effect.fail(new StoreUnavailable({}))
  const befallen = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | StoreUnavailable> =>
    Effect.suspend((): Effect.Effect<A, E | StoreUnavailable> => {
      const next = left.shift()
      if (next === undefined) return call
      if (next.fails === "before") return unavailable()
      if (next.fails === "after") return Effect.andThen(Effect.exit(call), unavailable())
      return Effect.andThen(ended(call, "pauses" in next ? next.pauses : 0), Effect.interrupt)
    })
  return {
    ...store,
    load: (refs) => befallen(store.load(refs)),
    commit: (changes, guards) => befallen(store.commit(changes, guards))
  }
}
