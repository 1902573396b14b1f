import type { Guard, Row } from "@countersign/core"
import { Effect } from "effect"
import { fieldOf } from "../model/Model.ts"
import { commit, load, outcome } from "../stories/ask.ts"
import { same } from "../stories/promise.ts"
import { atVersion, byId, free, insert } from "../stories/things.ts"
import { amountOf, EACH, FLOOR, type Ledger, together } from "./Ledger.ts"
import type { Program } from "./Program.ts"

/** Opens the books: the accounts hold as much each, and the token is there. */
export const opened = ({ accounts, token }: Ledger) =>
  commit([...accounts.map((id) => insert(id, { name: id, amount: EACH })), insert(token, { name: token })])

/** Whether what is kept adds up, and is what the programs told: "done", "refused", or "lost" where they never did. */
export const balanced = Effect.fnUntraced(function* (
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
