import { Effect, Schema, Struct } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { ofIssuedCode } from "../authentication/credentials.ts"
import { get, patch, post, remove } from "../endpoint.ts"
import { countryCode, created, currencyCode, dated, flag, optional, paged, pageOf, Timestamp } from "../fields.ts"
import { ofCode, retry, signed, toSign } from "../signedEndpoint.ts"
import { BeneficialOwnerBody, beneficialOwnerBody } from "../verifications/verifications.ts"

export const PendingEmail = Schema.Struct({
  email: Schema.String,
  expiresAt: Timestamp,
  ...ofIssuedCode
}).annotate({ identifier: "PendingEmail", description: "A new e-mail address that waits for the code that proves it" })

const shared = {
  id: core.CustomerId,
  platformCustomerId: Schema.String,
  umaAddress: Schema.String,
  currencies: Schema.Array(Schema.String),
  region: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  phoneNumber: Schema.optionalKey(Schema.String),
  pendingEmail: Schema.optionalKey(PendingEmail).annotateKey({ description: "Absent in lists and events" }),
  address: Schema.optionalKey(Schema.toType(core.Address)),
  ...dated,
  isDeleted: Schema.Boolean
}

export const CustomerBody = Schema.Union([
  Schema.Struct({
    customerType: Schema.Literal("INDIVIDUAL"),
    ...shared,
    kycStatus: core.Standing,
    fullName: Schema.optionalKey(Schema.String),
    birthDate: Schema.optionalKey(Schema.String),
    nationality: Schema.optionalKey(Schema.String)
  }).annotate({ description: "A customer who is a person" }),
  Schema.Struct({
    customerType: Schema.Literal("BUSINESS"),
    ...shared,
    kybStatus: core.Standing,
    businessInfo: Schema.toType(core.BusinessInfo),
    beneficialOwners: optional(
      Schema.Array(BeneficialOwnerBody),
      "The newest 100, in responses; GET /beneficial-owners lists all. Events omit them, because they are personal data"
    )
  }).annotate({ description: "A customer that is a business" })
]).annotate({
  identifier: "Customer",
  description: "A customer. `customerType` distinguishes an individual from a business"
})

/** Converts a customer view into a response body, including its beneficial owners. */
export const customerViewBody = ({ owners, pendingEmail, ...opened }: core.CustomerView): typeof CustomerBody.Type => {
  const body = { ...customerBody(opened), ...(pendingEmail === undefined ? {} : { pendingEmail }) }
  return body.customerType === "INDIVIDUAL" ? body : { ...body, beneficialOwners: owners.map(beneficialOwnerBody) }
}

/** Converts a customer into its body without related records. */
export const customerBody = ({ customer, profile }: core.OpenedCustomer): typeof CustomerBody.Type => {
  const common = {
    ...Struct.pick(customer, ["platformCustomerId", "umaAddress", "currencies", "createdAt", "updatedAt"]),
    id: customer.customerId,
    isDeleted: customer.deletedAt !== undefined
  }
  return profile.customerType === "INDIVIDUAL"
    ? { ...profile, ...common, kycStatus: customer.standing }
    : { ...profile, ...common, kybStatus: customer.standing }
}

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512)))
const params = { id: core.CustomerId }

export const createCustomer = post("createCustomer", "/customers", {
  summary: "Create a customer",
  description:
    "Also creates its embedded-wallet account and, if an e-mail address is given, the account's first EMAIL_OTP credential.",
  tokenAlone: {
    achieves: "Creates other customers.",
    because: "Nothing of an existing customer is written."
  },
  payload: core.NewCustomer,
  success: CustomerBody.pipe(HttpApiSchema.status(201)),
  refusals: ["CurrencyNotOffered", "CustomerExists", "RailsUnavailable", "UmaAddressTaken"],
  handle: ({ payload }) => Effect.map(core.createCustomer(payload), customerViewBody)
})

export const listCustomers = get("listCustomers", "/customers", {
  summary: "List customers, newest first",
  description:
    "Filters are combined with AND, and their instants are inclusive. A page may have fewer items than its limit when a filter skips many records; hasMore reports whether more pages follow.",
  query: {
    platformCustomerId: identifier,
    umaAddress: identifier,
    customerType: Schema.optionalKey(Schema.Literals(["INDIVIDUAL", "BUSINESS"])),
    region: Schema.optionalKey(countryCode),
    currency: Schema.optionalKey(currencyCode),
    updatedAfter: Schema.optionalKey(Timestamp),
    updatedBefore: Schema.optionalKey(Timestamp),
    isIncludingDeleted: Schema.optionalKey(flag),
    ...created
  },
  success: pageOf(CustomerBody),
  handle: ({ query }) => paged(query, (page) => core.listCustomers(query, page), customerViewBody)
})

export const readCustomer = get("readCustomer", "/customers/:id", {
  ofUser: "id",
  summary: "Read a customer",
  params,
  success: CustomerBody,
  refusals: ["CustomerNotFound"],
  handle: ({ params }) => Effect.map(core.readCustomer(params.id), customerViewBody)
})

export const updateCustomer = patch("updateCustomer", "/customers/:id", {
  // The other fields of a profile need no signature, so the platform decides who changes them.
  ofUser: { owner: "id", fields: ["email"] },
  summary: "Change a customer",
  description:
    "Changing the e-mail address is a signed retry if a wallet of the customer has a credential; the other fields of the same call are applied with it. The signed leg changes the address, or where emailChange is proven leaves it as pendingEmail and mails a code to it, which POST /customers/{id}/email/verify proves. The mail to the old address has a token that undoes the change.",
  params,
  payload: core.CustomerPatch,
  ...retry(CustomerBody, [
    "CredentialSetChanged",
    "CurrencyInUse",
    "CurrencyNotOffered",
    "CustomerDeleted",
    "CustomerNotFound",
    "CustomerTypeDiffers",
    "OtpCoolingDown",
    "RailsUnavailable",
    "TooManyEmailChanges",
    "UmaAddressTaken"
  ]),
  tokenAlone: {
    achieves:
      'Changes the profile: name, birth date, nationality, address, region, business data, payment address; opens accounts in further currencies. A new e-mail address gets a payload to sign, and nothing changes until it is signed, and with `emailChange: "proven"` also proven by a code.',
    because:
      'The profile is the platform\'s own record of a person and opens no session. No other customer gets a payment address that this one had. The e-mail address receives codes, so its owner signs, both addresses are notified, and the old one may undo it. With `emailChange: "proven"` the new mailbox proves it first.',
    writes: ["customers", "former_uma_addresses", "signed_requests"]
  },
  handle: ({ headers, params, payload, sent }) =>
    signed(core.updateCustomer, headers, { customerId: params.id, patch: payload, body: sent }, customerViewBody)
})

export const deleteCustomer = remove("deleteCustomer", "/customers/:id", {
  summary: "Delete a customer",
  description:
    "Ends its sessions, removes its credentials, closes its accounts and releases its platformCustomerId. Rejected while one of its accounts has a balance. A signed retry if a wallet of the customer has a credential: any active session of any of its wallets may sign.",
  params,
  ...retry(CustomerBody, ["CredentialSetChanged", "CustomerDeleted", "CustomerHoldsMoney", "CustomerNotFound"]),
  tokenAlone: {
    ...toSign,
    because:
      "Any session of any of the customer's wallets signs. Erasure without it is a call of the host's own program: it leaves a receipt with the reason, and the addresses are notified."
  },
  handle: ({ headers, params }) => signed(core.deleteCustomer, headers, { customerId: params.id }, customerViewBody)
})

const noPending = [
  "AccountHeld",
  "AccountSuspended",
  "CustomerDeleted",
  "CustomerNotFound",
  "EmailChangeNotPending"
] as const

const guesses = {
  achieves:
    "Submits wrong codes and undo tokens: five wrong codes in a row stop the proof of new addresses for 30 minutes, once.",
  because:
    "The address in use continues to receive codes, and is notified. An undo token of 130 bits is in the mail to the old address alone, and can only restore that address.",
  writes: ["email_otps", "notices"]
}

export const challengeEmail = post("challengeEmail", "/customers/:id/email/challenge", {
  ofUser: "id",
  params,
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
  params,
  summary: "Prove a pending e-mail address with its code",
  description:
    "The customer and its EMAIL_OTP credentials get the address, and pending codes become void. Both addresses are notified; the mail to the old one contains a token that undoes the change.",
  tokenAlone: guesses,
  payload: Schema.Struct({ encryptedOtpBundle: core.EncryptedOtpBundle }),
  success: CustomerBody,
  refusals: [...noPending, ...ofCode, "OtpNotPending", "OtpWrong"],
  handle: ({ params, payload }) => Effect.map(core.proveEmail({ customerId: params.id, ...payload }), customerViewBody)
})

export const undoEmail = post("undoEmail", "/customers/:id/email/undo", {
  ofUser: "id",
  params,
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
