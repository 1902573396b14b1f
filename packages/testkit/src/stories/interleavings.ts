import { type Guard, type Row, Store } from "@countersign/core"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { fieldOf } from "../model/Model.ts"
import { type Faults, failing, faults } from "../programs/faults.ts"
import {
  amountOf,
  EACH,
  FLOOR,
  type Ledger,
  ledger,
  type Program,
  programs,
  run,
  together
} from "../programs/Program.ts"
import { commit, load, outcome } from "./ask.ts"
import { always, type Chapter, type Scene, same, story } from "./Story.ts"
import { atVersion, byId, free, insert } from "./things.ts"

/** Opens the books: the accounts hold as much each, and the token is there. */
const opened = ({ accounts, token }: Ledger) =>
  commit([...accounts.map((id) => insert(id, { name: id, amount: EACH })), insert(token, { name: token })])

/** Whether what is kept adds up, and is what the programs told: "done", "refused", or "lost" where they never did. */
const balanced = Effect.fnUntraced(function* (
  ledger: Ledger,
  programs: ReadonlyArray<Program>,
  endings: ReadonlyArray<string>
) {
  const receipts = programs.map((_, program) => ledger.receiptOf(program))
  const kept = yield* atOneMoment([...ledger.accounts, ledger.token, ...receipts], programs.length)
  const written = receipts.flatMap((id) => kept.get(id) ?? [])
  const accounts = ledger.accounts.flatMap((id) => kept.get(id) ?? [])

  const moved = (id: string, field: "from" | "to") =>
    written.filter(({ body }) => fieldOf(body, field) === id).reduce((sum, receipt) => sum + amountOf(receipt), 0)
  same(
    "What is on the accounts is what the receipts say, each move whole",
    accounts.map(amountOf),
    ledger.accounts.map((id) => EACH + moved(id, "to") - moved(id, "from"))
  )
  same("What is spent under guarded versions leaves what has to be left", Math.min(together(accounts), FLOOR), FLOOR)

  const takers = written.filter(({ body }) => fieldOf(body, "took") === ledger.token).length
  same("I1: what is taken once has one taker, and is gone", takers, kept.has(ledger.token) ? 0 : 1)
  const hasTaker = programs.some(({ does }, program) => does === "take" && endings[program] !== "lost")
  if (hasTaker) same("I1: of those that take one does", takers, 1)

  for (const [program, ending] of endings.entries()) {
    const isThere = kept.has(ledger.receiptOf(program))
    if (ending !== "lost") same("I11: what was told as written is there, and nothing else", isThere, ending === "done")
  }
})

/** Records as they all were at one moment: a load does not promise that, a commit of guards does. */
const atOneMoment = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, writers: number) {
  let told = ""
  for (let tried = 0; tried <= writers; tried++) {
    const found = yield* load(ids.map((id) => byId(id)))
    const guards = ids.map((id, place): Guard => {
      const [row] = found[place] ?? []
      return row === undefined ? free("name", [id]) : atVersion(id, row.version)
    })
    told = yield* outcome([], guards)
    if (told === "written") return new Map<string, Row>(found.flat().map((row) => [row.id, row]))
  }
  same("What nobody writes to can be guarded", told, "written")
  return new Map<string, Row>()
})

type Service = Store["Service"]

/** The store, where each call waits for its turn to be made, and its answer for its turn to be heard. */
const inTurns = (store: Service, scheduler: fc.Scheduler): Service => {
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
