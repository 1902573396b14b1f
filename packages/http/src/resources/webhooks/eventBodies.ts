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

/** The resources that events are about: the first word of each event type. */
export type Subject = EventType extends infer T ? (T extends `${infer Head}.${string}` ? Head : T) : never

type Present = (subject: Json) => Effect.Effect<Json, never, Vault>

const row =
  <A>(collection: Collection.Collection<A>, present: (value: A) => Effect.Effect<Json, never, Vault>): Present =>
  (subject) =>
    present(collection.decode(subject))

/**
 * The presenter of each resource, one line each. Building the body of an event without a presenter fails with {@link
 * EventBodyMissing}.
 */
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

/** The event type has no presenter in the table above. */
export class EventBodyMissing extends Error {
  override readonly name = "EventBodyMissing"

  constructor(type: string) {
    super(`webhooks: the event type ${type} has no presenter`)
  }
}

/** The bodies of webhooks, built by the same presenters as the endpoints. */
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
 * Returns the posted body: `data` is the resource as its endpoint returns it. Of two events about the same object, the
 * later one has the higher `sequence`. Payment events also have the outcome in `eventType` and the payment in
 * `transaction`, for receivers of the earlier format.
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
