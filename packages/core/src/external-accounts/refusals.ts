import { Schema } from "effect"
import { FieldError } from "../model/fieldErrors.ts"

const errors = { errors: Schema.Array(FieldError) }

/** Fields that the type of account refuses, all of them. */
export class ExternalAccountInvalid extends Schema.TaggedError<ExternalAccountInvalid>()(
  "ExternalAccountInvalid",
  errors
) {}

/** Every field has its shape, and check digits say that no such account exists. */
export class ExternalAccountMistyped extends Schema.TaggedError<ExternalAccountMistyped>()(
  "ExternalAccountMistyped",
  errors
) {}

/** Whoever verifies accounts knows that this one cannot be paid. */
export class ExternalAccountRejected extends Schema.TaggedError<ExternalAccountRejected>()(
  "ExternalAccountRejected",
  {}
) {}

/** No external account of this scope has this id here. */
export class ExternalAccountNotFound extends Schema.TaggedError<ExternalAccountNotFound>()(
  "ExternalAccountNotFound",
  {}
) {}

/** A payment of the account is under way. */
export class ExternalAccountInUse extends Schema.TaggedError<ExternalAccountInUse>()("ExternalAccountInUse", {}) {}

/** Another account of the same owner has this platformAccountId. */
export class ExternalAccountExists extends Schema.TaggedError<ExternalAccountExists>()("ExternalAccountExists", {}) {}

/** Only an ACTIVE account may receive. */
export class ExternalAccountNotActive extends Schema.TaggedError<ExternalAccountNotActive>()(
  "ExternalAccountNotActive",
  {}
) {}

/** The status that was asked for does not follow from the one the account has. */
export class StatusUnreachable extends Schema.TaggedError<StatusUnreachable>()("StatusUnreachable", {}) {}

/** The account says something else by now than what was looked at. */
export class RevisionSuperseded extends Schema.TaggedError<RevisionSuperseded>()("RevisionSuperseded", {}) {}

/** A business that sends there has to have a registrationNumber. */
export class OriginatorUnregistered extends Schema.TaggedError<OriginatorUnregistered>()(
  "OriginatorUnregistered",
  {}
) {}
