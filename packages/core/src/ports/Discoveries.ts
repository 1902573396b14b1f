import { Context, Schema } from "effect"

export const Discovery = Schema.Struct({
  bankName: Schema.String,
  displayName: Schema.String,
  country: Schema.String,
  currency: Schema.String
}).annotate({ description: "A bank that payouts reach, and the exact name that accounts at it must use" })
export type Discovery = typeof Discovery.Type

/** The banks that the platform's payment rails reach. */
export class Discoveries extends Context.Service<Discoveries, ReadonlyArray<Discovery>>()(
  "@countersign/core/ports/Discoveries"
) {}
