import { Data, Effect } from "effect"
import { commit, load } from "../stories/ask.ts"
import { atVersion, byId, insert, remove, replace } from "../stories/things.ts"
import { amountOf, FLOOR, type Ledger, together } from "./Ledger.ts"
import type { Program } from "./Program.ts"

/** Too often a conflict, though nobody else was left to write. */
export class NoProgress extends Data.TaggedError("NoProgress")<{ readonly message: string }> {}

/** Does what the program says, once: a receipt stands for what was written, in the same commit. */
const attempt = Effect.fnUntraced(function* (program: Program, receipt: string, { accounts, token }: Ledger) {
  const [told, ...rows] = yield* load([receipt, ...accounts, token].map((id) => byId(id)))
  if (told?.length === 1) return "done"
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
      if (source === undefined || together(found) - amount < FLOOR) return "refused"
      // What it goes by, and does not write, has to be so still.
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
 * Loads, decides and commits until that is done, or there is nothing to do. Each conflict means that somebody else
 * wrote, and each program writes once: so no program needs more attempts than there are programs and faults.
 */
export const run = Effect.fnUntraced(function* (program: Program, receipt: string, ledger: Ledger, attempts: number) {
  for (let tried = 0; tried < attempts; tried++) {
    const told = yield* attempt(program, receipt, ledger).pipe(
      Effect.catchTags({
        Conflict: () => Effect.succeed("again"),
        // Nobody knows whether it was written. The receipt will tell.
        StoreUnavailable: () => Effect.succeed("again")
      })
    )
    if (told !== "again") return told
  }
  return yield* new NoProgress({ message: `A conflict means that another wrote. Found ${attempts} of one program` })
})
