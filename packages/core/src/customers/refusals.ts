import { Schema } from "effect"

export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()("CustomerNotFound", {}) {}

/** Another customer of the environment has this platformCustomerId. */
export class CustomerExists extends Schema.TaggedError<CustomerExists>()("CustomerExists", {}) {}

/** The patch has fields that this type of customer has not, or names another type. */
export class CustomerTypeDiffers extends Schema.TaggedError<CustomerTypeDiffers>()("CustomerTypeDiffers", {}) {}

/** The e-mail credentials of the customer are others than when the change was signed. */
export class CredentialSetChanged extends Schema.TaggedError<CredentialSetChanged>()("CredentialSetChanged", {}) {}

/** Another customer of the environment has, or had, this payment address. */
export class UmaAddressTaken extends Schema.TaggedError<UmaAddressTaken>()("UmaAddressTaken", {}) {}

/** The customer was deleted: it can be read, and nothing else. */
export class CustomerDeleted extends Schema.TaggedError<CustomerDeleted>()("CustomerDeleted", {}) {}

/** An account of the customer holds money, or money of it is on its way. */
export class CustomerHoldsMoney extends Schema.TaggedError<CustomerHoldsMoney>()("CustomerHoldsMoney", {}) {}

/** The platform offers no account in one of the currencies. */
export class CurrencyNotOffered extends Schema.TaggedError<CurrencyNotOffered>()("CurrencyNotOffered", {}) {}

/** The list leaves out a currency that the customer has an account in. */
export class CurrencyInUse extends Schema.TaggedError<CurrencyInUse>()("CurrencyInUse", {}) {}
