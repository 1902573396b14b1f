import type { Row } from "@countersign/core"
import { Data, Effect, Fiber } from "@countersign/core/effect"
import * as fc from "fast-check"
import { fieldOf } from "../model/Model.ts"
import { commit, load } from "../stories/ask.ts"
import type { DrawnBy } from "../stories/Story.ts"
import { atVersion, byId, insert, remove, replace } from "../stories/things.ts"

const move = { from: fc.nat(2), step: fc.nat(1), amount: fc.integer({ min: 1, max: 5 }) }

/** A transaction on the ledger: move an amount, withdraw one that the accounts have together, or take the token. */
const program = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("move"), ...move }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("spend"), ...move }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("take") }) }
)
export type Program = DrawnBy<typeof program>

export const programs = fc.array(program, { minLength: 2, maxLength: 6, size: "max" })

export const paused = Effect.fnUntraced(function* (pauses: number) {
  for (let pause = 0; pause < pauses; pause++) yield* Effect.yieldNow
})

/** Returns the exit of a call that is interrupted after a number of pauses. It may have returned by then. */
export const ended = Effect.fnUntraced(function* <A, E, R>(call: Effect.Effect<A, E, R>, cut: number | undefined) {
  if (cut === undefined) return yield* Effect.exit(call)
  const fiber = yield* Effect.forkChild(call)
  yield* paused(cut)
  yield* Fiber.interrupt(fiber)
  return yield* Fiber.await(fiber)
})

/** The records of one ledger: three accounts, a token that can be taken once, and a receipt for each program. */
export interface Ledger {
  readonly accounts: ReadonlyArray<string>
  readonly token: string
  readonly receiptOf: (program: number) => string
}

export const ledger = (name: string): Ledger => ({
  accounts: [0, 1, 2].map((account) => `${name}-account-${account}`),
  token: `${name}-token`,
  receiptOf: (program) => `${name}-receipt-${program}`
})

/** The balance of each account at first, and the minimum of all together: only a few programs can withdraw. */
export const EACH = 10
export const FLOOR = 25

export const amountOf = ({ body }: Row): number => {
  const amount = fieldOf(body, "amount")
  return typeof amount === "number" ? amount : 0
}

export const concurrently = (accounts: ReadonlyArray<Row>): number =>
  accounts.map(amountOf).reduce((one, other) => one + other, 0)

/** A program met too many conflicts although no other writer was left. */
class NoProgress extends Data.TaggedError("NoProgress")<{ readonly message: string }> {}

/** Runs the program once. It writes a receipt in the same commit as its effect. */
const attempt = Effect.fnUntraced(function* (program: Program, receipt: string, { accounts, token }: Ledger) {
  const [row, ...rows] = yield* load([receipt, ...accounts, token].map((id) => byId(id)))
  if (row?.length === 1) return "done"
  const [tokenRow] = rows.pop() ?? []
  const found = rows.flat()
  switch (program.does) {
    case "move": {
      const { amount, from, step } = program
      const [source, target] = [found[from], found[(from + 1 + step) % 3]]
      if (source === undefined || target === undefined || amountOf(source) < amount) return "refused"
      yield* commit([
        replace(source.id, source.version, { amount: amountOf(source) - amount }),
        replace(target.id, target.version, { amount: amountOf(target) + amount }),
        insert(receipt, { name: receipt, from: source.id, to: target.id, amount })
      ])
      return "done"
    }
    case "spend": {
      const { amount, from } = program
      const source = found[from]
      if (source === undefined || concurrently(found) - amount < FLOOR) return "refused"
      // The records that the decision read but does not write must be unchanged.
      const others = found.filter((one) => one !== source).map(({ id, version }) => atVersion(id, version))
      const paid = insert(receipt, { name: receipt, from: source.id, amount })
      yield* commit([replace(source.id, source.version, { amount: amountOf(source) - amount }), paid], others)
      return "done"
    }
    case "take": {
      if (tokenRow === undefined) return "refused"
      yield* commit([remove(token, tokenRow.version), insert(receipt, { name: receipt, took: token })])
      return "done"
    }
  }
})

/**
 * Loads, decides and commits until the commit succeeds or nothing is left to do. Each conflict means that another
 * program wrote, and each program writes once: so a program needs at most one attempt per program and fault.
 */
export const run = Effect.fnUntraced(function* (program: Program, receipt: string, ledger: Ledger, attempts: number) {
  for (let tried = 0; tried < attempts; tried++) {
    const result = yield* attempt(program, receipt, ledger).pipe(
      Effect.catchTags({
        Conflict: () => Effect.succeed("again"),
        // The outcome is unknown. The receipt decides.
        StoreUnavailable: () => Effect.succeed("again")
      })
    )
    if (result !== "again") return result
  }
  return yield* new NoProgress({
    message: `A conflict requires another writer. Found ${attempts} attempts of one program`
  })
})
