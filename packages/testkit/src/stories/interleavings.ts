import { Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { balanced, opened } from "../programs/books.ts"
import { type Faults, failing, faults } from "../programs/faults.ts"
import { ledger } from "../programs/Ledger.ts"
import { programs } from "../programs/Program.ts"
import { run } from "../programs/run.ts"
import { inTurns } from "../programs/turns.ts"
import { always } from "./always.ts"
import { type Chapter, type Scene, story } from "./Story.ts"

const calm = fc.constant<Faults>({ loads: [], commits: [] })

/** Runs programs over one ledger, their calls made and answered in drawn turns, and looks whether the books add up. */
const adds =
  (drawnFaults: fc.Arbitrary<Faults>) =>
  (scene: Scene): Effect.Effect<void, unknown, Store> =>
    Effect.gen(function* () {
      const store = yield* Store
      const context = yield* Effect.context<Store>()
      let ledgers = 0
      const drawn = fc.record({ programs, faults: drawnFaults, scheduler: fc.scheduler() })
      yield* always(scene, drawn, ({ faults, programs, scheduler }) =>
        Effect.gen(function* () {
          ledgers += 1
          const books = ledger(`ledger-${ledgers}`)
          yield* opened(books)
          const attempts = programs.length + faults.loads.length + faults.commits.length + 1
          const told = Effect.forEach(
            programs,
            (program, place) => Effect.exit(run(program, books.receiptOf(place), books, attempts)),
            { concurrency: "unbounded" }
          )
          const over = inTurns(failing(store, faults), scheduler)
          const exits = yield* Effect.promise(() =>
            scheduler.waitFor(Effect.runPromiseWith(context)(Effect.provideService(told, Store, over)))
          )
          const endings = yield* Effect.forEach(exits, (exit) =>
            Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.succeed("lost" as const) : exit
          )
          yield* balanced(books, programs, endings)
        })
      )
    })

export const interleavings: Chapter = {
  name: "programs that load, decide and commit",
  stories: [
    story("whatever the order of their calls, sums are conserved and what is taken once has one taker", adds(calm)),
    story(
      "where calls fail before the store, after it or in flight, no half is kept and nothing told is lost",
      adds(faults)
    )
  ]
}
