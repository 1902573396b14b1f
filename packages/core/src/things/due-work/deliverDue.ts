import { decodeUtf8 } from "@countersign/wire"
import { Cause, Clock, Data, Effect, Redacted, Result } from "effect"
import { MailDomains, shownBranding } from "../../model/EmbeddedWalletConfig.ts"
import { type Environment, environmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { inEnvironment } from "../../ports/EnvironmentRunner.ts"
import { Mailer } from "../../ports/Mailer.ts"
import { KeysUnavailable, Vault } from "../../ports/Vault.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { type Collection, RecordUnreadable } from "../../store/Collection.ts"
import { remove, replace } from "../../store/plans.ts"
import { byId, loadOne, type Stored, stored } from "../../store/records.ts"
import type { Row } from "../../store/Store.ts"
import { requireKeys } from "../keys/checkReady.ts"
import { type NoticeMailOrder, noticeMails, undoContext } from "../notices/rules/NoticeMail.ts"
import { type CodeMailOrder, codeContext, codeMails } from "../one-time-codes/rules/codes.ts"
import { cancelTokenOf } from "../recovery/cancelToken.ts"
import { settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { Unable, whileLeased } from "./lanes.ts"

/** The fields common to all orders. An order without `expiresAt` is retried until it succeeds. */
interface Order {
  readonly environment: Environment
  readonly expiresAt?: Millis
  readonly dueAt: Millis
  readonly attempts: number
}

type Tagged = { readonly _tag: string }

/** A newer record replaced the claimed one. The worker that claims the newer record handles it. */
export class Superseded extends Data.TaggedError("Superseded") {}

/**
 * The delivery of due orders. A failed order is retried with exponential backoff until it expires. Each order runs in its own
 * environment, with the ports of that environment.
 */
export const deliveryOf = <A extends Order, E extends Tagged, R>(
  collection: Collection<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) => {
  const reads = ({ order }: Handed<A>) => ({ stored: byId(collection, order.environment, order.id) })
  const complete = operation(reads)
    .lost(() => new Superseded())
    .decide(decide)
  const deliver = Effect.fnUntraced(function* (order: Stored<A>) {
    const at = yield* Clock.currentTimeMillis
    const isDone = isPast(order.value, at) || (yield* handed(order, hand))
    return yield* complete({ order, at, isDone }).pipe(
      Effect.as(isDone),
      Effect.catchTag("Superseded", () => Effect.succeed(false))
    )
  })
  return {
    of: collection,
    perform: (row: Row) => {
      const order = stored(collection, row)
      return inEnvironment(order.value.environment, deliver(order))
    }
  }
}

export const isPast = ({ expiresAt }: Order, at: Millis): boolean =>
  expiresAt !== undefined && hasExpired(expiresAt, at)

/** Returns whether the order was delivered. Fails if this node cannot deliver it, which is no attempt. */
const handed = Effect.fnUntraced(function* <A extends Order, E extends Tagged, R>(
  { collection, value: order }: Stored<A>,
  hand: (order: A) => Effect.Effect<void, E, R>
) {
  const { mailTimeout } = yield* Policy
  return yield* hand(order).pipe(
    // A record that can no longer be decrypted fails alone and does not block the others.
    Effect.catchDefect((defect) => Effect.andThen(requireAble(defect), Effect.fail(new Defect({ defect })))),
    // A hanging delivery must not block the others. A late one may be delivered twice, which is acceptable.
    Effect.timeout(mailTimeout),
    Effect.as(true),
    Effect.catch((error) =>
      error instanceof Unable || error instanceof KeysUnavailable
        ? Effect.fail(unable(error))
        : // The error of a port may contain personal data, so only its tag is logged. A defect is one of the code.
          Effect.logWarning(
            "a delivery failed and will be retried",
            { order: collection.name, attempts: order.attempts, because: error._tag },
            ...(error instanceof Defect ? [Cause.die(error.defect)] : [])
          ).pipe(Effect.as(false))
    )
  )
})

/** Work that needs a key waits until the key management service gives it, which is no attempt. */
const unable = (error: KeysUnavailable | Unable): Unable =>
  error instanceof Unable ? error : new Unable({ message: error.check })

class Defect extends Data.TaggedError("Defect")<{ readonly defect: unknown }> {}

/**
 * Fails if a defect is of this node alone: it lacks a port, the version or a key of the others. If the keys cannot be
 * read, the defect counts.
 */
export const requireAble = Effect.fnUntraced(function* (defect: unknown) {
  if (defect instanceof Unable || defect instanceof KeysUnavailable) return yield* unable(defect)
  if (defect instanceof RecordUnreadable) return yield* new Unable({ message: `${defect.check} of a newer version` })
  yield* requireKeys().pipe(
    Effect.catchTag(["KeysUnavailable", "NotReady"], ({ check }) => Effect.fail(new Unable({ message: check }))),
    Effect.catchTag("StoreUnavailable", () => Effect.void)
  )
})

/** An order after its delivery attempt `at` that time. It is removed if it was delivered or has expired. */
interface Handed<A> {
  readonly order: Stored<A>
  readonly at: Millis
  readonly isDone: boolean
}

export const decide = <A extends Order>({
  command: { at, isDone, order },
  found: { stored: current }
}: Pick<Call<Handed<A>>, "command"> & { readonly found: { readonly stored: Stored<A> | undefined } }): Result.Result<
  Decision<void>,
  Superseded
> => {
  // Another order may follow under this id, whose versions begin again.
  if (current === undefined || !isSame(order, current)) return Result.fail(new Superseded())
  const { attempts } = order.value
  const later = { ...order.value, attempts: attempts + 1, dueAt: at + wait(attempts) }
  return Result.succeed({ changes: [isDone ? remove(order) : replace(order, later, at)], guards: [], reply: undefined })
}

/** Whether two readings have the same content. One of the same version alone may be of another order. */
const isSame = <A>({ collection, value }: Stored<A>, other: Stored<A>): boolean =>
  JSON.stringify(collection.encode(value)) === JSON.stringify(collection.encode(other.value))

/** Exponential backoff up to a minute, then a second more each time, at most an hour: late by a small part of an outage. */
const wait = (attempts: number): Millis => 1000 * Math.min(3600, Math.max(attempts, Math.min(60, 2 ** attempts)))

const sendCode = Effect.fnUntraced(function* (order: CodeMailOrder) {
  const { environment, expiresAt, issueId, purpose, sealedCode, to } = order
  const branding = shownBranding(order.branding, yield* MailDomains)
  const mailer = yield* Mailer
  const vault = yield* Vault
  const code = Redacted.make(decodeUtf8(yield* vault.open(sealedCode, codeContext(issueId))), { label: "code" })
  // A template is for the code of a login.
  const template = purpose === undefined ? (yield* templatesOf(environment)).code : undefined
  const mail = { id: issueId, environment, to, branding, template, code, expiresAt }
  yield* whileLeased(mailer.sendCode(purpose === undefined ? mail : { ...mail, purpose }))
})

const sendNotice = Effect.fnUntraced(function* (order: NoticeMailOrder) {
  const { at, environment, notice, noticeId, to, undo } = order
  const branding = shownBranding(order.branding, yield* MailDomains)
  const mailer = yield* Mailer
  const template = (yield* templatesOf(environment)).notices?.find(({ kind }) => kind === notice.kind)
  const mail = { id: noticeId, environment, to, branding, template, notice, at }
  if (notice.kind === "RECOVERY_STARTED") {
    return yield* whileLeased(mailer.sendNotice({ ...mail, cancelToken: yield* cancelTokenOf(notice.recoveryId) }))
  }
  if (undo === undefined) return yield* whileLeased(mailer.sendNotice(mail))
  const vault = yield* Vault
  const token = Redacted.make(decodeUtf8(yield* vault.open(undo.sealedToken, undoContext(to))), { label: "undo token" })
  yield* whileLeased(mailer.sendNotice({ ...mail, undo: { token, until: undo.until } }))
})

/** Read when a mail is sent, so that a change reaches queued mails too. */
const templatesOf = Effect.fnUntraced(function* (environment: Environment) {
  return settingsOf(yield* loadOne(settingsRef(environmentKey(environment)))).mail ?? {}
})

/** Passes due codes and notices to the mailer. Each has a batch queue of its own, so that codes never delay a notice. */
export const codeDelivery = { ...deliveryOf(codeMails, sendCode), isSentAtOnce: true }
export const noticeDelivery = { ...deliveryOf(noticeMails, sendNotice), isSentAtOnce: true }
