import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import type { TokenAlone } from "../tokenAlone.ts"
import { CustomerBody, customerViewBody, PendingEmail } from "./customers.ts"

const ofCustomer = { params: { id: core.CustomerId } } as const
const noPending = [
  "AccountHeld",
  "AccountSuspended",
  "CustomerDeleted",
  "CustomerNotFound",
  "EmailChangeNotPending"
] as const

const guesses: TokenAlone = {
  achieves:
    "Submits wrong codes and undo tokens: five wrong codes in a row stop the proof of new addresses for 30 minutes, once.",
  because:
    "The address in use continues to receive codes, and is notified. An undo token of 130 bits is in the mail to the old address alone, and can only restore that address.",
  writes: ["email_otps", "notices"]
}

export const challengeEmail = post("challengeEmail", "/customers/:id/email/challenge", {
  ofUser: "id",
  ...ofCustomer,
  summary: "Mail a new code to a pending e-mail address",
  description: "The previous code becomes invalid. Requires an address whose change was signed.",
  tokenAlone: {
    achieves: "Mails a code to an address that the owner signed for.",
    because:
      "The code is in that mailbox alone, and proves this address only. Limits per customer and per address bound the mails.",
    writes: ["code_mails", "email_otps"]
  },
  success: PendingEmail,
  refusals: [...noPending, "OtpCoolingDown"],
  handle: ({ params }) => core.challengeEmail(params.id)
})

export const proveEmail = post("proveEmail", "/customers/:id/email/verify", {
  ofUser: "id",
  ...ofCustomer,
  summary: "Prove a pending e-mail address with its code",
  description:
    "The customer and its EMAIL_OTP credentials get the address, and pending codes become void. Both addresses are notified; the mail to the old one contains a token that undoes the change.",
  tokenAlone: guesses,
  payload: Schema.Struct({ encryptedOtpBundle: core.EncryptedOtpBundle }),
  success: CustomerBody,
  refusals: [
    ...noPending,
    "OtpBundleMalformed",
    "OtpBundleUnopened",
    "OtpExhausted",
    "OtpExpired",
    "OtpNotPending",
    "OtpWrong"
  ],
  handle: ({ params, payload }) => Effect.map(core.proveEmail({ customerId: params.id, ...payload }), customerViewBody)
})

export const undoEmail = post("undoEmail", "/customers/:id/email/undo", {
  ofUser: "id",
  ...ofCustomer,
  summary: "Undo a change of the e-mail address",
  description:
    "Restores the address that the token was mailed to, even if it was changed again since. Sessions that EMAIL_OTP credentials opened end, and pending codes and changes become void. Both addresses are notified.",
  tokenAlone: guesses,
  payload: Schema.Struct({
    undoToken: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64)).annotate({
      description: "The token from the mail to the old address",
      send: "the token from the mail to the old address, of at most 64 characters"
    })
  }),
  success: CustomerBody,
  refusals: ["CustomerDeleted", "CustomerNotFound", "UndoTokenRefused"],
  handle: ({ params, payload }) => Effect.map(core.undoEmail({ customerId: params.id, ...payload }), customerViewBody)
})
