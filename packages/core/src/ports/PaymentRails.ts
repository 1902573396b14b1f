import { Context, type Effect, Schema } from "effect"
import type { Fee, Money, Rate } from "../model/currencies.ts"
import type { Environment, Millis } from "../model/Environment.ts"
import type { QuoteId, TransactionId } from "../model/ids.ts"
import { Refusal, withCode } from "../model/Refusal.ts"
import { FailureReason, type Step } from "../model/Step.ts"
import type { JsonObject } from "../store/Collection.ts"

/** A request for a price. Without an amount, for a list of rates. */
export interface PriceRequest {
  readonly environment: Environment
  readonly from: string
  readonly to: string
  /** In the smallest unit of the currency of that side. */
  readonly locked?: { readonly side: "SENDING" | "RECEIVING"; readonly amount: number }
}

/** The terms of the provider for converting one currency into another. */
export interface Offer {
  readonly rate: Rate
  readonly fee: Fee
  /** Until when the terms are valid. A quote expires no later. */
  readonly until?: Millis
  /** The provider's own name of these terms. It is in the instruction of the payment. */
  readonly reference?: string
}

/** One end of a payment, as the provider needs it. */
export const InstructedEnd = Schema.Union([
  Schema.Struct({ type: Schema.Literal("INTERNAL"), accountId: Schema.String, currency: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("EXTERNAL"),
    accountId: Schema.String,
    currency: Schema.String,
    /** The fields of the account in normalised form, with `accountType` and `beneficiary`. */
    account: Schema.Record(Schema.String, Schema.Json)
  }),
  Schema.Struct({ type: Schema.Literal("UMA_ADDRESS"), umaAddress: Schema.String, currency: Schema.String }),
  /** Money that has arrived from outside, for a quote that waited for it. */
  Schema.Struct({ type: Schema.Literal("DEPOSIT"), currency: Schema.String })
])
export type InstructedEnd = typeof InstructedEnd.Type

/** One payment order. It never changes: what its payer agreed to is what is sent. */
export interface Instruction {
  /** The idempotency key at the provider. The same order is sent again under the same id until it is answered. */
  readonly id: TransactionId
  readonly environment: Environment
  /** `INCOMING` collects from the external account at the source. */
  readonly type: "INCOMING" | "OUTGOING"
  readonly source: InstructedEnd
  readonly destination: InstructedEnd
  /** Includes the fees, which are in its currency. */
  readonly sent: Money
  readonly fees: number
  readonly received: Money
  /** The text for the bank statement. */
  readonly reference: string
  readonly quoteId?: QuoteId
  /** Of the offer that the quote was made from. */
  readonly offerReference?: string
  readonly description?: string
}

/**
 * The answer of the provider to an order. `accepted`: the outcome is reported later. `settled`: the money has arrived.
 * `rejected`: nothing was moved, and nothing will be.
 */
export const Sent = Schema.Union([
  Schema.Struct({
    outcome: Schema.Literal("accepted"),
    reference: Schema.NonEmptyString.check(Schema.isMaxLength(255))
  }),
  Schema.Struct({ outcome: Schema.Literal("settled") }),
  Schema.Struct({ outcome: Schema.Literal("rejected"), reason: FailureReason })
])
export type Sent = typeof Sent.Type

/** The provider did not answer, or not in its own terms. Whether it acts on an order is then unknown. */
export class RailsUnavailable extends Refusal("RailsUnavailable")(withCode("unavailable", "SERVICE_UNAVAILABLE"), {
  message: "The payment provider did not answer, and nothing was done. Retry after Retry-After seconds.",
  cause: "The provider returned no price, or no payment instructions, in time.",
  remedy: "Retry the call. If it persists, check the host's connection to its provider, and the provider's status page."
}) {}

/** The input that determines the simulated steps of a payment: how it was requested, and its external account. */
export interface Route {
  readonly by: "quote" | "transfer"
  /** Normalised. Absent if both ends are internal, or for a payment address. */
  readonly account?: JsonObject
  readonly umaAddress?: string
}

/** A bank, or another provider that moves money. */
export interface Provider {
  readonly _tag: "Provider"
  /** Carries out one payment order, once however often it is sent. A failure says nothing about the order. */
  readonly send: (instruction: Instruction) => Effect.Effect<Sent, RailsUnavailable>
  /**
   * The state of an accepted order, read while no report arrives; `accepted` if there is no outcome yet. Without it, only reports
   * end a payment.
   */
  readonly status?: (order: Accepted) => Effect.Effect<Sent, RailsUnavailable>
}

export interface Accepted extends Pick<Instruction, "id" | "environment"> {
  /** As `send` answered it. */
  readonly reference: string
}

/** A simulation, which knows the outcome of a payment when it starts. */
export interface Simulation {
  readonly _tag: "Simulation"
  /**
   * The steps of a payment after it starts; `undefined` if the beneficiary does not exist. Steps without a delay are
   * part of the commit that starts the payment.
   */
  readonly route: (environment: Environment, route: Route) => Effect.Effect<ReadonlyArray<Step> | undefined>
}

/**
 * Prices payments and carries them out. A production host provides its own, over the interface of its bank; the sandbox is
 * a simulation. The ledger and the states of a payment are core's.
 */
export class PaymentRails extends Context.Service<
  PaymentRails,
  {
    /** The provider's terms; `undefined` if it does not convert these currencies. */
    readonly price: (request: PriceRequest) => Effect.Effect<Offer | undefined, RailsUnavailable>
    /**
     * Instructions for a deposit from outside that arrives with its reference: a quote or an internal account.
     * `network` selects one of several networks of a coin. Returns an empty list if deposits are not possible.
     */
    readonly instructions: (
      environment: Environment,
      currency: string,
      reference: string,
      network?: string
    ) => Effect.Effect<ReadonlyArray<JsonObject>, RailsUnavailable>
    readonly carrier: Provider | Simulation
  }
>()("@countersign/core/ports/PaymentRails") {}
