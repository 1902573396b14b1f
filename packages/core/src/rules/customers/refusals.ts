// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { conflict, entry, invalid } from "../../model/faults.ts"

export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()("CustomerNotFound", {}) { static readonly entry = entry("missing", "USER_NOT_FOUND", "", "No customer has this id here. Check the id, and that the API token is of the customer's platform and mode.") }

/** Another customer of the environment has this platformCustomerId. */
export class CustomerExists extends Schema.TaggedError<CustomerExists>()("CustomerExists", {}) { static readonly entry = conflict("platformCustomerId in use", "A customer with this platformCustomerId exists. Read that one, or choose another id.") }

/** The patch has fields that this type of customer does not have, or names another type. */
export class CustomerTypeDiffers extends Schema.TaggedError<CustomerTypeDiffers>()("CustomerTypeDiffers", {}) { static readonly entry = invalid("Customer type differs", "The call names another customerType, or a field that this type has not. Send fields of the customer's own type.") }

/** The customer's EMAIL_OTP credentials have changed since the change was signed. */
export class CredentialSetChanged extends Schema.TaggedError<CredentialSetChanged>()("CredentialSetChanged", {}) { static readonly entry = entry("conflict", "EMAIL_OTP_CREDENTIAL_SET_CHANGED", "E-mail credentials changed meanwhile", "The customer's EMAIL_OTP credentials or wallets are others than when the call was signed. Make the first call again.") }

/** Another customer of the environment has or had this payment address. */
export class UmaAddressTaken extends Schema.TaggedError<UmaAddressTaken>()("UmaAddressTaken", {}) { static readonly entry = conflict("umaAddress in use", "Another customer has this umaAddress, or had it and was deleted. Choose another one, or leave it out.") }

/** The customer is deleted and read-only. */
export class CustomerDeleted extends Schema.TaggedError<CustomerDeleted>()("CustomerDeleted", {}) { static readonly entry = entry("gone", "CUSTOMER_DELETED", "", "The customer was deleted. It can be read and listed with isIncludingDeleted; for anything else create one.") }

/** An account of the customer has a balance, or a payment is in progress. */
export class CustomerHoldsMoney extends Schema.TaggedError<CustomerHoldsMoney>()("CustomerHoldsMoney", {}) { static readonly entry = conflict("Customer holds money", "An account of the customer has a balance, or a payment of it is on its way. Pay the money out, wait for what is on its way, and delete then.") }

/** The platform does not offer accounts in one of the currencies. */
export class CurrencyNotOffered extends Schema.TaggedError<CurrencyNotOffered>()("CurrencyNotOffered", {}) { static readonly entry = entry("invalid", "INVALID_CURRENCY", "Currency not offered", "The platform offers no account in one of the currencies. Leave the list out: the answer names those offered.") }

/** The list omits a currency in which the customer has an account. */
export class CurrencyInUse extends Schema.TaggedError<CurrencyInUse>()("CurrencyInUse", {}) { static readonly entry = conflict("Currency in use", "The customer has an account in a currency that is left out. Send all of its currencies and the new ones.") }
