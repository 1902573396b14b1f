import { type Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import * as fc from "fast-check"
import type { DrawnBy } from "../stories/Story.ts"
import { ended } from "./Program.ts"

type Service = Store["Service"]

/** "before" fails a call that reaches no store, "after" one that took effect, "cut" interrupts the program. */
const fault = fc.oneof(
  fc.record({ fails: fc.constantFrom("before", "after") }),
  fc.record({ fails: fc.constant("cut"), pauses: fc.nat(4) })
)
type Fault = DrawnBy<typeof fault>

const befalling = (maxLength: number, freq: number) =>
  fc.array(fc.option(fault, { nil: undefined, freq }), { maxLength, size: "max" })

/** The faults of the first, second and third load and so on, and of the commits, where most is at stake. */
export const faults = fc.record({ loads: befalling(6, 1), commits: befalling(8, 3) })
export type Faults = DrawnBy<typeof faults>

/** The store, with calls failing as drawn, in the order in which they are made. */
export const failing = (store: Service, { commits, loads }: Faults): Service => {
  const [load, commit] = [befallen(loads), befallen(commits)]
  return {
    ...store,
    load: (refs) => load(store.load(refs)),
    commit: (changes, guards) => commit(store.commit(changes, guards))
  }
}

const befallen = (drawn: ReadonlyArray<Fault | undefined>) => {
  const left = [...drawn]
  const unavailable = Effect.suspend(() => Effect.fail(new StoreUnavailable({})))
  return <A, E>(call: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | StoreUnavailable> => {
      const next = left.shift()
      if (next === undefined) return call
      if (next.fails === "before") return unavailable
      if (next.fails === "after") return Effect.andThen(Effect.exit(call), unavailable)
      return Effect.andThen(ended(call, "pauses" in next ? next.pauses : 0), Effect.interrupt)
    })
}
