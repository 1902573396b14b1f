import { Schema } from "effect"

/** Smallest units of a currency: a whole number, from one to the largest that JSON readers agree on. */
export const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).annotate({
  description: "In the smallest unit of the currency"
})

/** So much of a currency. */
export const Money = Schema.Struct({ amount: Schema.Int, currency: Schema.String })
export type Money = typeof Money.Type
