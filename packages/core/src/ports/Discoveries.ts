import { Context, Schema } from "effect"

/** A bank, and the exact name that accounts at it must use. */
export const Discovery = Schema.Struct({
  bankName: Schema.String,
  displayName: Schema.String,
  country: Schema.String,
  currency: Schema.String
})
export type Discovery = typeof Discovery.Type

/** The banks that the platform's payment rails reach. */
export class Discoveries extends Context.Service<Discoveries, ReadonlyArray<Discovery>>()(
  "@countersign/core/ports/Discoveries"
) {}
