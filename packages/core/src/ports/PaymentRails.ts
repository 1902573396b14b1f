import { Context, type Effect } from "effect"
import type { Fee, Rate } from "../model/currencies.ts"
import type { Environment, Millis } from "../model/Environment.ts"
import type { Move, Payment, Step } from "../model/Step.ts"
import type { JsonObject } from "../store/Collection.ts"
import type { Change } from "../store/Store.ts"

/** What chooses the way a payment goes: how it was asked for, and the external account at its far end. */
export interface Route {
  readonly by: "quote" | "transfer"
  /** In its one spelling; absent where both ends are inside, or at a payment address. */
  readonly account?: JsonObject
  readonly umaAddress?: string
}

/** Prices payments, carries them out, and keeps the books. The sandbox is one; a production host brings its own. */
export class PaymentRails extends Context.Service<
  PaymentRails,
  {
    /** What it costs to turn one currency into another; `undefined` where these rails do not. */
    readonly terms: (
      environment: Environment,
      from: string,
      to: string
    ) => Effect.Effect<{ readonly rate: Rate; readonly fee: Fee } | undefined>
    /**
     * What happens to a payment once it is begun; `undefined` where nobody is at its far end. Steps after nothing at all
     * happen in the commit that begins it.
     */
    readonly route: (environment: Environment, route: Route) => Effect.Effect<ReadonlyArray<Step> | undefined>
    /**
     * Where to send money of a currency from outside, so that it arrives with its reference: a quote, or an internal
     * account. `network` narrows it for a coin that several networks carry. An empty list where money cannot come in.
     */
    readonly instructions: (
      environment: Environment,
      currency: string,
      reference: string,
      network?: string
    ) => Effect.Effect<ReadonlyArray<JsonObject>>
    /** The records that keep the books of some moves, for the commit that makes them. */
    readonly book: (
      environment: Environment,
      payment: Payment,
      moves: ReadonlyArray<Move>,
      at: Millis
    ) => Effect.Effect<ReadonlyArray<Change>>
  }
>()("@countersign/core/ports/PaymentRails") {}
