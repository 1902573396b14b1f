import { Schema } from "effect"

/** A phone number in international format. The service stores it, and sends no code to it. */
export const PhoneNumber = Schema.String.check(
  Schema.isPattern(/^\+[1-9][0-9]{6,14}$/u, { send: "a phone number in international format, such as +442079460000" })
).annotate({ description: "In international format, E.164" })
