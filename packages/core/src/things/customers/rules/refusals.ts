// biome-ignore-all format: a table of refusals
import { conflict, invalid, Refusal, withCode } from "../../../model/Refusal.ts"

export class CustomerNotFound extends Refusal("CustomerNotFound")(withCode("missing", "USER_NOT_FOUND"), {
  message: "No customer with this id exists for this API token. Check the id, and use a token of the customer's platform and mode.",
  cause: "The id is misspelled, or the customer belongs to another platform or mode.",
  remedy: "List the customers with the same token to find a valid id."
}) {}

export class CustomerExists extends Refusal("CustomerExists")(conflict, {
  reason: "platformCustomerId in use",
  message: "A customer with this platformCustomerId already exists. Use that customer, or choose another platformCustomerId.",
  cause: "platformCustomerId is unique within a platform and mode. An earlier call may have created the customer although its response was lost.",
  remedy: "List the customers with platformCustomerId to find the existing one. Send an Idempotency-Key to make retries safe."
}) {}

export class CustomerTypeDiffers extends Refusal("CustomerTypeDiffers")(invalid, {
  reason: "Customer type differs",
  message: "The request does not match the type of the customer. Send only fields of the customer's own type.",
  cause: "The body names another customerType, sends businessInfo for an individual or personal fields for a business, or adds a beneficial owner to an individual.",
  remedy: "Read the customerType of the customer. A type cannot be changed, so create another customer instead."
}) {}

export class CredentialSetChanged extends Refusal("CredentialSetChanged")(withCode("conflict", "EMAIL_OTP_CREDENTIAL_SET_CHANGED"), {
  reason: "Email credentials changed",
  message: "The customer's EMAIL_OTP credentials or wallets changed after the first call. Repeat the first call and sign the new payload.",
  cause: "The signed payload covers the credentials and wallets that existed at the first call. Another request changed them before the retry.",
  remedy: "Discard the Request-Id and start the signed retry again."
}) {}

export class UmaAddressTaken extends Refusal("UmaAddressTaken")(conflict, {
  reason: "umaAddress in use",
  message: "This umaAddress belongs or belonged to another customer. Choose another address, or omit it.",
  cause: "A payment address is never reassigned, even after its customer was deleted, so that a payment cannot reach another person.",
  remedy: "Choose another name, or omit the field to get a generated address."
}) {}

export class CustomerDeleted extends Refusal("CustomerDeleted")(withCode("gone", "CUSTOMER_DELETED"), {
  message: "The customer was deleted and can only be read. Create a new customer for further operations.",
  cause: "The deletion of a customer is final. Deleted customers remain readable for records.",
  remedy: "Remove the customer's id from your own data. Lists contain deleted customers only with isIncludingDeleted."
}) {}

export class CustomerHoldsMoney extends Refusal("CustomerHoldsMoney")(conflict, {
  reason: "Customer has funds",
  message: "An account of the customer has a balance or a pending payment. Pay out the balance, wait for pending payments, and then delete the customer.",
  cause: "The deletion of a customer closes its accounts, so all of them must be empty.",
  remedy: "Read the customer's internal accounts and transactions. Delete the customer when every balance is zero and every transaction has finished."
}) {}

export class CurrencyNotOffered extends Refusal("CurrencyNotOffered")(withCode("invalid", "INVALID_CURRENCY"), {
  reason: "Currency not offered",
  message: "The platform does not offer an account in one of these currencies. Omit the list to get every offered currency.",
  cause: "currencies contains a code that the options `policy.accountCurrencies` and `policy.walletCurrency` do not contain.",
  remedy: "Remove the code, or add the currency to `policy.accountCurrencies`."
}) {}

export class CurrencyInUse extends Refusal("CurrencyInUse")(conflict, {
  reason: "Currency in use",
  message: "The list omits a currency in which the customer has an account. Send all existing currencies together with the new ones.",
  cause: "currencies replaces the whole list, and an account cannot be closed by omitting its currency.",
  remedy: "Read the customer, add the new currencies to its list, and send the complete list."
}) {}
