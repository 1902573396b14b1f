// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { FieldError } from "../../model/expected.ts"
import { conflict, entry, invalid, missing } from "../../model/faults.ts"

const errors = { errors: Schema.Array(FieldError) }

/** All fields that are invalid for the account type. */
export class ExternalAccountInvalid extends Schema.TaggedError<ExternalAccountInvalid>()("ExternalAccountInvalid", errors) { static readonly entry = invalid("Invalid external account", "The account has fields that its type refuses. details.errors names each one, and what it must be.") }

/** Every field is well-formed, but check digits show that no such account exists. */
export class ExternalAccountMistyped extends Schema.TaggedError<ExternalAccountMistyped>()("ExternalAccountMistyped", errors) { static readonly entry = entry("invalid", "INVALID_BANK_ACCOUNT", "Check digits do not match", "No such account exists: a check digit says that something is mistyped. details.errors names the field.") }

/** The verifier reports that the account cannot be paid. */
export class ExternalAccountRejected extends Schema.TaggedError<ExternalAccountRejected>()("ExternalAccountRejected", {}) { static readonly entry = entry("invalid", "INVALID_BANK_ACCOUNT", "Account cannot be paid", "Verification says that this account cannot be paid. Nothing was stored; ask its owner for another one.") }

/** No external account has this id in this scope. */
export class ExternalAccountNotFound extends Schema.TaggedError<ExternalAccountNotFound>()("ExternalAccountNotFound", {}) { static readonly entry = missing("No external account has this id here. Check the id, the scope in the path, and that the API token is of its platform and mode.") }

/** A payment of the account is in progress. */
export class ExternalAccountInUse extends Schema.TaggedError<ExternalAccountInUse>()("ExternalAccountInUse", {}) { static readonly entry = conflict("Payment under way", "A payment of this account is under way. List its transactions, and remove the account when they have ended.") }

/** Another account of the same owner has this platformAccountId. */
export class ExternalAccountExists extends Schema.TaggedError<ExternalAccountExists>()("ExternalAccountExists", {}) { static readonly entry = conflict("platformAccountId in use", "An external account of this owner with this platformAccountId exists. List with platformAccountId to read it, or choose another id.") }

/** Only an ACTIVE account may receive money. */
export class ExternalAccountNotActive extends Schema.TaggedError<ExternalAccountNotActive>()("ExternalAccountNotActive", {}) { static readonly entry = entry("invalid", "INVALID_BANK_ACCOUNT", "External account is not active", "Only an ACTIVE external account receives money. Read it for its status, and pay another one meanwhile.") }

/** The requested status is not reachable from the current one. */
export class StatusUnreachable extends Schema.TaggedError<StatusUnreachable>()("StatusUnreachable", {}) { static readonly entry = conflict("Status does not follow", "The account's status does not lead to the one that was asked for. docs/generated/machines.md has every step there is.") }

/** The account has changed since the revision that was verified. */
export class RevisionSuperseded extends Schema.TaggedError<RevisionSuperseded>()("RevisionSuperseded", {}) { static readonly entry = conflict("Account was changed", "The account says something else than what was looked at. Look at it anew, and tell the finding of that.") }

/** The destination requires the sending business to have a registrationNumber. */
export class OriginatorUnregistered extends Schema.TaggedError<OriginatorUnregistered>()("OriginatorUnregistered", {}) { static readonly entry = entry("invalid", "MISSING_MANDATORY_USER_INFO", "Sender's registrationNumber is missing", "A business that sends to this destination needs a registrationNumber. Add it to the customer's businessInfo first.") }
