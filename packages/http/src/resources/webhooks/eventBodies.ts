import { Effect, Layer, Schema, SchemaAST } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { encodeUtf8 } from "@countersign/wire"
import { InternalAccountBody, internalAccountBody } from "../customers/accounts.ts"
import { CustomerBody } from "../customers/customers.ts"
import { ExternalAccountBody } from "../externalAccounts/externalAccounts.ts"
import { presented, TransactionBody } from "../payments/transactions.ts"
import { VerificationBody, verificationBody } from "../verifications/verifications.ts"
import { maskedCustomer, maskedExternalAccount, maskedInstructed } from "./masked.ts"

/** The resources that events are about: the first word of each event type. */
type Subject = core.EventType extends infer T ? (T extends `${infer Head}.${string}` ? Head : T) : never

/** How events present a resource: the component of the document that describes `data`, and the function that makes it. */
interface Row {
  readonly component: string | undefined
  readonly present: (subject: core.Json) => Effect.Effect<core.Json, core.KeysUnavailable, core.Vault>
}

const row = <A, B>(
  collection: core.Collection.Collection<A>,
  body: Schema.Codec<B, core.Json>,
  present: (value: A) => Effect.Effect<B, core.KeysUnavailable, core.Vault>
): Row => {
  const write = core.compiledDecoder(Schema.flip(body))
  return {
    component: SchemaAST.resolveIdentifier(body.ast),
    present: (subject) => Effect.map(present(collection.decode(subject)), write)
  }
}

const payment = row(core.Transactions.transactions, TransactionBody, (value) =>
  presented(Effect.succeed(maskedInstructed(value)))
)

/**
 * The presenter of each resource, one line each. Building the body of an event without a presenter fails with {@link
 * EventBodyMissing}.
 */
const rows: { readonly [Name in Subject]: Row } = {
  OUTGOING_PAYMENT: payment,
  INCOMING_PAYMENT: payment,
  INTERNAL_ACCOUNT: row(core.internalAccounts, InternalAccountBody, (account) =>
    Effect.succeed(internalAccountBody(maskedInstructed(account)))
  ),
  CUSTOMER: row(core.customers, CustomerBody, (customer) => Effect.map(core.openedCustomer(customer), maskedCustomer)),
  VERIFICATION: row(core.verifications, VerificationBody, (value) => Effect.succeed(verificationBody(value))),
  EXTERNAL_ACCOUNT: row(core.externalAccounts, ExternalAccountBody, (account) =>
    Effect.map(core.opened(account), maskedExternalAccount)
  ),
  TEST: { component: undefined, present: () => Effect.succeed({}) }
}

/** Returns how the events of a type present their resource. */
export const rowOf = (type: string): Row | undefined =>
  Object.entries(rows).find(([subject]) => subject === type.split(".")[0])?.[1]

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
        const found = rowOf(event.type)
        return found === undefined
          ? Effect.die(new EventBodyMissing(event.type))
          : Effect.suspend(() => found.present(event.subject)).pipe(
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
  { at, eventId, sequence, type }: core.AnnouncedEvent,
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
