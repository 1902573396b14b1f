import { Schema } from "effect"
import { Money } from "../../../model/currencies.ts"

/** The personal data of an act, as its history shows it to people. */
export const Details = Schema.Struct({
  payee: Schema.optionalKey(Schema.String.annotate({ description: "The beneficiary" })),
  account: Schema.optionalKey(Schema.String.annotate({ description: "The masked number of the payee's account" })),
  accountType: Schema.optionalKey(Schema.String),
  sent: Schema.optionalKey(Money),
  received: Schema.optionalKey(Money),
  credentialType: Schema.optionalKey(Schema.String),
  credentialName: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String.annotate({ description: "The new address of the customer" }))
})
export type Details = typeof Details.Type

export const named = ({ nickname, type }: { readonly nickname: string; readonly type: string }): Details => ({
  credentialName: nickname,
  credentialType: type
})
