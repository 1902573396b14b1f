import {
  type Collection,
  customers,
  EventBodies,
  type EventType,
  externalAccounts,
  internalAccounts,
  type Json,
  opened,
  openedCustomer,
  type ToldEvent,
  Transactions,
  Vault,
  verifications,
  WebhookSettings,
  type WebhookSettingsValues
} from "@countersign/core/internal"
import { encodeUtf8 } from "@countersign/wire"
import { Effect, Layer, Schema } from "effect"
import { InternalAccountBody, internalAccountBody } from "../customers/readAccounts.ts"
import { inCurrencies } from "../payments/money.ts"
import { TransactionBody, transactionBody } from "../payments/readTransactions.ts"
import { VerificationBody, verificationBody } from "../verifications/verifications.ts"
import { maskedCustomer, maskedExternalAccount, maskedInstructed } from "./masked.ts"

/** The resources that events are about: the first word of each type. */
export type Subject = EventType extends infer T ? (T extends `${infer Head}.${string}` ? Head : T) : never

type Present = (subject: Json) => Effect.Effect<Json, never, Vault>

const row =
  <A>(collection: Collection.Collection<A>, present: (value: A) => Effect.Effect<Json, never, Vault>): Present =>
  (subject) =>
    present(collection.decode(subject))

/** How each resource is told of. A line each; what has none is an {@link EventBodyMissing}. */
const rows: { readonly [Name in Subject]: Present } = {
  OUTGOING_PAYMENT: row(Transactions.transactions, (payment) => paymentBody(Effect.succeed(payment))),
  INCOMING_PAYMENT: row(Transactions.transactions, (payment) => paymentBody(Effect.succeed(payment))),
  INTERNAL_ACCOUNT: row(internalAccounts, (account) =>
    Effect.succeed(writeAccount(internalAccountBody(maskedInstructed(account))))
  ),
  CUSTOMER: row(customers, (customer) => Effect.map(openedCustomer(customer), maskedCustomer)),
  VERIFICATION: row(verifications, (verification) => Effect.succeed(writeVerification(verificationBody(verification)))),
  EXTERNAL_ACCOUNT: row(externalAccounts, (account) => Effect.map(opened(account), maskedExternalAccount)),
  TEST: () => Effect.succeed({})
}

const writeVerification = Schema.encodeSync(VerificationBody)
const writePayment = Schema.encodeSync(TransactionBody)
const paymentBody = inCurrencies(
  (known) => (payment: Transactions.Transaction) => writePayment(transactionBody(known)(maskedInstructed(payment)))
)
const writeAccount = Schema.encodeSync(InternalAccountBody)

/** Nobody taught the webhooks to tell of this resource: a line is missing above. */
export class EventBodyMissing extends Error {
  override readonly name = "EventBodyMissing"

  constructor(type: string) {
    super(`webhooks: no row tells of ${type}`)
  }
}

/** The bodies of webhooks, from the presenters that the endpoints use. */
export const eventBodies: Layer.Layer<EventBodies, never, Vault> = Layer.effect(
  EventBodies,
  Effect.gen(function* () {
    const vault = yield* Vault
    const settings = yield* WebhookSettings
    return EventBodies.of({
      render: (event) => {
        const [, present] = Object.entries(rows).find(([name]) => name === event.type.split(".")[0]) ?? []
        return present === undefined
          ? Effect.die(new EventBodyMissing(event.type))
          : Effect.suspend(() => present(event.subject)).pipe(
              Effect.map((data) => encodeUtf8(JSON.stringify(envelope(event, data, settings)))),
              Effect.provideService(Vault, vault)
            )
      }
    })
  })
)

/**
 * What is posted: `data` is the resource as its endpoint answers it. Of two events about one object the later has the
 * higher `sequence`. A payment has its outcome in `eventType` and itself in `transaction` as well, for receivers that
 * were written when these were all there was.
 */
export const envelope = (
  { at, eventId, sequence, type }: ToldEvent,
  data: Json,
  { paymentTypes }: WebhookSettingsValues
) => {
  const isPayment = type.startsWith("OUTGOING_PAYMENT.")
  return {
    id: eventId,
    type: isPayment && paymentTypes === "plain" ? "OUTGOING_PAYMENT" : type,
    ...(isPayment ? { eventType: type } : {}),
    timestamp: new Date(at).toISOString(),
    ...(sequence === undefined ? {} : { sequence }),
    data,
    ...(isPayment ? { transaction: data } : {})
  }
}
