import { decodeUtf8 } from "@countersign/wire"
import { Clock, Data, Effect, Redacted, Result } from "effect"
import { type Environment, isOver, type Millis } from "../model/Environment.ts"
import { Policy } from "../model/Policy.ts"
import { inEnvironment } from "../ports/EnvironmentRunner.ts"
import { Mailer, type NoticeMailOrder, noticeMails } from "../ports/Mailer.ts"
import { Vault } from "../ports/Vault.ts"
import { type CodeMailOrder, codeContext, codeMails } from "../rules/credentials/kinds/email-otp/codes.ts"
import type { Collection, Declaration } from "../store/Collection.ts"
import { remove, replace, type Stored, stored } from "../store/records.ts"
import { Store } from "../store/Store.ts"
import { type Decision, type Leg, operation } from "./operation.ts"

const LEASE: Millis = 30_000
const BATCH = 20

/** What every order has, whatever it carries. One without an end is tried until it is done. */
interface Order {
  readonly environment: Environment
  readonly expiresAt?: Millis
  readonly dueAt: Millis
  readonly attempts: number
}

type Tagged = { readonly _tag: string }

/** Leases up to `limit` records that are due, each to this worker alone for a while. */
export const claim = Effect.fnUntraced(function* (collection: Declaration, limit: number) {
  const store = yield* Store
  return yield* store.claimDue(collection, yield* Clock.currentTimeMillis, LEASE, limit)
})

/** A newer record took the place of the claimed one, and is left to the worker that claims that. */
export class Superseded extends Data.TaggedError("Superseded") {}

/**
 * Hands over what is due; answers how much it took on. What is not taken is tried again after a growing wait, until it
 * is of no use to anybody. Each order runs in its own environment, under the ports of that one.
 */
export const deliverDue = Effect.fnUntraced(function* <A extends Order, E extends Tagged, R>(
  collection: Collection<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) {
  const settle = operation({ reads: (_: Handed<A>) => ({}), decide, lost: () => new Superseded() })
  const deliver = Effect.fnUntraced(function* (order: Stored<A>) {
    const at = yield* Clock.currentTimeMillis
    const isDone = isPast(order.value, at) || (yield* handed(order, hand))
    yield* Effect.catchTag(settle({ order, at, isDone }), "Superseded", () => Effect.void)
  })
  const due = yield* claim(collection, BATCH)
  const inOwn = (order: Stored<A>) => inEnvironment(order.value.environment, deliver(order))
  // All at once: one that waited for others could start when its lease is over, and another worker has it too.
  yield* Effect.forEach(due, (row) => inOwn(stored(collection, row)), { concurrency: BATCH, discard: true })
  return due.length
})

export const isPast = ({ expiresAt }: Order, at: Millis): boolean => expiresAt !== undefined && isOver(expiresAt, at)

/** Whether the order was taken. */
const handed = Effect.fnUntraced(function* <A extends Order, E extends Tagged, R>(
  { collection, value: order }: Stored<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) {
  const { mailTimeout } = yield* Policy
  return yield* hand(order).pipe(
    // A record that no key opens any more is no reason for the others to wait: it fails by itself.
    Effect.catchDefect(() => Effect.fail(DEFECT)),
    // One that hangs would hold every other up; one that is late may be handed over twice, which is no harm.
    Effect.timeout(mailTimeout),
    // Whoever is on call should know; what failed may name somebody, so only its kind is said.
    Effect.tapError(({ _tag: because }) =>
      Effect.logWarning("not taken, to be tried again", { order: collection.name, attempts: order.attempts, because })
    ),
    Effect.match({ onSuccess: () => true, onFailure: () => false })
  )
})

const DEFECT: Tagged = { _tag: "Defect" }

/** An order that was handed over `at` that time. It is done where it was taken, or expired before. */
interface Handed<A> {
  readonly order: Stored<A>
  readonly at: Millis
  readonly isDone: boolean
}

export const decide = <A extends Order>({
  command: { at, isDone, order }
}: Pick<Leg<Handed<A>, unknown>, "command">): Result.Result<Decision<void>> => {
  const { attempts } = order.value
  const later = { ...order.value, attempts: attempts + 1, dueAt: at + wait(attempts) }
  return Result.succeed({ changes: [isDone ? remove(order) : replace(order, later, at)], guards: [], reply: undefined })
}

/** 1, 2, 4 … seconds, one minute at the most. */
const wait = (attempts: number): Millis => Math.min(60_000, 1000 * 2 ** attempts)

/** Hands the mail that is due to the mailer; answers how much it took on. */
export const deliverMails = Effect.fnUntraced(function* () {
  return (yield* deliverDue(codeMails, sendCode)) + (yield* deliverDue(noticeMails, sendNotice))
})

const sendCode = Effect.fnUntraced(function* (order: CodeMailOrder) {
  const { branding, environment, expiresAt, issueId, sealedCode, to } = order
  const mailer = yield* Mailer
  const vault = yield* Vault
  const code = Redacted.make(decodeUtf8(yield* vault.open(sealedCode, codeContext(issueId))), { label: "code" })
  yield* mailer.sendCode({ id: issueId, environment, to, branding, code, expiresAt })
})

const sendNotice = Effect.fnUntraced(function* (order: NoticeMailOrder) {
  const { at, branding, environment, notice, noticeId, to } = order
  const mailer = yield* Mailer
  yield* mailer.sendNotice({ id: noticeId, environment, to, branding, notice, at })
})
