import { decodeUtf8 } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { type CodeMailOrder, codeMails } from "../credentials/kinds/email-otp/codeMails.ts"
import { codeContext } from "../credentials/kinds/email-otp/contexts.ts"
import { isOver, type Millis } from "../model/time.ts"
import { Mailer } from "../ports/Mailer.ts"
import { commit, remove, replace, type Stored, stored } from "../ports/records.ts"
import { Store } from "../ports/Store.ts"
import { Vault } from "../ports/Vault.ts"

const LEASE: Millis = 30_000
const BATCH = 20

/**
 * Hands the codes that are due to the mailer; answers how many it took on. A mail the mailer refuses is tried again
 * after a growing wait, until its code has expired. One that a newer code replaced meanwhile is left to that one.
 */
export const deliverCodeMails = Effect.fn("deliverCodeMails")(function* () {
  const store = yield* Store
  const at = yield* Clock.currentTimeMillis
  const due = yield* store.claimDue(codeMails, at, LEASE, BATCH)
  yield* Effect.forEach(due, (row) => deliver(stored(codeMails, row)), {
    concurrency: 5,
    discard: true
  })
  return due.length
})

const deliver = Effect.fnUntraced(function* (order: Stored<CodeMailOrder>) {
  const { environment, expiresAt, issueId, sealedCode, to } = order.value
  const at = yield* Clock.currentTimeMillis
  if (isOver(expiresAt, at)) return yield* settle(order, undefined)
  const mailer = yield* Mailer
  const vault = yield* Vault
  const code = decodeUtf8(yield* vault.open(sealedCode, codeContext(issueId)))
  yield* mailer.sendCode({ environment, to, code, expiresAt }).pipe(
    Effect.matchEffect({
      onSuccess: () => settle(order, undefined),
      onFailure: () => settle(order, at + wait(order.value.attempts))
    })
  )
})

/** 1, 2, 4 … seconds, one minute at the most. */
const wait = (attempts: number): Millis => Math.min(60_000, 1000 * 2 ** attempts)

/** Removes a mail that is done with, or sets when to try it again. A conflict means a newer order took its place. */
const settle = Effect.fnUntraced(function* (order: Stored<CodeMailOrder>, again: Millis | undefined) {
  const at = yield* Clock.currentTimeMillis
  const change =
    again === undefined
      ? remove(order)
      : replace(order, { ...order.value, attempts: order.value.attempts + 1, dueAt: again }, at)
  yield* commit({ changes: [change], guards: [] }).pipe(Effect.catchTag("Conflict", () => Effect.void))
})
