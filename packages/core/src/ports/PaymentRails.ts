import { Context, type Effect } from "effect"
import type { Fee, Rate } from "../model/currencies.ts"
import type { Environment, Millis } from "../model/Environment.ts"
import type { Move, Payment, Step } from "../model/Step.ts"
import type { JsonObject } from "../store/Collection.ts"
import type { Change } from "../store/Store.ts"

/** The input that determines the route of a payment: how it was requested, and its external account. */
export interface Route {
  readonly by: "quote" | "transfer"
  /** Normalised. Absent if both ends are internal, or for a payment address. */
  readonly account?: JsonObject
  readonly umaAddress?: string
}

/**
 * Prices and executes payments, and does the bookkeeping. The sandbox is one implementation; a production host provides
 * its own.
 */
export class PaymentRails extends Context.Service<
  PaymentRails,
  {
    /** The terms for converting one currency into another; `undefined` if these rails do not offer it. */
    readonly terms: (
      environment: Environment,
      from: string,
      to: string
    ) => Effect.Effect<{ readonly rate: Rate; readonly fee: Fee } | undefined>
    /**
     * The steps of a payment after it starts; `undefined` if the beneficiary does not exist. Steps without a delay are
     * part of the commit that starts the payment.
     */
    readonly route: (environment: Environment, route: Route) => Effect.Effect<ReadonlyArray<Step> | undefined>
    /**
     * Instructions for a deposit from outside that arrives with its reference: a quote or an internal account.
     * `network` selects one of several networks of a coin. Returns an empty list if deposits are not possible.
     */
    readonly instructions: (
      environment: Environment,
      currency: string,
      reference: string,
      network?: string
    ) => Effect.Effect<ReadonlyArray<JsonObject>>
    /** The bookkeeping records of some moves, for the commit that makes them. */
    readonly book: (
      environment: Environment,
      payment: Payment,
      moves: ReadonlyArray<Move>,
      at: Millis
    ) => Effect.Effect<ReadonlyArray<Change>>
  }
>()("@countersign/core/ports/PaymentRails") {}
