import { type Guard, type Row, Store } from "@countersign/core"
import { Cause, Effect, Exit } from "@countersign/core/effect"
import * as fc from "fast-check"
import { fieldOf } from "../model/Model.ts"
import { type Faults, failing, faults } from "../programs/faults.ts"
import {
  amountOf,
  concurrently,
  EACH,
  FLOOR,
  type Ledger,
  ledger,
  type Program,
  programs,
  run
} from "../programs/Program.ts"
import { commit, load, outcome } from "./ask.ts"
import { always, type Chapter, type Scene, same, story } from "./Story.ts"
import { atVersion, byId, insert } from "./things.ts"

/** Writes the initial records: equal balances on all accounts, and the token. */
const opened = ({ accounts, token }: Ledger) =>
  commit([...accounts.map((id) => insert(id, { name: id, amount: EACH })), insert(token, { name: token })])

/**
 * Checks that the records are consistent with each other and with the outcomes that the programs saw: "done",
 * "refused", or "lost" when no result arrived.
 */
const balanced = Effect.fnUntraced(function* (
  ledger: Ledger,
  programs: ReadonlyArray<Program>,
  endings: ReadonlyArray<string>
) {
  const receipts = programs.map((_, program) => ledger.receiptOf(program))
  const stored = yield* atOneMoment([...ledger.accounts, ledger.token, ...receipts], programs.length)
  const written = receipts.flatMap((id) => stored.get(id) ?? [])
  const accounts = ledger.accounts.flatMap((id) => stored.get(id) ?? [])

  const moved = (id: string, field: "from" | "to") =>
    written.filter(({ body }) => fieldOf(body, field) === id).reduce((sum, receipt) => sum + amountOf(receipt), 0)
  same(
    "Balances equal the sum of the receipts, and every move is complete",
    accounts.map(amountOf),
    ledger.accounts.map((id) => EACH + moved(id, "to") - moved(id, "from"))
  )
  same("Withdrawals under guarded versions leave the required minimum", Math.min(concurrently(accounts), FLOOR), FLOOR)

  const takers = written.filter(({ body }) => fieldOf(body, "took") === ledger.token).length
  same("I1: a token is taken by one program and then gone", takers, stored.has(ledger.token) ? 0 : 1)
  const hasTaker = programs.some(({ does }, program) => does === "take" && endings[program] !== "lost")
  if (hasTaker) same("I1: one of the programs that take the token succeeds", takers, 1)

  for (const [program, ending] of endings.entries()) {
    const isThere = stored.has(ledger.receiptOf(program))
    if (ending !== "lost") same("I11: exactly the commits reported as written are stored", isThere, ending === "done")
  }
})

/** The records at one moment: a load gives no such guarantee, a commit of guards does. */
const atOneMoment = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, writers: number) {
  let results = ""
  for (let tried = 0; tried <= writers; tried++) {
    const found = yield* load(ids.map((id) => byId(id)))
    const guards = ids.map((id, place): Guard => {
      const [row] = found[place] ?? []
      return atVersion(id, row?.version ?? 0)
    })
    results = yield* outcome([], guards)
    if (results === "written") return new Map<string, Row>(found.flat().map((row) => [row.id, row]))
  }
  same("Guards pass on records that have no other writer", results, "written")
  return new Map<string, Row>()
})

type Service = Store["Service"]

/** The store, with each call and each result delayed until its turn. */
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

/** Runs programs on one ledger in random interleavings, and checks that the ledger is consistent. */
const adds = (drawnFaults: fc.Arbitrary<Faults>) =>
  function* (scene: Scene) {
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
        const results = Effect.forEach(
          programs,
          (program, place) => Effect.exit(run(program, books.receiptOf(place), books, attempts)),
          { concurrency: "unbounded" }
        )
        const over = inTurns(failing(store, faults), scheduler)
        const exits = yield* Effect.promise(() =>
          scheduler.waitFor(Effect.runPromiseWith(context)(Effect.provideService(results, Store, over)))
        )
        const endings = yield* Effect.forEach(exits, (exit) =>
          Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.succeed("lost" as const) : exit
        )
        yield* balanced(books, programs, endings)
      })
    )
  }

export const interleavings: Chapter = {
  name: "concurrent transactions",
  stories: [
    story("in any order of calls, sums are conserved and a token is taken once", adds(calm)),
    story(
      "when calls fail before, after or during the store's work, commits stay atomic and no reported write is lost",
      adds(faults)
    )
  ]
}
