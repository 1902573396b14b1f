import { Schema } from "effect"

export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()("CustomerNotFound", {}) {}

/** Another customer of the environment has this platformCustomerId. */
export class CustomerExists extends Schema.TaggedError<CustomerExists>()("CustomerExists", {}) {}

/** The patch has fields that this type of customer has not, or names another type. */
export class CustomerTypeDiffers extends Schema.TaggedError<CustomerTypeDiffers>()("CustomerTypeDiffers", {}) {}

/** The e-mail credentials of the customer are others than when the change was signed. */
export class CredentialSetChanged extends Schema.TaggedError<CredentialSetChanged>()("CredentialSetChanged", {}) {}
