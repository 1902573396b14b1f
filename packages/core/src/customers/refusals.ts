import { Schema } from "effect"

export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()("CustomerNotFound", {}) {}

/** Another customer of the environment has this platformCustomerId. */
export class CustomerExists extends Schema.TaggedError<CustomerExists>()("CustomerExists", {}) {}
