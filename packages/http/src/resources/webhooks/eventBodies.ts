import * as core from "@countersign/core/internal"
import { encodeUtf8 } from "@countersign/wire"
import { Effect, Layer, Schema } from "effect"
import { InternalAccountBody, internalAccountBody } from "../customers/accounts.ts"
import { inCurrencies } from "../payments/money.ts"
import { TransactionBody, transactionBody } from "../payments/transactions.ts"
import { VerificationBody, verificationBody } from "../verifications/verifications.ts"
import { maskedCustomer, maskedExternalAccount, maskedInstructed } from "./masked.ts"

/** The resources that events are about: the first word of each event type. */
export type Subject = core.EventType extends infer T ? (T extends `${infer Head}.${string}` ? Head : T) : never

type Present = (subject: core.Json) => Effect.Effect<core.Json, never, core.Vault>

const row =
  <A>(
    collection: core.Collection.Collection<A>,
    present: (value: A) => Effect.Effect<core.Json, never, core.Vault>
  ): Present =>
  (subject) =>
    present(collection.decode(subject))

/**
 * The presenter of each resource, one line each. Building the body of an event without a presenter fails with {@link
 * EventBodyMissing}.
 */
const rows: { readonly [Name in Subject]: Present } = {
  OUTGOING_PAYMENT: row(core.Transactions.transactions, (payment) => paymentBody(Effect.succeed(payment))),
  INCOMING_PAYMENT: row(core.Transactions.transactions, (payment) => paymentBody(Effect.succeed(payment))),
  INTERNAL_ACCOUNT: row(core.internalAccounts, (account) =>
    Effect.succeed(writeAccount(internalAccountBody(maskedInstructed(account))))
  ),
  CUSTOMER: row(core.customers, (customer) => Effect.map(core.openedCustomer(customer), maskedCustomer)),
  VERIFICATION: row(core.verifications, (verification) =>
    Effect.succeed(writeVerification(verificationBody(verification)))
  ),
  EXTERNAL_ACCOUNT: row(core.externalAccounts, (account) => Effect.map(core.opened(account), maskedExternalAccount)),
  TEST: () => Effect.succeed({})
}

const writeVerification = Schema.encodeSync(VerificationBody)
const writePayment = Schema.encodeSync(TransactionBody)
const paymentBody = inCurrencies(
  (known) => (payment: core.Transactions.Transaction) => writePayment(transactionBody(known)(maskedInstructed(payment)))
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
export const eventBodies: Layer.Layer<core.EventBodies, never, core.Vault> = Layer.effect(
  core.EventBodies,
  Effect.gen(function* () {
    const vault = yield* core.Vault
    const settings = yield* core.WebhookSettings
    return core.EventBodies.of({
      render: (event) => {
        const [, present] = Object.entries(rows).find(([name]) => name === event.type.split(".")[0]) ?? []
        return present === undefined
          ? Effect.die(new EventBodyMissing(event.type))
          : Effect.suspend(() => present(event.subject)).pipe(
              Effect.map((data) => encodeUtf8(JSON.stringify(envelope(event, data, settings)))),
              Effect.provideService(core.Vault, vault)
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
  { at, eventId, sequence, type }: core.ToldEvent,
  data: core.Json,
  { paymentTypes }: core.WebhookSettingsValues
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
