import { decodeUtf8 } from "@countersign/wire"
import { Clock, Effect, Redacted } from "effect"
import { type CodeMailOrder, codeMails } from "../credentials/kinds/email-otp/codeMails.ts"
import { codeContext } from "../credentials/kinds/email-otp/contexts.ts"
import { type NoticeMailOrder, noticeMails } from "../customers/noticeMails.ts"
import { Policy } from "../model/Policy.ts"
import { isOver, type Millis } from "../model/time.ts"
import type { Collection } from "../ports/Collection.ts"
import { MailError, Mailer } from "../ports/Mailer.ts"
import { commit, remove, replace, type Stored, stored } from "../ports/records.ts"
import { Store } from "../ports/Store.ts"
import { Vault } from "../ports/Vault.ts"

const LEASE: Millis = 30_000
const BATCH = 20

/**
 * Hands the mail that is due to the mailer; answers how much it took on. A mail the mailer refuses is tried again after
 * a growing wait, until it is of no use to anybody. One that a newer replaced meanwhile is left to that one.
 */
export const deliverMails = Effect.fnUntraced(function* () {
  return (yield* deliverDue(codeMails, sendCode)) + (yield* deliverDue(noticeMails, sendNotice))
})

const sendCode = Effect.fnUntraced(function* ({ environment, expiresAt, issueId, sealedCode, to }: CodeMailOrder) {
  const mailer = yield* Mailer
  const vault = yield* Vault
  const code = Redacted.make(decodeUtf8(yield* vault.open(sealedCode, codeContext(issueId))), { label: "code" })
  yield* mailer.sendCode({ id: issueId, environment, to, code, expiresAt })
})

const sendNotice = Effect.fnUntraced(function* ({ changedAt, environment, noticeId, to }: NoticeMailOrder) {
  const mailer = yield* Mailer
  yield* mailer.sendEmailChanged({ id: noticeId, environment, to, changedAt })
})

/** What every order has, whatever it carries. */
interface Order {
  readonly expiresAt: Millis
  readonly dueAt: Millis
  readonly attempts: number
}

const deliverDue = Effect.fnUntraced(function* <A extends Order, R>(
  collection: Collection<A>,
  send: (order: A) => Effect.Effect<void, MailError, R>
) {
  const store = yield* Store
  const at = yield* Clock.currentTimeMillis
  const due = yield* store.claimDue(collection, at, LEASE, BATCH)
  // All at once: a mail that waited for others could start when its lease is over, and another worker has it too.
  yield* Effect.forEach(due, (row) => deliver(stored(collection, row), send), { concurrency: BATCH, discard: true })
  return due.length
})

const deliver = Effect.fn("deliverMail")(function* <A extends Order, R>(
  order: Stored<A>,
  send: (order: A) => Effect.Effect<void, MailError, R>
) {
  const at = yield* Clock.currentTimeMillis
  if (isOver(order.value.expiresAt, at)) return yield* settle(order, undefined)
  const { mailTimeout } = yield* Policy
  yield* send(order.value).pipe(
    // A mailer that hangs would hold every other mail up; one that is late may send twice, which is no harm.
    Effect.timeoutOrElse({ duration: mailTimeout, orElse: () => Effect.fail(new MailError({})) }),
    Effect.matchEffect({
      onSuccess: () => settle(order, undefined),
      onFailure: () => settle(order, at + wait(order.value.attempts))
    })
  )
})

/** 1, 2, 4 … seconds, one minute at the most. */
const wait = (attempts: number): Millis => Math.min(60_000, 1000 * 2 ** attempts)

/** Removes a mail that is done with, or sets when to try it again. A conflict means a newer order took its place. */
const settle = Effect.fnUntraced(function* <A extends Order>(order: Stored<A>, again: Millis | undefined) {
  const at = yield* Clock.currentTimeMillis
  const change =
    again === undefined
      ? remove(order)
      : replace(order, { ...order.value, attempts: order.value.attempts + 1, dueAt: again }, at)
  yield* commit({ changes: [change], guards: [] }).pipe(Effect.catchTag("Conflict", () => Effect.void))
})
